import CLinux
import Glibc
import Linux
import Ports
import Synchronization
import Time

/// The voice: speech-dispatcher where it can be heard, else espeak-ng through our own renderer.
///
/// speech-dispatcher plays through a sound server of its own choice. Beside a jackd that holds the card that would be no
/// sound at all, so it is used only while our own sound goes to PipeWire and a server that mixes runs for this user; it is
/// started if it is installed and does not run. In all other cases espeak-ng makes sound for our own renderer.
///
/// Everything happens on one thread of its own, and every `say` is answered exactly once, whatever becomes of the voice.
public final class Speech: SpeechOutput {
  private enum Stage {
    case idle
    case started(report: @Sendable (SpeechEvent) -> Void, isRunning: Bool)
  }

  private let language: @Sendable () -> String
  private let options: SpeechOptions
  private let canUseDispatcher: @Sendable () -> Bool?
  private let text: @Sendable ([Announcement]) -> String
  private let time: any TimeSource
  private let orders = Orders()
  private let stage = Mutex(Stage.idle)

  /// A voice that has not been looked for. `language` is `en` or `de`, and may become the other one; `text` says what
  /// announcements sound like in it.
  ///
  /// `canUseDispatcher` tells whether our own sound goes to PipeWire, nil while that is not known. It, `language` and
  /// `text` are called on the voice's thread before every utterance.
  public init(
    language: @escaping @autoclosure @Sendable () -> String, options: SpeechOptions = .current(),
    time: any TimeSource = SystemTime(),
    canUseDispatcher: @escaping @Sendable () -> Bool?, text: @escaping @Sendable ([Announcement]) -> String
  ) {
    self.language = language
    self.options = options
    self.time = time
    self.canUseDispatcher = canUseDispatcher
    self.text = text
  }

  deinit { _ = orders.put(.close) }

  /// Looks for a voice on a thread of its own; only the first call does something. `report` is called on that thread, and
  /// on the caller's for what is asked after `close`.
  public func start(report: @escaping @Sendable (SpeechEvent) -> Void) {
    let isFirst = stage.withLock { stage in
      guard case .idle = stage else { return false }
      stage = .started(report: report, isRunning: true)
      return true
    }
    guard isFirst else { return }
    let isRunning =
      orders.bell.isUsable && orders.ended.isUsable
      && PlainThread.start(name: "speech") { [language, options, canUseDispatcher, text, time, orders] in
        var worker = SpeechWorker(
          language: language, options: options, time: time, orders: orders, canUseDispatcher: canUseDispatcher,
          text: text, report: report)
        worker.run()
        orders.ended.ring()
      }
    guard !isRunning else { return }
    stage.withLock { $0 = .started(report: report, isRunning: false) }
    report(.unavailable(.failed(detail: String(cString: strerror(EAGAIN)))))
    for case .say(_, let number) in orders.take() { report(.ended(number)) }
  }

  /// Says `announcements` after what is being said. Never waits. Any thread.
  public func say(_ announcements: [Announcement], number: UInt32) {
    let stage = stage.withLock(\.self)
    if case .started(let report, isRunning: false) = stage { return report(.ended(number)) }
    guard !orders.put(.say(announcements, number: number)) else { return }
    if case .started(let report, _) = stage { report(.ended(number)) }
  }

  /// Breaks off what is being said and what waits to be. Never waits. Any thread.
  public func hush() { _ = orders.put(.hush) }

  /// Looks again which voice there is, for when our own sound has moved to another server, or a voice that failed may work
  /// again. Reports if it is another one. Never waits. Any thread.
  public func reconsider() { _ = orders.put(.reconsider) }

  /// Breaks off and ends, waiting at most `limit`. Loop thread.
  public func close(within limit: Duration) {
    _ = orders.put(.close)
    guard case .started(_, isRunning: true) = stage.withLock(\.self) else { return }
    let deadline = time.now() + limit
    // `ended` stays signalled, so that a second call returns at once.
    var descriptors = [pollfd(fd: orders.ended.descriptor, events: Int16(POLLIN), revents: 0)]
    while linux_wait(&descriptors, 1, max(0, (deadline - time.now()).nanoseconds)) == -EINTR {}
  }
}
