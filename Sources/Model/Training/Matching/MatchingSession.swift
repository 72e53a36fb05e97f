import Pitch
import Time

/// The matching loop as a pure reducer: events in, effects out, no clock and no waiting.
///
/// A late event of an old epoch is dropped here; whoever feeds it need not look at epochs. One value serves for the
/// life of the program, so that epochs never repeat and the player's spread is kept from run to run.
public struct MatchingSession: Sendable {
  /// Used from the next exercise that is chosen on: the one that runs, and what is kept of it, keep what it was chosen
  /// by. If they leave no exercise then, practice ends with that refusal when the result has been shown.
  public var settings: TrainingSettings
  /// Whether each reference waits for `.proceed`, because something may be said before it. Used from the next exercise
  /// that is chosen on.
  public var holdsReference = false
  /// What the kept attempts say about the player; adaptive matching follows it. Setting it (a reset, an import) takes
  /// effect with the next exercise that is chosen.
  public var spread: MatchingSpread
  /// Whether results teach. Used from the next one on.
  public var learns = true
  /// The epoch of the next exercise.
  public private(set) var nextEpoch: Epoch

  private var generator: SeededGenerator
  private let exerciseLimit: Int?
  var run: Run?
  var state = State.idle

  /// An idle session. `exerciseLimit` finished exercises end a practice (nil: none do; less than 1 counts as 1); `history`
  /// is what went before, oldest first.
  public init(
    settings: TrainingSettings, generator: SeededGenerator, exerciseLimit: Int? = nil, history: [MatchingRecord] = [],
    firstEpoch: Epoch = Epoch(1)
  ) {
    self.settings = settings
    self.spread = MatchingSpread(resuming: history)
    self.generator = generator
    self.exerciseLimit = exerciseLimit
    self.nextEpoch = firstEpoch
  }

  /// Leaves epochs before `epoch` to others, such as sessions of another kind. Never goes back.
  public mutating func skipEpochs(before epoch: Epoch) {
    nextEpoch = max(nextEpoch, epoch)
  }

  /// Where it is.
  public var phase: Phase {
    switch state {
    case .idle: .idle
    case .waiting: .waiting
    case .holding, .playingReference: .playingReference
    case .playingTunable, .committing: .playingTunable
    case .showingFeedback: .showingFeedback
    }
  }

  /// What may reach the player.
  public var view: MatchingView {
    var view = MatchingView(phase: phase, canTune: false)
    switch state {
    case .idle, .waiting:
      return view
    case .holding(let exercise, _), .playingReference(let exercise):
      view.interval = exercise.askedInterval
    case .playingTunable(let exercise, _):
      view.interval = exercise.askedInterval
      view.canTune = true
    case .committing(let attempt):
      view.interval = attempt.exercise.askedInterval
    case .showingFeedback(let attempt, _):
      view.interval = attempt.exercise.askedInterval
      view.feedback = attempt.feedback
    }
    return view
  }

  /// The exercise that can be tuned and committed now and when its tunable note is first heard: for whoever turns a
  /// control's position into a pitch, and for a simulated listener. Nothing that reaches the player may depend on it.
  public var tunable: (exercise: MatchingExercise, heard: MonotonicTime)? {
    switch state {
    case .playingTunable(let exercise, let heard): (exercise, heard)
    case .idle, .waiting, .holding, .playingReference, .committing, .showingFeedback: nil
    }
  }

  /// Moves on by one event. Events that do not fit the state, or carry another exercise's epoch, change nothing.
  public mutating func handle(_ event: Event) -> [Effect] {
    switch event {
    case .start(let mode, let reach, let start):
      self.start(mode, reach: reach, at: start)
    case .hold(let frame):
      hold(from: frame)
    case .resume(let frame, let reach):
      resume(at: frame, reach: reach)
    case .proceed(let epoch):
      proceed(epoch)
    case .referenceStarted(let epoch, _):
      enterReference(epoch)
    case .tunableStarted(let epoch, let heard):
      enterNext(epoch) + enterTunable(epoch, heard: heard)
    case .commit(let commit, let believed):
      accept(commit, believed: believed)
    case .faded(let epoch, let frame, let rate, let hertz, let reach):
      finish(epoch, hertz: hertz, end: frame + ComparisonSession.feedbackFrames(rate: rate), reach: reach)
    case .feedbackEnded(let epoch, let frame):
      endFeedback(epoch, frame: frame)
    case .stop:
      stop()
    }
  }
}

// MARK: - Steps of the loop

extension MatchingSession {
  private mutating func start(_ mode: Mode, reach: TuningReach, at start: ComparisonSession.Start) -> [Effect] {
    guard case .idle = state else { return [] }
    guard mode.discipline == .matching else { return [.refused(.unsuitableMode(mode))] }
    do throws(ExerciseRefusal) {
      return try begin(at: start, in: Run(basis: try ExerciseBasis(mode, settings), reach: reach))
    } catch {
      return [.refused(error)]
    }
  }

  mutating func begin(at start: ComparisonSession.Start, in run: Run) throws(ExerciseRefusal) -> [Effect] {
    var run = run
    let exercise = try choose(in: &run)
    self.run = run
    if holdsReference {
      state = .holding(exercise, start: start)
      return [.ready(exercise)]
    }
    state = .playingReference(exercise)
    return play(exercise, start)
  }

  private mutating func play(_ exercise: MatchingExercise, _ start: ComparisonSession.Start) -> [Effect] {
    guard let timing = run?.basis.settings.timing else { return [] }
    if case .at(let frame) = start { run?.scheduled = frame } else { run?.scheduled = nil }
    return [.play(exercise, timing: timing, start: start)]
  }

  /// What was to be said has been said: the held exercise sounds, never before feedback's end.
  private mutating func proceed(_ epoch: Epoch) -> [Effect] {
    guard let run else { return [] }
    switch state {
    case .holding(let exercise, let start) where exercise.epoch == epoch:
      // What was said took until the gate had closed.
      if case .closed = run.gate {
        state = .waiting
        return []
      }
      state = .playingReference(exercise)
      return play(exercise, start)
    case .showingFeedback(let attempt, .held(let next, let end)) where next.epoch == epoch:
      guard let start = run.gate.start(after: end) else {
        state = .showingFeedback(attempt, end: .waiting(end))
        return []
      }
      state = .showingFeedback(attempt, end: .next(next, at: end))
      return play(next, .at(start))
    case .idle, .waiting, .holding, .playingReference, .playingTunable, .committing, .showingFeedback:
      return []
    }
  }

  private mutating func enterReference(_ epoch: Epoch) -> [Effect] {
    let effects = enterNext(epoch)
    if case .playingReference(let exercise) = state, exercise.epoch == epoch { run?.scheduled = nil }
    return effects
  }

  /// Feedback's end and the next reference's start are one frame: whichever is reported first ends feedback.
  private mutating func enterNext(_ epoch: Epoch) -> [Effect] {
    guard case .showingFeedback(let attempt, .next(let next, let frame)) = state, next.epoch == epoch else { return [] }
    state = .playingReference(next)
    return [.clearFeedback(attempt.exercise.epoch, frame: frame)]
  }

  private mutating func enterTunable(_ epoch: Epoch, heard: MonotonicTime) -> [Effect] {
    guard case .playingReference(let exercise) = state, exercise.epoch == epoch else { return [] }
    state = .playingTunable(exercise, heard: heard)
    return [.enableTuning(exercise)]
  }

  /// The renderer knows best what sounded, so the result waits for its report; what is believed serves until then.
  private mutating func accept(_ commit: Commit, believed: Hertz) -> [Effect] {
    guard case .playingTunable(let exercise, let heard) = state, commit.inputTime >= heard, let run else { return [] }
    state = .committing(
      MatchingAttempt(
        exercise: exercise, settings: run.basis.settings, commit: commit, finalHertz: believed,
        timeTaken: commit.inputTime - heard))
    return [.fade(exercise.epoch, commit)]
  }

  /// The next exercise is chosen now, during feedback, so that its notes are scheduled long before they sound.
  private mutating func finish(_ epoch: Epoch, hertz: Hertz, end: Frame, reach: TuningReach) -> [Effect] {
    guard case .committing(var attempt) = state, attempt.exercise.epoch == epoch else { return [] }
    // A voice that was already gone has no pitch to report.
    if hertz.value.isFinite, hertz.value > 0 { attempt.finalHertz = hertz }
    let kept = [keep(attempt), .feedback(epoch, attempt.feedback)]
    guard let run, !isComplete(run) else {
      state = .showingFeedback(attempt, end: .last)
      return kept
    }
    return kept + follow(attempt, end: end, reach: reach)
  }

  /// What comes after the feedback that ends on `end`.
  mutating func follow(_ attempt: MatchingAttempt, end: Frame, reach: TuningReach) -> [Effect] {
    guard var run, let start = run.gate.start(after: end) else {
      state = .showingFeedback(attempt, end: .waiting(end))
      return []
    }
    run.reach = reach
    let next: MatchingExercise
    do throws(ExerciseRefusal) {
      next = try choose(in: &run)
    } catch {
      state = .showingFeedback(attempt, end: .refused(error))
      return []
    }
    self.run = run
    if holdsReference {
      state = .showingFeedback(attempt, end: .held(next, at: end))
      return [.ready(next)]
    }
    state = .showingFeedback(attempt, end: .next(next, at: end))
    return play(next, .at(start))
  }

  private mutating func keep(_ attempt: MatchingAttempt) -> Effect {
    if learns { spread.learn(attempt.exercise, error: attempt.error) }
    run?.finished += 1
    return .keep(attempt)
  }

  private mutating func endFeedback(_ epoch: Epoch, frame: Frame) -> [Effect] {
    switch state {
    case .showingFeedback(let attempt, let end) where attempt.exercise.epoch == epoch:
      switch end {
      case .next(let next, let frame):
        state = .playingReference(next)
        return [.clearFeedback(epoch, frame: frame)]
      case .held(let next, let frame):
        state = .holding(next, start: run?.gate.start(after: frame).flatMap { $0 > frame ? .at($0) : nil } ?? .now)
        return [.clearFeedback(epoch, frame: frame)]
      case .waiting(let frame):
        state = .waiting
        return [.clearFeedback(epoch, frame: frame)]
      case .last:
        return [.clearFeedback(epoch, frame: frame)] + complete(.finished)
      case .refused(let refusal):
        return [.clearFeedback(epoch, frame: frame)] + complete(.refused(refusal))
      }
    case .committing(let attempt) where attempt.exercise.epoch == epoch:
      // The fade was never reported, and the time to show the result is over: go on late rather than not at all.
      let kept = [keep(attempt)]
      guard let run, !isComplete(run) else { return kept + complete(.finished) }
      guard let start = run.gate.start(after: frame) else {
        state = .waiting
        return kept
      }
      do throws(ExerciseRefusal) {
        return kept + (try begin(at: start > frame ? .at(start) : .now, in: run))
      } catch {
        return kept + complete(.refused(error))
      }
    case .idle, .waiting, .holding, .playingReference, .playingTunable, .committing, .showingFeedback:
      return []
    }
  }

  mutating func complete(_ end: Effect) -> [Effect] {
    state = .idle
    run = nil
    return [end]
  }

  private mutating func stop() -> [Effect] {
    defer {
      state = .idle
      run = nil
    }
    switch state {
    case .idle, .waiting: return []
    case .holding, .playingReference, .playingTunable: return [.silence]
    case .committing(let attempt): return [keep(attempt), .silence]
    case .showingFeedback(let attempt, _): return [.clearFeedback(attempt.exercise.epoch, frame: nil), .silence]
    }
  }

  private func isComplete(_ run: Run) -> Bool {
    exerciseLimit.map { run.finished >= $0 } ?? false
  }

  /// The draws are the choice's, then one for loudness, always, so that a setting does not shift a seed's notes.
  private mutating func choose(in run: inout Run) throws(ExerciseRefusal) -> MatchingExercise {
    try run.basis.take(settings)
    let settings = run.basis.settings
    let mode = run.basis.space.mode
    let range =
      settings.matchingAdaptive ? spread.range(in: mode, limit: settings.matchingRange) : settings.matchingRange
    let choice = MatchingChoice(space: run.basis.space, range: range, reach: run.reach, using: &generator)
    let loudness = (2 * generator.unit() - 1) * settings.loudnessVariation * ComparisonExercise.loudnessSpan
    let reference = settings.tuning.reference(choice.notes.reference, concertPitch: settings.concertPitch)
    let target = settings.tuning.target(
      from: choice.notes.reference, at: reference, interval: choice.interval)
    let epoch = nextEpoch
    nextEpoch.number += 1
    run.chosen += 1
    return MatchingExercise(
      epoch: epoch, index: run.chosen, mode: mode, reference: choice.notes.reference, referenceHertz: reference,
      target: choice.notes.target, targetHertz: target, interval: choice.interval, startOffset: choice.startOffset,
      startHertz: target.transposed(by: choice.startOffset), range: range, loudnessOffset: loudness)
  }
}

extension MatchingExercise {
  /// The interval as the question it is; nil in unison matching.
  var askedInterval: DirectedInterval? { mode.asksIntervals ? interval : nil }
}
