import Foundation
import Glibc
import Pitch
import Ports
import Sound
import Time
import Training

/// Practice rendered offline: the same core and renderer, a simulated listener in place of the player, and a clock
/// driven by the rendered frames. The listener answers comparisons, and tunes and commits in matching. The output is
/// exactly the sound of practice.
public struct OfflinePractice: ~Copyable {
  private var core: PracticeCore
  private let time: ManualTime
  private let mailbox: Mailbox
  private var renderer: OfflineRenderer
  private var listener: SimulatedListener
  private let delay: Duration
  /// The exercise answered or committed last.
  private var done = Epoch(0)
  /// The hand's goal in the present exercise, in cents from the note's starting pitch.
  private var hand: (epoch: Epoch, goal: Double)?

  /// The sample rate in hertz, and the number of frames rendered at a time.
  public static let rate = 48_000
  static let period = 128

  /// Creates practice of `configuration`, which names a mode and the number of exercises; `listener` answers `delay`
  /// after it hears the target's first frame.
  /// - Throws: as `SoundEngine.init`.
  public init(
    configuration: PracticeConfiguration, listener: SimulatedListener, answeringAfter delay: Duration,
    events: any PracticeEventSink, store: any RecordStore = InMemoryStore()
  ) throws(SoundEngineError) {
    let renderer = try OfflineRenderer(rate: Self.rate, period: Self.period, seed: configuration.seed)
    let time = ManualTime(renderer.time)
    let parts = PracticeParts(
      ports: InMemoryMIDIPorts(), output: OfflineOutput(rate: Self.rate, period: Self.period), engine: renderer.engine,
      store: store, events: events, time: time,
      // The wall clock affects the choice of exercises, so it is simulated: one seed gives the same practice on any
      // day.
      wallClock: { Date(timeIntervalSince1970: Double(time.now().nanoseconds) / 1e9) })
    core = try PracticeCore(configuration: configuration, parts: parts)
    self.time = time
    mailbox = Mailbox(bell: nil)
    self.renderer = renderer
    self.listener = listener
    self.delay = delay
  }

  /// Renders until practice ends by itself, passing every period to `write`.
  /// - Throws: the error of `write`, which ends the rendering.
  public mutating func run<Failure: Error>(
    write: (UnsafeBufferPointer<Float>) throws(Failure) -> Void
  ) throws(Failure) {
    let mailbox = mailbox
    core.parts.store.start { mailbox.post(.store($0)) }
    core.parts.output.start { mailbox.post(.sound($0)) }
    core.start()
    var waiting: [PracticeInput] = []
    while core.ended == nil {
      core.takeSoundEvents()
      mailbox.takeAll(into: &waiting)
      for input in waiting { core.handle(input) }
      answer()
      tune()
      core.advance()
      // A refused start leaves practice at the hub, where no exercise would ever start.
      if !core.exercises.isPractising, core.presence.startWhenReady == nil { core.leave(.finished) }
      try renderer.renderCycle(write)
      time.set(renderer.time)
    }
  }

  /// Answers the open exercise `delay` after the listener has heard it.
  private mutating func answer() {
    switch core.exercises.session {
    case let session as ComparisonSession: answer(session.open) { $0.answer($1) }
    case let session as TimingSession: answer(session.open) { $0.answer($1) }
    case let session as BeatsSession: answer(session.open) { $0.answer($1) }
    default: break
    }
  }

  private mutating func answer<Exercise: CourseExercise>(
    _ open: (exercise: Exercise, heard: MonotonicTime)?, by decide: (inout SimulatedListener, Exercise) -> Answer
  ) {
    guard let (exercise, heard) = open, exercise.epoch != done, time.now() >= heard + delay else { return }
    done = exercise.epoch
    let answer = decide(&listener, exercise)
    core.handle(.intent(.answer(answer, epoch: nil), at: heard + delay, source: .simulated))
  }

  /// Moves the listener's hand towards its goal, rests there, and commits.
  private mutating func tune() {
    guard let (exercise, heard) = (core.exercises.session as? MatchingSession)?.open, exercise.epoch != done else {
      return
    }
    if hand?.epoch != exercise.epoch {
      hand = (exercise.epoch, (listener.finalError(of: exercise) - exercise.startOffset).value)
    }
    guard let goal = hand?.goal else { return }
    let way = (time.now() - heard - Self.handSetsOut).seconds / (Self.handArrives - Self.handSetsOut).seconds
    // Raised cosine: a hand neither starts nor stops abruptly.
    let position = goal * (1 - cos(.pi * min(max(way, 0), 1))) / 2
    if position != core.tuning.tuner.cents {
      core.handle(
        .intent(.step(cents: position - core.tuning.tuner.cents, epoch: nil), at: time.now(), source: .simulated))
    }
    guard time.now() >= heard + Self.handLetsGo else { return }
    done = exercise.epoch
    core.handle(.intent(.commit(epoch: nil), at: heard + Self.handLetsGo, source: .simulated))
  }

  /// The times at which the simulated hand sets out, arrives and lets go, from the tunable note's first frame.
  static let handSetsOut = Duration.milliseconds(300)
  static let handArrives = Duration.milliseconds(1_200)
  static let handLetsGo = Duration.milliseconds(1_500)
}
