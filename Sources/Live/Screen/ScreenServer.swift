import Glibc
import Hummingbird
import HummingbirdCore
import Linux
import Logging
import NIOCore
import NIOPosix
import Ports
import Synchronization
import Texts
import Time

/// Serves the pages on this machine, and on no other: states of practice out, intents in.
///
/// It has two threads of its own, one event loop on which everything of HTTP runs and one that makes states into messages.
/// Practice's thread only rings; nothing here can hold it up.
public final class ScreenServer: Sendable {
  private struct Running {
    var clerk: Clerk?
    var host: PageHost?
    var task: Task<Void, Never>?
    var isClosed = false
  }

  private let port: Int
  private let mailbox: Mailbox
  private let views: ViewPublisher
  private let parts: any ScreenParts
  private let time: any TimeSource
  private let limits: ScreenLimits
  private let running = Mutex(Running())
  private let ended = Ended()

  /// A server that does nothing yet. `port` 0 takes any that is free.
  public convenience init(
    port: Int, mailbox: Mailbox, views: ViewPublisher, parts: any ScreenParts, time: any TimeSource
  ) {
    self.init(port: port, mailbox: mailbox, views: views, parts: parts, time: time, limits: ScreenLimits())
  }

  init(
    port: Int, mailbox: Mailbox, views: ViewPublisher, parts: any ScreenParts, time: any TimeSource,
    limits: ScreenLimits
  ) {
    self.port = port
    self.mailbox = mailbox
    self.views = views
    self.parts = parts
    self.time = time
    self.limits = limits
  }

  /// Begins to serve. `report` is called on a thread of the server's: the address, or why there is none, or no more. Once only;
  /// any thread, and best before practice takes a priority that threads would inherit.
  public func start(report: @escaping @Sendable (ScreenStatus) -> Void) {
    let isStarted = PlainThread.start(name: "pages") { self.run(report) }
    if !isStarted {
      ended.signal()
      report(.failed(.system(reason: String(cString: strerror(EAGAIN)))))
    }
  }

  /// Closes every connection and ends the threads, at most until `limit` has passed. Any thread but the server's own.
  public func close(within limit: Duration) {
    let running = running.withLock { running in
      running.isClosed = true
      return running
    }
    running.host?.connections.close()
    running.task?.cancel()
    running.clerk?.end()
    if running.task != nil { ended.wait(for: limit) }
  }

  /// How many connections are open.
  var openConnections: Int { running.withLock { $0.host }?.connections.count ?? 0 }

  /// The clerk's thread.
  private func run(_ report: @escaping @Sendable (ScreenStatus) -> Void) {
    guard let clerk = Clerk() else {
      return report(.failed(.system(reason: String(cString: strerror(EMFILE)))))
    }
    let host = PageHost(
      mailbox: mailbox, views: views, parts: parts, time: time, limits: limits, ring: { clerk.ring() })
    views.observe { clerk.ring() }
    // Its thread inherits this one's priority, which is the ordinary one, and takes no signals.
    let group = MultiThreadedEventLoopGroup(numberOfThreads: 1)
    let isClosed = running.withLock { running in
      running.clerk = clerk
      running.host = host
      // On the event loop itself: from the socket to the mailbox nothing waits for a thread of the pool.
      running.task = Task(executorPreference: EventLoopExecutor(group.next())) { [ended, port] in
        await Self.serve(host, port: port, on: group, report)
        clerk.end()
        // Tasks that were let go may still have a step to do; the group waits for nobody.
        group.shutdownGracefully { _ in ended.signal() }
      }
      return running.isClosed
    }
    if isClosed { close(within: .zero) }
    clerk.run([host.states, host.live, host.attendance], time: time)
  }

  private static func serve(
    _ host: PageHost, port: Int, on group: MultiThreadedEventLoopGroup,
    _ report: @escaping @Sendable (ScreenStatus) -> Void
  ) async {
    let server = HTTPServerBuilder.http1(
      configuration: .init(
        additionalChannelHandlers: [
          ConnectionGuard(
            connections: host.connections, limits: host.limits, time: host.time, refused: host.body(of:))
        ],
        idleTimeout: .nanoseconds(host.limits.idle.nanoseconds),
        httpDecoderConfiguration: .init(
          maxHeaderFieldSize: host.limits.header, maxHeaderListSize: host.limits.header,
          maxHeaderFieldCount: host.limits.headerFields)))
    let application = Application(
      router: PageRoutes.router(host), server: server,
      configuration: ApplicationConfiguration(address: .hostname("127.0.0.1", port: port), backlog: 64),
      onServerRunning: { channel in
        let bound = channel.localAddress?.port ?? port
        host.listens(at: bound)
        report(.listening(address: host.rule?.address ?? ""))
      },
      eventLoopGroupProvider: .shared(group),
      // A terminal has no room for a server's diary.
      logger: Logger(label: "peach.pages") { _ in SwiftLogNoOpLogHandler() })
    do {
      try await application.run()
    } catch {
      guard !(error is CancellationError) else { return }
      report(.failed(unavailable(error, port: port)))
    }
  }

  private static func unavailable(_ error: any Error, port: Int) -> ScreenUnavailable {
    guard let error = error as? IOError else { return .system(reason: String(describing: error)) }
    return switch error.errnoCode {
    case EADDRINUSE: .portTaken(port)
    case EACCES, EPERM: .portNotPermitted(port)
    default: .system(reason: String(cString: strerror(error.errnoCode)))
    }
  }
}

/// Runs tasks on an event loop's thread.
private final class EventLoopExecutor: TaskExecutor {
  private let loop: any EventLoop

  init(_ loop: any EventLoop) { self.loop = loop }

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    loop.execute { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
  }
}
