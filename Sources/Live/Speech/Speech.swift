import CLinux
import Glibc
import Linux
import Ports
import Synchronization
import Time

/// The voice: speech-dispatcher if it is audible, else espeak-ng through our own renderer.
///
/// speech-dispatcher plays through a sound server that it chooses itself. Next to a jackd that holds the card it would
/// be silent, so it is used only while our own sound goes to PipeWire and a mixing server runs for this user; it is
/// started if it is installed but not running. In all other cases espeak-ng makes sound for our own renderer.
///
/// All work happens on one private thread, and every `say` is answered exactly once, even if the voice fails.
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
  private let orders = SpeechQueue()
  private let stage = Mutex(Stage.idle)

  /// Creates a voice that has not been opened. `language` is `en` or `de`, and may change; `text` returns the words of
  /// announcements in it.
  ///
  /// `canUseDispatcher` returns whether our own sound goes to PipeWire, nil while unknown. It, `language` and `text`
  /// are called on the voice's thread before every utterance.
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

  /// Starts opening a voice on a private thread; only the first call has an effect. `report` is called on that thread,
  /// and on the caller's for requests after `close`.
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
    report(.unavailable(.failed(detail: SystemFailure.words(EAGAIN))))
    for case .say(_, let number) in orders.take() { report(.ended(number)) }
  }

  /// Speaks `announcements` after the current ones. Never waits. Any thread.
  public func say(_ announcements: [Announcement], number: UInt32) {
    let stage = stage.withLock(\.self)
    if case .started(let report, isRunning: false) = stage { return report(.ended(number)) }
    guard !orders.put(.say(announcements, number: number)) else { return }
    if case .started(let report, _) = stage { report(.ended(number)) }
  }

  /// Interrupts the current utterance and drops waiting ones. Never waits. Any thread.
  public func hush() { _ = orders.put(.hush) }

  /// Chooses the voice again, after our own sound has moved to another server, or when a failed voice may work again.
  /// Reports a different one. Never waits. Any thread.
  public func reconsider() { _ = orders.put(.reconsider) }

  /// Interrupts speech and ends the thread, waiting up to `limit`. Loop thread.
  public func close(within limit: Duration) {
    _ = orders.put(.close)
    guard case .started(_, isRunning: true) = stage.withLock(\.self) else { return }
    let deadline = time.now() + limit
    // `ended` stays signalled, so that a second call returns at once.
    var descriptors = [pollfd(fd: orders.ended.descriptor, events: Int16(POLLIN), revents: 0)]
    while linux_wait(&descriptors, 1, max(0, (deadline - time.now()).nanoseconds)) == -EINTR {}
  }
}
