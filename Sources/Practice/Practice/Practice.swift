import CLinux
import Glibc
import Linux
import Ports
import Sound
import Time

/// Practice as it runs in the program: `PracticeCore` on a thread of its own, fed by its live parts.
///
/// The thread is the actor's serial executor, so the core can only be reached from there. Every turn takes, in this
/// order, the renderer's events (an answer can then never overtake the note it answers), what waits in the mailbox, and
/// what is due.
public actor Practice {
  private let core: PracticeCore
  private nonisolated let executor: LoopExecutor
  private nonisolated let parts: PracticeParts
  private let signals: Signals?
  private let pause: @Sendable () -> Void
  private var taken: [PracticeInput] = []
  private var pausing: MonotonicTime?

  /// Where surfaces leave their intents and live parts their news. Any thread.
  public nonisolated let mailbox: Mailbox
  /// What surfaces show. Any thread.
  public nonisolated let views: ViewPublisher

  /// The loop's thread, as the executor of this actor.
  public nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

  /// Practice at the hub, not started. `pause` is called on the loop's thread when SIGTSTP has stopped practice: it gives
  /// the terminal back and stops the process. Nil when the process has no descriptor left.
  public init?(
    configuration: PracticeConfiguration, parts: PracticeParts, signals: Signals? = nil,
    pause: @escaping @Sendable () -> Void = {}
  ) {
    guard let executor = LoopExecutor() else { return nil }
    self.executor = executor
    self.parts = parts
    self.signals = signals
    self.pause = pause
    mailbox = Mailbox(bell: executor.bell)
    views = ViewPublisher()
    guard let core = PracticeCore(configuration: configuration, parts: parts, views: views) else { return nil }
    self.core = core
  }

  /// Starts the parts and runs the loop on the calling thread until practice is left; returns how it ended. The parts are
  /// still open then: closing them may take time, and nothing sounds any more.
  public nonisolated func run() -> PracticeEnd {
    executor.adoptThread()
    // Without the right to it the loop goes on as a plain thread, and says so.
    let isRealtime = linux_set_realtime(RealtimePriority.loop) >= 0
    let mailbox = mailbox
    assumeIsolated { $0.core.start(isRealtime: isRealtime) }
    parts.store.start { mailbox.post(.store($0)) }
    parts.output.start { mailbox.post(.sound($0)) }
    let clock = parts.engine.clock
    parts.speech.start { mailbox.post(PracticeInput($0, clock: clock)) }
    parts.ports.start { mailbox.post(.controllers($0)) }
    parts.sockets.start { mailbox.post(.headphonesPulled(card: $0)) }
    while true {
      let (deadline, end) = assumeIsolated { ($0.nextDeadline, $0.end) }
      if let end { return end }
      wait(until: deadline)
      executor.runJobs()
      assumeIsolated { $0.turn() }
    }
  }

  /// Which answers of this run are kept, once `finish` was called; withdrawn ones are not. On the thread that ran the loop.
  public nonisolated var kept: KeptAnswers { assumeIsolated { $0.core.kept } }

  /// How long leaving waits for the last note to fade.
  public static let farewell = PracticeCore.farewell

  private nonisolated func wait(until deadline: MonotonicTime?) {
    var descriptors = [
      pollfd(fd: executor.bell.descriptor, events: Int16(POLLIN), revents: 0),
      pollfd(fd: parts.engine.eventDescriptor, events: Int16(POLLIN), revents: 0),
      pollfd(fd: signals?.descriptor ?? -1, events: Int16(POLLIN), revents: 0),
    ]
    let nanoseconds = deadline.map { max(0, ($0 - parts.time.now()).nanoseconds) } ?? -1
    linux_wait(&descriptors, Int32(descriptors.count), nanoseconds)
    executor.bell.clear()
    Waker.clear(parts.engine.eventDescriptor)
  }

  private func turn() {
    core.takeSoundEvents()
    mailbox.takeAll(into: &taken)
    for input in taken { core.handle(input) }
    while let reason = signals?.next() { signalled(reason) }
    core.advance()
    if let due = pausing, parts.time.now() >= due {
      pausing = nil
      pause()
    }
  }

  private func signalled(_ reason: StopReason) {
    guard reason == .paused else {
      return core.handle(.intent(.quit(reason), at: parts.time.now(), source: .keys))
    }
    core.take(.pause)
    // Notes fade and lights go out before the process stands still.
    pausing = parts.time.now() + PracticeCore.farewell
  }

  private var nextDeadline: MonotonicTime? {
    [core.deadline, pausing].compactMap { $0 }.min()
  }

  private var end: PracticeEnd? {
    guard let reason = core.ended else { return nil }
    return core.soundFailure.map { .noSound($0) } ?? .left(reason)
  }

  /// Tells what the parts reported while they were closed: an answer that was saved then is told as saved. On the thread
  /// that ran the loop, after it and before the event stream is closed.
  public nonisolated func finish() {
    assumeIsolated { practice in
      practice.mailbox.takeAll(into: &practice.taken)
      for case .store(let event) in practice.taken { practice.core.handle(.store(event)) }
    }
  }
}

/// How practice ended.
public enum PracticeEnd: Hashable, Sendable {
  /// It was left.
  case left(StopReason)
  /// There is no sound where there should be some, and nothing is retried.
  case noSound(SoundFailure)
}
