import Dispatch
import Glibc
import Linux
import NIOCore
import NIOPosix
import Ports
import Synchronization
import Texts

/// Serves the pages on this machine to the user who runs it, and to no other: sends states of practice, receives
/// intents.
///
/// Until the first request for a page it only listens: most practice runs without pages, and need not wait for or load
/// their server. Then it has two threads: an event loop for everything HTTP, and one that turns states into messages.
/// Practice's thread only signals them; nothing here can delay it.
public final class ScreenServer: Sendable {
  private struct Running {
    var worker: PageWorker?
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
  private let owners: @Sendable (_ listener: Int32) -> SocketOwners?
  private let running = Mutex(Running())
  private let ended = Ended()

  /// Creates an idle server. `port` 0 takes any free port.
  public convenience init(
    port: Int, mailbox: Mailbox, views: ViewPublisher, parts: any ScreenParts, time: any TimeSource
  ) {
    self.init(port: port, mailbox: mailbox, views: views, parts: parts, time: time, limits: ScreenLimits())
  }

  /// Creates an idle server. `owners` identifies the owners of connections to the listening socket; nil if that is
  /// impossible.
  init(
    port: Int, mailbox: Mailbox, views: ViewPublisher, parts: any ScreenParts, time: any TimeSource,
    limits: ScreenLimits,
    owners: @escaping @Sendable (_ listener: Int32) -> SocketOwners? = { SocketOwners(listener: $0) }
  ) {
    self.port = port
    self.mailbox = mailbox
    self.views = views
    self.parts = parts
    self.time = time
    self.limits = limits
    self.owners = owners
  }

  /// Starts serving. `report` is called on a thread of the server's: with the address, or the reason for its absence or
  /// end. Once only; any thread, preferably before practice raises a priority that threads would inherit.
  public func start(report: @escaping @Sendable (PagesStatus) -> Void) {
    let isStarted = PlainThread.start(name: "pages") { self.run(report) }
    if !isStarted {
      ended.signal()
      report(.unavailable(.failed(reason: SystemFailure.words(EAGAIN))))
    }
  }

  /// Closes every connection and ends the threads, waiting until `limit` at the latest. Any thread but the server's
  /// own.
  public func close(within limit: Duration) {
    let running = running.withLock { running in
      running.isClosed = true
      return running
    }
    running.host?.connections.close()
    running.task?.cancel()
    running.worker?.end()
    if running.worker != nil { ended.wait(for: limit) }
  }

  /// Whether a page has been requested.
  var isServing: Bool { running.withLock { $0.host != nil } }

  /// The number of open connections.
  var openConnections: Int { running.withLock { $0.host }?.connections.count ?? 0 }

  /// Runs the pages' worker.
  private func run(_ report: @escaping @Sendable (PagesStatus) -> Void) {
    let listener: LoopbackListener
    do throws(PagesFailure) {
      listener = try LoopbackListener(port: port)
    } catch {
      return report(.unavailable(error))
    }
    guard let owners = owners(listener.descriptor) else {
      listener.close()
      return report(.unavailable(.ownersUnknown))
    }
    guard let worker = PageWorker() else {
      listener.close()
      return report(.unavailable(.failed(reason: SystemFailure.words(EMFILE))))
    }
    let isClosedAlready = running.withLock { running in
      running.worker = worker
      return running.isClosed
    }
    let rule = RequestRule(port: listener.port, limits: limits)
    if !isClosedAlready { report(.served(address: rule.address)) }
    guard !isClosedAlready, worker.waits(for: listener.descriptor) else {
      listener.close()
      return ended.signal()
    }
    let host = PageHost(
      rule: rule, mailbox: mailbox, views: views, parts: parts, time: time, limits: limits, ring: { worker.ring() })
    views.observe { worker.ring() }
    // Its thread inherits this one's priority, which is the normal one, and handles no signals.
    let group = MultiThreadedEventLoopGroup(numberOfThreads: 1)
    let isClosed = running.withLock { running in
      running.host = host
      // On the event loop itself: no step from the socket to the mailbox waits for a thread of the pool.
      running.task = Task(executorPreference: EventLoopExecutor(group.next())) { [ended] in
        do {
          try await PagePipeline(host).serve(listener, on: group) {
            VisitorGate(owners) { report(.refused(user: $0.user)) }
          }
        } catch  where !(error is CancellationError) {
          report(.unavailable(.failed(reason: String(describing: error))))
        } catch {}
        worker.end()
        // Cancelled tasks may still have a step to run; the group does not wait for them.
        group.shutdownGracefully { _ in ended.signal() }
      }
      return running.isClosed
    }
    if isClosed { close(within: .zero) }
    worker.run([host.states, host.live, host.attendance], time: time)
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

/// An end that happens once and can be waited for, with a timeout. Any thread that may block.
struct Ended: Sendable {
  private let semaphore = DispatchSemaphore(value: 0)

  /// Signals the end.
  func signal() { semaphore.signal() }

  /// Waits until it has ended, up to `limit`.
  func wait(for limit: Duration) {
    if semaphore.wait(timeout: .now() + .nanoseconds(Int(limit.nanoseconds))) == .success { semaphore.signal() }
  }
}
