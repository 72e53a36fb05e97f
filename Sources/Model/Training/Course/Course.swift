import Time

/// One exercise after another, in any discipline: a reference, a second note, the player's response, and feedback,
/// during which the next exercise is chosen and scheduled. `Course` decides epochs, holding, waiting and the end. Each
/// discipline holds a course and decides the choice of exercises, how one ends, which results are kept and the display.
///
/// A pure value: no clock and no waiting. An event that does not fit the state, or carries another exercise's epoch,
/// changes nothing.
package struct Course<Outcome: CourseOutcome>: Sendable {
  package typealias Exercise = Outcome.Exercise
  typealias Start = ExerciseStart
  typealias Effect = CourseEffect<Exercise>

  /// One practice, from its start to its stop.
  struct Run: Sendable {
    var basis: ExerciseBasis<Exercise>
    var gate = ExerciseGate.open
    /// The frame at which the newest exercise was scheduled, until its reference starts.
    var scheduled: Frame?
    var chosen = 0
    var finished = 0
  }

  /// The state of the course, with its data.
  enum State: Sendable {
    case idle
    /// Nothing sounds, and nothing is chosen, until `resume`.
    case waiting
    /// Nothing sounds until `proceed`.
    case holding(Exercise, start: Start)
    case playingReference(Exercise)
    /// The second note sounds, or is `over`: the player's input counts.
    case open(Exercise, heard: MonotonicTime, over: Bool)
    /// The player has answered; the start of feedback is not known yet.
    case given(Outcome)
    case showingFeedback(Outcome, end: End)
  }

  /// The step that ends feedback.
  enum End: Sendable {
    /// The next exercise waits for `proceed`; feedback ends on this frame.
    case held(Exercise, at: Frame)
    /// The next exercise is scheduled for the frame where feedback ends.
    case next(Exercise, at: Frame)
    /// The next exercise waits for `resume`; feedback ends on this frame.
    case waiting(Frame)
    /// Practice ends together with feedback.
    case last
    /// The same, because the settings leave no further exercise.
    case refused(ExerciseRefusal)
  }

  private(set) var state = State.idle
  private(set) var run: Run?
  /// The epoch of the next exercise.
  private(set) var nextEpoch: Epoch
  /// Whether each reference waits for `proceed`. Used from the next choice of exercise onwards.
  var holdsReference = false
  /// The number of exercises after which practice ends; nil: no limit.
  private let limit: Int?

  /// An idle course.
  init(limit: Int?, firstEpoch: Epoch) {
    self.limit = limit
    nextEpoch = firstEpoch
  }

  /// Leaves epochs before `epoch` to other sessions. Never goes back.
  mutating func skipEpochs(before epoch: Epoch) { nextEpoch = max(nextEpoch, epoch) }

  /// The exercise that currently takes the player's input, and when its second note was first heard.
  var open: (exercise: Exercise, heard: MonotonicTime)? {
    if case .open(let exercise, let heard, _) = state { (exercise, heard) } else { nil }
  }

  /// The outcome that has no feedback yet.
  var given: Outcome? { if case .given(let outcome) = state { outcome } else { nil } }

  /// The outcome whose feedback is shown, or will be.
  var outcome: Outcome? {
    switch state {
    case .given(let outcome), .showingFeedback(let outcome, _): outcome
    case .idle, .waiting, .holding, .playingReference, .open: nil
    }
  }

  /// The current exercise, or the one whose feedback is shown.
  var exercise: Exercise? {
    switch state {
    case .idle, .waiting: nil
    case .holding(let exercise, _), .playingReference(let exercise), .open(let exercise, _, _): exercise
    case .given(let outcome), .showingFeedback(let outcome, _): outcome.exercise
    }
  }

  /// During feedback the next exercise, once it is chosen.
  var next: Exercise? {
    switch state {
    case .showingFeedback(_, .held(let next, _)), .showingFeedback(_, .next(let next, _)): next
    case .idle, .waiting, .holding, .playingReference, .open, .given, .showingFeedback: nil
    }
  }

  // MARK: Choosing

  /// Begins a practice of `mode`, unless the mode does not belong to `discipline` or the settings leave it no exercise.
  /// Without a `start` it waits for `resume`. Ignored while practice runs.
  mutating func start(
    _ mode: Mode, of discipline: Discipline, _ settings: TrainingSettings, at start: Start?,
    by chooser: inout some Chooser<Exercise>
  ) -> [Effect] {
    guard case .idle = state else { return [] }
    guard mode.discipline == discipline else { return [.refused(.unsuitableMode(mode))] }
    do throws(ExerciseRefusal) {
      let run = Run(basis: try ExerciseBasis(mode, settings))
      if let start { return try begin(at: start, in: run, settings, by: &chooser) }
      (self.run, state) = (run, .waiting)
      return []
    } catch {
      return [.refused(error)]
    }
  }

  private mutating func begin(
    at start: Start, in run: Run, _ settings: TrainingSettings, by chooser: inout some Chooser<Exercise>
  ) throws(ExerciseRefusal) -> [Effect] {
    var run = run
    let exercise = try choose(in: &run, settings, by: &chooser)
    self.run = run
    if holdsReference {
      state = .holding(exercise, start: start)
      return [.ready(exercise)]
    }
    state = .playingReference(exercise)
    return play(exercise, start)
  }

  private mutating func choose(
    in run: inout Run, _ settings: TrainingSettings, by chooser: inout some Chooser<Exercise>
  ) throws(ExerciseRefusal) -> Exercise {
    try run.basis.apply(settings)
    run.chosen += 1
    defer { nextEpoch.number += 1 }
    return chooser.choose(nextEpoch, index: run.chosen, by: run.basis)
  }

  private mutating func play(_ exercise: Exercise, _ start: Start) -> [Effect] {
    guard let run else { return [] }
    let timing = run.basis.settings.noteTiming
    guard case .at(let frame) = start else {
      self.run?.scheduled = nil
      return [.play(exercise, timing: timing, start: start)]
    }
    let first = exercise.start(from: frame)
    self.run?.scheduled = first
    // It may begin later than asked, on a frame that the gate no longer allows.
    guard run.gate.start(after: first) != nil else {
      _ = unschedule()
      return []
    }
    return [.play(exercise, timing: timing, start: .at(first))]
  }

  /// Ends the wait for speech: the held exercise sounds, never before the end of feedback.
  mutating func proceed(_ epoch: Epoch) -> [Effect] {
    guard let run else { return [] }
    switch state {
    case .holding(let exercise, let start) where exercise.epoch == epoch:
      // Speech lasted until after the gate had closed.
      if case .closed = run.gate {
        state = .waiting
        return []
      }
      state = .playingReference(exercise)
      return play(exercise, start)
    case .showingFeedback(let outcome, .held(let next, let end)) where next.epoch == epoch:
      guard let start = run.gate.start(after: end) else {
        state = .showingFeedback(outcome, end: .waiting(end))
        return []
      }
      state = .showingFeedback(outcome, end: .next(next, at: end))
      return play(next, .at(start))
    case .idle, .waiting, .holding, .playingReference, .open, .given, .showingFeedback: return []
    }
  }

  // MARK: Notes

  /// Handles the start of the reference of `epoch`.
  mutating func startReference(_ epoch: Epoch) -> [Effect] {
    let effects = enterNext(epoch)
    if case .playingReference(let exercise) = state, exercise.epoch == epoch { run?.scheduled = nil }
    return effects
  }

  /// The end of feedback and the start of the next reference are the same frame: the first of the two reports ends
  /// feedback.
  private mutating func enterNext(_ epoch: Epoch) -> [Effect] {
    guard case .showingFeedback(let outcome, .next(let next, let frame)) = state, next.epoch == epoch else { return [] }
    state = .playingReference(next)
    return [.clearFeedback(outcome.exercise.epoch, frame: frame)]
  }

  /// Handles the start of the second note of `epoch`, heard at `heard`. `opened` is its exercise if the player's input
  /// now counts.
  mutating func startSecond(_ epoch: Epoch, heard: MonotonicTime) -> (effects: [Effect], opened: Exercise?) {
    let effects = enterNext(epoch)
    guard case .playingReference(let exercise) = state, exercise.epoch == epoch else { return (effects, nil) }
    state = .open(exercise, heard: heard, over: false)
    return (effects, exercise)
  }

  /// Plays the open exercise again from its reference: the player's input does not count until its second note starts
  /// again.
  mutating func playAgain() {
    if case .open(let exercise, _, _) = state { state = .playingReference(exercise) }
  }

  /// Handles the end of the second note of `epoch`.
  mutating func endSecond(_ epoch: Epoch) {
    guard case .open(let exercise, let heard, false) = state, exercise.epoch == epoch else { return }
    state = .open(exercise, heard: heard, over: true)
  }

  // MARK: Feedback

  /// Stores the player's outcome.
  mutating func give(_ outcome: Outcome) { state = .given(outcome) }

  /// Counts an exercise towards the limit of the practice.
  mutating func finishExercise() { run?.finished += 1 }

  /// Counts one exercise fewer towards it: the player does it again.
  mutating func takeBackExercise() { run?.finished -= 1 }

  /// Shows feedback on `outcome` until `end`. The next exercise is chosen now, so that its notes are scheduled long
  /// before they sound.
  mutating func showFeedback(
    of outcome: Outcome, until end: Frame, _ settings: TrainingSettings, by chooser: inout some Chooser<Exercise>
  ) -> [Effect] {
    guard run != nil, !isComplete else {
      state = .showingFeedback(outcome, end: .last)
      return []
    }
    return follow(outcome, end: end, settings, by: &chooser)
  }

  private mutating func follow(
    _ outcome: Outcome, end: Frame, _ settings: TrainingSettings, by chooser: inout some Chooser<Exercise>
  ) -> [Effect] {
    guard var run, let start = run.gate.start(after: end) else {
      state = .showingFeedback(outcome, end: .waiting(end))
      return []
    }
    let next: Exercise
    do throws(ExerciseRefusal) {
      next = try choose(in: &run, settings, by: &chooser)
    } catch {
      state = .showingFeedback(outcome, end: .refused(error))
      return []
    }
    self.run = run
    if holdsReference {
      state = .showingFeedback(outcome, end: .held(next, at: end))
      return [.ready(next)]
    }
    state = .showingFeedback(outcome, end: .next(next, at: end))
    return play(next, .at(start))
  }

  /// Handles the end of feedback of `epoch`, on `frame`.
  mutating func endFeedback(_ epoch: Epoch, at frame: Frame) -> [Effect] {
    guard case .showingFeedback(let outcome, let end) = state, outcome.exercise.epoch == epoch else { return [] }
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
    case .last: return [.clearFeedback(epoch, frame: frame)] + self.end(with: .finished)
    case .refused(let refusal): return [.clearFeedback(epoch, frame: frame)] + self.end(with: .refused(refusal))
    }
  }

  /// The start of feedback was never reported, and it would be over by `frame`: continues late rather than not at all.
  mutating func goOn(
    after frame: Frame, _ settings: TrainingSettings, by chooser: inout some Chooser<Exercise>
  ) -> [Effect] {
    guard let run, !isComplete else { return end(with: .finished) }
    guard let start = run.gate.start(after: frame) else {
      state = .waiting
      return []
    }
    do throws(ExerciseRefusal) {
      return try begin(at: start > frame ? .at(start) : .now, in: run, settings, by: &chooser)
    } catch {
      return end(with: .refused(error))
    }
  }

  // MARK: Another exercise in place of one

  /// Whether the exercise under way, or the next one, can be replaced.
  var canReplace: Bool {
    switch state {
    case .waiting, .holding, .playingReference, .open: true
    case .showingFeedback(_, .held), .showingFeedback(_, .next), .showingFeedback(_, .waiting): true
    case .idle, .given, .showingFeedback: false
    }
  }

  /// Replaces the exercise under way, or during feedback the next one, by another choice: at once, or when the one it
  /// replaces would have begun. Only while `canReplace`.
  mutating func replace(_ settings: TrainingSettings, by chooser: inout some Chooser<Exercise>) -> [Effect] {
    guard let run else { return [] }
    switch state {
    case .holding(let exercise, _), .playingReference(let exercise), .open(let exercise, _, _):
      state = .waiting
      // No exercise may begin: the next one is chosen by `resume`.
      if case .closed = run.gate { return [.discard(exercise.epoch)] }
      do throws(ExerciseRefusal) {
        return [.discard(exercise.epoch)] + (try begin(at: .now, in: run, settings, by: &chooser))
      } catch {
        return [.discard(exercise.epoch)] + end(with: .refused(error))
      }
    case .showingFeedback(let outcome, .next(let next, let end)),
      .showingFeedback(let outcome, .held(let next, let end)):
      return [.discard(next.epoch)] + follow(outcome, end: end, settings, by: &chooser)
    case .idle, .waiting, .given, .showingFeedback: return []
    }
  }

  // MARK: The end

  /// Ends practice with `effect`.
  mutating func end(with effect: Effect) -> [Effect] {
    state = .idle
    run = nil
    return [effect]
  }

  /// Ends practice at once.
  mutating func stop() -> [Effect] {
    defer {
      state = .idle
      run = nil
    }
    switch state {
    case .idle, .waiting: return []
    case .holding, .playingReference, .open, .given: return [.silence]
    case .showingFeedback(let outcome, _): return [.clearFeedback(outcome.exercise.epoch, frame: nil), .silence]
    }
  }

  private var isComplete: Bool { run.map { run in limit.map { run.finished >= $0 } ?? false } ?? false }

  // MARK: Waiting

  /// Lets no exercise begin on `frame` or later, until `resume`.
  mutating func hold(from frame: Frame) -> [Effect] {
    guard run != nil else { return [] }
    run?.gate = .closed(from: frame)
    guard let scheduled = run?.scheduled, scheduled >= frame, let exercise = unschedule() else { return [] }
    return [.drop(exercise.epoch)]
  }

  /// Returns to waiting for `resume`, without the exercise that is scheduled and has not begun. Returns that exercise.
  private mutating func unschedule() -> Exercise? {
    switch state {
    case .showingFeedback(let outcome, .next(let next, let end)):
      run?.scheduled = nil
      state = .showingFeedback(outcome, end: .waiting(end))
      return next
    case .playingReference(let exercise):
      run?.scheduled = nil
      state = .waiting
      return exercise
    case .idle, .waiting, .holding, .open, .given, .showingFeedback: return nil
    }
  }

  /// Lets exercises begin again, on `frame`.
  mutating func resume(
    at frame: Frame, _ settings: TrainingSettings, by chooser: inout some Chooser<Exercise>
  ) -> [Effect] {
    run?.gate.open(at: frame)
    guard let run else { return [] }
    switch state {
    case .waiting:
      do throws(ExerciseRefusal) {
        return try begin(at: .at(frame), in: run, settings, by: &chooser)
      } catch {
        return end(with: .refused(error))
      }
    case .showingFeedback(let outcome, .waiting(let end)): return follow(outcome, end: end, settings, by: &chooser)
    case .idle, .holding, .playingReference, .open, .given, .showingFeedback: return []
    }
  }
}

extension Course.State {
  /// The phase, if an exercise is two sounds, the second of which ends by itself.
  var pairPhase: SessionPhase {
    switch self {
    case .idle: .idle
    case .waiting: .waiting
    case .holding, .playingReference: .playingReference
    case .open(_, _, let over): over ? .awaitingAnswer : .playingTarget
    case .given, .showingFeedback: .showingFeedback
    }
  }
}
