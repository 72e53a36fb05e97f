import CLinux
import Glibc
import Linux
import Ports
import Sound
import Synchronization
import Time

/// Practice as the program runs it: `PracticeCore` on its own thread, with its live parts.
///
/// The thread waits in `ppoll` for the mailbox, the renderer's events and signals, with the next deadline as time-out.
/// Every turn takes, in this order, the renderer's events (so that an answer never overtakes the note it answers), the
/// mailbox, and everything due. There is no task and no pool between key and sound: with a busy pool, latency measured
/// 0.6 periods this way and 4 to 12 through the pool.
///
/// `@unchecked Sendable`: mutable state is used only on the thread that called `run`, which `checkThread` verifies;
/// everything else is constant and `Sendable`.
public final class Practice: @unchecked Sendable {
  private var core: PracticeCore
  private let parts: PracticeParts
  private let signals: (any StopRequests)?
  private let pause: @Sendable () -> Void
  /// Signalled by the mailbox.
  private let bell = EventFD()
  /// The loop's thread; 0 before `run`.
  private let thread = Atomic<pthread_t>(0)
  private var taken: [PracticeInput] = []
  private var pausing: MonotonicTime?

  /// The queue for intents of surfaces and news of live parts. Any thread.
  public let mailbox: Mailbox
  /// The publisher of the view state. Any thread.
  public let views: ViewPublisher

  /// Creates practice at the hub, not started. `pause` is called on the loop's thread when SIGTSTP has stopped
  /// practice: it gives the terminal back and stops the process.
  /// - Throws: `noDescriptor` when the process has none left; `controllerTaken` if the engine already has a controller.
  public init(
    configuration: PracticeConfiguration, parts: PracticeParts, signals: (any StopRequests)? = nil,
    pause: @escaping @Sendable () -> Void = {}
  ) throws(SoundEngineError) {
    guard bell.isUsable else { throw .noDescriptor(errno: -bell.descriptor) }
    self.parts = parts
    self.signals = signals
    self.pause = pause
    mailbox = Mailbox(bell: bell)
    views = ViewPublisher()
    core = try PracticeCore(configuration: configuration, parts: parts, views: views)
  }

  /// Starts the parts and runs the loop on the calling thread until practice is left; returns how it ended. The parts
  /// are still open then, because closing them may take time, and everything is silent. Call once.
  public func run() -> PracticeEnd {
    thread.store(pthread_self(), ordering: .relaxed)
    // Without real-time permission the loop runs as an ordinary thread, and shows a notice.
    core.start(isRealtime: linux_set_realtime(RealtimePriority.loop) >= 0)
    let (mailbox, clock) = (mailbox, parts.engine.clock)
    parts.store.start { mailbox.post(.store($0)) }
    parts.output.start { mailbox.post(.sound($0)) }
    parts.speech.start { mailbox.post(PracticeInput($0, clock: clock)) }
    parts.ports.start { mailbox.post(.controllers($0)) }
    parts.sockets.start { mailbox.post(.headphonesPulled(card: $0)) }
    while true {
      if let reason = core.ended { return core.soundFailure.map { .noSound($0) } ?? .left(reason) }
      wait(until: [core.deadline, pausing].compactMap { $0 }.min())
      turn()
    }
  }

  /// The answers of this run that are saved, complete after `finish`; without withdrawn ones. On the thread that ran
  /// the loop.
  public var kept: KeptAnswers {
    checkThread()
    return core.kept
  }

  /// The time that leaving waits for the last note to fade.
  public static let farewell = Presence.farewell

  private func wait(until deadline: MonotonicTime?) {
    var descriptors = [
      pollfd(fd: bell.descriptor, events: Int16(POLLIN), revents: 0),
      pollfd(fd: parts.engine.eventDescriptor, events: Int16(POLLIN), revents: 0),
      pollfd(fd: signals?.descriptor ?? -1, events: Int16(POLLIN), revents: 0),
    ]
    let nanoseconds = deadline.map { max(0, ($0 - parts.time.now()).nanoseconds) } ?? -1
    linux_wait(&descriptors, Int32(descriptors.count), nanoseconds)
    bell.clear()
    EventFD.clear(parts.engine.eventDescriptor)
  }

  private func turn() {
    core.takeSoundEvents()
    let version = mailbox.takeAll(into: &taken)
    for input in taken { core.handle(input) }
    while let reason = signals?.next() { signalled(reason) }
    core.advance()
    views.include(version)
    if let due = pausing, parts.time.now() >= due {
      pausing = nil
      pause()
    }
  }

  private func signalled(_ reason: StopReason) {
    guard reason == .paused else {
      return core.handle(.intent(.quit(reason), at: parts.time.now(), source: .keys))
    }
    core.handle(.pause)
    // Notes fade and lights go out before the process stops.
    pausing = parts.time.now() + Self.farewell
  }

  /// Reports the news that arrived while the parts were closed, such as an answer saved then. On the thread that ran
  /// the loop, after it and before the event stream is closed.
  public func finish() {
    checkThread()
    mailbox.takeAll(into: &taken)
    for case .store(let event) in taken { core.handle(.store(event)) }
  }

  /// Traps unless the caller runs on the loop's thread. Calling from another thread is a bug in this program, which no
  /// player or device can cause.
  private func checkThread() {
    precondition(
      pthread_equal(thread.load(ordering: .relaxed), pthread_self()) != 0, "not on the loop's thread")
  }
}

/// The end of practice.
public enum PracticeEnd: Hashable, Sendable {
  /// The player or a signal ended it.
  case left(StopReason)
  /// There is no sound, and it is not retried.
  case noSound(SoundFailure)
}
