import Foundation
import Time

/// A workout in progress, from its start to its end, including pauses.
struct TimerRun: Sendable {
  typealias Effect = PracticeTimer.Effect
  typealias Stage = WorkoutPosition.Stage

  /// A completed set, for rounds that were in progress at its end.
  struct PastSet {
    var number: Int
    var origin: MonotonicTime
    var end: MonotonicTime
    /// Whether the player ended the set, which dropped the exercise in progress.
    var isCutOff: Bool
  }

  /// A change of training that is announced ahead.
  enum Switch: Hashable {
    case start(MonotonicTime)
    case hold(MonotonicTime)

    var instant: MonotonicTime {
      switch self {
      case .start(let instant), .hold(let instant): instant
      }
    }
  }

  let configuration: TimerConfiguration
  var workout: Workout

  /// The position: `stage` of `set`, which began at `origin` and lasts `length` unless its rounds or the player end it
  /// early. A pause moves `origin`, and with it everything planned from it.
  var stage: Stage
  var set: Int
  var origin: MonotonicTime
  var length: Duration
  /// The cues of this stage, and how many of them are placed and past.
  var cues: [PlannedCue] = []
  var placed = 0
  var shown = 0
  /// The time of a cue outside the plan.
  var unplanned: MonotonicTime?
  var hasSound: Bool

  /// The start of the pause, and the time at which the workout is given up; nil while it runs.
  var pausedAt: MonotonicTime?
  var givenUpAt: MonotonicTime?
  var isOver = false
  var savedAt: MonotonicTime

  /// The completed sets that still count the rounds in progress at their ends.
  var past: [PastSet] = []
  /// Rounds that began earlier have been counted or dropped.
  var countedUntil: MonotonicTime
  /// The newest round and its set, as long as it can be withdrawn.
  var newest: (set: Int, ended: MonotonicTime)?
  /// The start of the current free round; nil between rounds.
  var openSince: MonotonicTime?
  /// The instant until which training is held, because the rounds of the slot are done.
  var heldUntil: MonotonicTime?
  /// The last announcement to training.
  var announced: Switch?

  var end: MonotonicTime { origin + length }

  var phase: PracticeTimer.Phase {
    if isOver { return .finished }
    if pausedAt != nil { return .paused }
    return phaseOfStage
  }

  var phaseOfStage: PracticeTimer.Phase {
    switch stage {
    case .countdown: .countdown
    case .set: .running
    case .rest: .resting
    }
  }

  /// Returns the time since the stage's start without pauses.
  func elapsed(at time: MonotonicTime) -> Duration {
    min(max((pausedAt ?? time) - origin, .zero), length)
  }

  private init(_ workout: Workout, origin: MonotonicTime, hasSound: Bool, at time: MonotonicTime) {
    configuration = workout.configuration
    self.workout = workout
    stage = workout.position.stage
    set = workout.position.set
    self.origin = origin
    length = .zero
    self.hasSound = hasSound
    savedAt = time
    countedUntil = origin
  }

  static func begin(
    _ configuration: TimerConfiguration, id: UUID, origin: MonotonicTime, hasSound: Bool, at moment: TimerMoment
  ) -> (TimerRun, [Effect]) {
    let date = moment.date(of: origin)
    let hasCountdown = configuration.countdownSeconds != nil
    let workout = Workout(
      id: id, configuration: configuration, started: date, changed: date, state: .running,
      position: WorkoutPosition(hasCountdown ? .countdown : .set, set: 1, elapsed: .zero),
      sets: hasCountdown ? [] : [WorkoutSet(number: 1, started: date, elapsed: .zero, state: .running, rounds: [])])
    var run = TimerRun(workout, origin: origin, hasSound: hasSound, at: moment.time)
    run.enter(run.stage, set: 1, at: origin, isOpening: true)
    var effects = [run.save(.begun(workout), date: date)]
    if !hasCountdown {
      run.openSince = origin
      effects += run.startTraining(at: origin)
    }
    effects += run.advance(to: moment)
    return (run, effects)
  }

  /// Returns a run of a saved workout; nil if it cannot be resumed.
  static func restore(_ workout: Workout, hasSound: Bool, at moment: TimerMoment) -> (TimerRun, [Effect])? {
    guard workout.isResumable else { return nil }
    var run = TimerRun(workout, origin: moment.time - workout.position.elapsed, hasSound: hasSound, at: moment.time)
    run.enter(run.stage, set: run.set, at: run.origin, isOpening: workout.position.elapsed == .zero)
    run.shown = run.cues.count { $0.offset > .zero && $0.offset <= workout.position.elapsed }
    run.placed = run.shown
    run.pausedAt = moment.time
    run.givenUpAt = moment.time + Workout.patience
    run.countedUntil = moment.time
    if run.stage == .set, let slot = run.slot(at: workout.position.elapsed) { run.hold(inSlot: slot) }
    let effects =
      workout.state == .running ? [run.save(.moved(workout.position, isPaused: true), date: moment.date)] : []
    return (run, effects)
  }

  /// Begins a stage. The caller that ended the previous one announces its consequences.
  mutating func enter(_ stage: Stage, set: Int, at origin: MonotonicTime, isOpening: Bool = false) {
    self.stage = stage
    self.set = set
    self.origin = origin
    placed = 0
    shown = 0
    heldUntil = nil
    switch stage {
    case .countdown:
      length = .seconds(configuration.countdownSeconds ?? 0)
      cues = configuration.countdownCues
    case .rest:
      length = .seconds(configuration.restSeconds)
      cues = configuration.restCues
    case .set:
      length = configuration.setLength ?? timeLeft
      // A set without a length ends when all the remaining time has passed.
      let closing = configuration.setLength == nil ? .finish : configuration.closing(afterSet: set)
      cues = configuration.setCues(length: length, opening: isOpening, closing: closing)
    }
  }

  /// The time that the two-hour limit leaves for a set without a cap that begins now, so that a forgotten timer ends.
  var timeLeft: Duration {
    let rests = Duration.seconds(configuration.restSeconds * (set - 1))
    let before = workout.sets.reduce(Duration.zero) { $0 + ($1.number < set ? $1.elapsed : .zero) }
    return min(max(.seconds(TimerConfiguration.longest) - before - rests, .zero), .seconds(TimerConfiguration.longest))
  }

  /// Returns the slot at `elapsed` in a set, 1 for the first; nil without slots.
  func slot(at elapsed: Duration) -> Int? {
    guard let length = configuration.slotLength, let slots = configuration.slots else { return nil }
    let number = elapsed.nanoseconds / length.nanoseconds
    return min(max(Int(number), 0), slots - 1) + 1
  }

  /// Applies a change to the workout, and returns the effect that saves it.
  mutating func save(_ kind: WorkoutChange.Kind, date: Date) -> Effect {
    let change = WorkoutChange(date: date, kind)
    workout.apply(change)
    return .save(workout.id, change)
  }
}
