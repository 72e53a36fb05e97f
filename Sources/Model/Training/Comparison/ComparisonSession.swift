import Foundation
import Pitch
import Time

/// The comparison loop as a pure reducer: events in, effects out, no clock and no waiting.
///
/// A late event of an old epoch is dropped here; whoever feeds it need not look at epochs. One value serves for the
/// life of the program, so that epochs never repeat and the strategy keeps what it has learnt from run to run.
public struct ComparisonSession: Sendable {
  /// How long a result is shown.
  public static let feedbackDuration = Duration.milliseconds(400)

  /// Frames from feedback's first frame to the next reference's first frame, at `rate` frames a second.
  public static func feedbackFrames(rate: Int) -> Int64 {
    Int64((feedbackDuration.seconds * Double(rate)).rounded())
  }

  /// Used from the next exercise that is chosen on: the one that runs, and its answer, keep what it was chosen by. If
  /// they leave no exercise then, practice ends with that refusal when the result has been shown.
  public var settings: TrainingSettings
  /// Chooses the exercises and learns from the answers. Setting it (a reset, an import) takes effect with the next
  /// exercise that is chosen; an answer from before can then no longer be withdrawn from it.
  public var strategy: any Strategy {
    get {
      var strategies = strategies
      if let unlearnt { strategies.learn(unlearnt) }
      return strategies.choosing
    }
    set {
      strategies = Strategies(newValue)
      undoable = nil
      unlearnt = nil
    }
  }
  /// Whether each reference waits for `.proceed`, because something may be said before it. Used from the next exercise
  /// that is chosen on.
  public var holdsReference = false
  /// Whether answers teach. Used from the next answer on.
  public var learns = true
  /// The epoch of the next exercise.
  public private(set) var nextEpoch: Epoch

  private var strategies: Strategies
  private var generator: SeededGenerator
  private let exerciseLimit: Int?
  var run: Run?
  var state = State.idle
  /// The last answer and the strategies from before it, for as long as it can be withdrawn.
  private var undoable: (answer: ComparisonAnswer, strategies: Strategies)?
  /// The answer that is still to be learnt: the fade and the light do not wait for that, the next exercise does.
  private var unlearnt: ComparisonAnswer?

  /// An idle session. `exerciseLimit` answers end a practice (nil: none do; less than 1 counts as 1).
  public init(
    settings: TrainingSettings, strategy: any Strategy, generator: SeededGenerator, exerciseLimit: Int? = nil,
    firstEpoch: Epoch = Epoch(1)
  ) {
    self.settings = settings
    self.strategies = Strategies(strategy)
    self.generator = generator
    self.exerciseLimit = exerciseLimit
    self.nextEpoch = firstEpoch
  }

  /// Lets the strategy know how late it is. Before a start; nothing can be withdrawn any more then.
  public mutating func age(to now: Date) { strategy.age(to: now) }

  /// Lets `strategy` choose from the next exercise on, knowing all answers so far. The exercise that runs, and its
  /// answer, stay with the present one, and that answer can be withdrawn from both.
  public mutating func change(to strategy: any Strategy) {
    // It knows an answer that the present one has still to learn.
    learn()
    strategies.next = strategy
    // Withdrawing the last answer takes back what was learnt, not what was chosen.
    undoable?.strategies.next = strategy
  }

  /// Leaves epochs before `epoch` to others, such as sessions of another kind. Never goes back.
  public mutating func skipEpochs(before epoch: Epoch) {
    nextEpoch = max(nextEpoch, epoch)
  }

  /// Moves on by one event. Events that do not fit the state, or carry another exercise's epoch, change nothing.
  public mutating func handle(_ event: Event) -> [Effect] {
    switch event {
    case .start(let mode, let start):
      self.start(mode, at: start)
    case .hold(let frame):
      hold(from: frame)
    case .resume(let frame):
      resume(at: frame)
    case .proceed(let epoch):
      proceed(epoch)
    case .referenceStarted(let epoch, _):
      enterReference(epoch)
    case .targetStarted(let epoch, let heard):
      enterNext(epoch) + enterTarget(epoch, heard: heard)
    case .targetEnded(let epoch):
      endTarget(epoch)
    case .answer(let answer, let time, let source, let controller):
      accept(answer, at: time, source: source, controller: controller)
    case .feedbackStarted(let epoch, let frame, let rate):
      scheduleNext(after: epoch, end: frame + Self.feedbackFrames(rate: rate))
    case .feedbackEnded(let epoch, let frame):
      endFeedback(epoch, frame: frame)
    case .withdraw(let pressedAt):
      withdraw(pressedAt) + stop()
    case .stop:
      stop()
    }
  }
}

// MARK: - Steps of the loop

extension ComparisonSession {
  private mutating func start(_ mode: Mode, at start: Start) -> [Effect] {
    guard case .idle = state else { return [] }
    guard mode.discipline == .comparison else { return [.refused(.unsuitableMode(mode))] }
    do throws(ExerciseRefusal) {
      undoable = nil
      return try begin(at: start, in: Run(basis: try ExerciseBasis(mode, settings)))
    } catch {
      return [.refused(error)]
    }
  }

  mutating func begin(at start: Start, in run: Run) throws(ExerciseRefusal) -> [Effect] {
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

  private mutating func play(_ exercise: ComparisonExercise, _ start: Start) -> [Effect] {
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
    case .showingFeedback(let answer, .held(let next, let end)) where next.epoch == epoch:
      guard let start = run.gate.start(after: end) else {
        state = .showingFeedback(answer, end: .waiting(end))
        return []
      }
      state = .showingFeedback(answer, end: .next(next, at: end))
      return play(next, .at(start))
    case .idle, .waiting, .holding, .playingReference, .playingTarget, .awaitingAnswer, .showingFeedback:
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
    guard case .showingFeedback(let answer, .next(let next, let frame)) = state, next.epoch == epoch else { return [] }
    state = .playingReference(next)
    return [.clearFeedback(answer.exercise.epoch, frame: frame)]
  }

  private mutating func enterTarget(_ epoch: Epoch, heard: MonotonicTime) -> [Effect] {
    guard case .playingReference(let exercise) = state, exercise.epoch == epoch else { return [] }
    state = .playingTarget(exercise, heard: heard)
    return [.enableAnswer(epoch)]
  }

  private mutating func endTarget(_ epoch: Epoch) -> [Effect] {
    guard case .playingTarget(let exercise, let heard) = state, exercise.epoch == epoch else { return [] }
    state = .awaitingAnswer(exercise, heard: heard)
    return []
  }

  private mutating func accept(
    _ answer: Answer, at time: MonotonicTime, source: InputSource, controller: String?
  ) -> [Effect] {
    let exercise: ComparisonExercise
    let heard: MonotonicTime
    switch state {
    case .playingTarget(let current, let start), .awaitingAnswer(let current, let start):
      exercise = current
      heard = start
    case .idle, .waiting, .holding, .playingReference, .showingFeedback:
      return []
    }
    guard time >= heard, var run else { return [] }
    let given = ComparisonAnswer(
      exercise: exercise, settings: run.basis.settings, strategy: strategies.current.name, answer: answer,
      inputTime: time,
      responseTime: time - heard, source: source, controller: controller)
    undoable = (given, strategies)
    unlearnt = learns ? given : nil
    run.answered += 1
    self.run = run
    state = .showingFeedback(given, end: .unknown)
    return [.answered(given), .feedback(exercise.epoch, given.feedback)]
  }

  /// During feedback, so that the next notes are scheduled long before they sound.
  private mutating func scheduleNext(after epoch: Epoch, end: Frame) -> [Effect] {
    guard case .showingFeedback(let answer, .unknown) = state, answer.exercise.epoch == epoch, let run else {
      return []
    }
    learn()
    if isComplete(run) {
      state = .showingFeedback(answer, end: .last)
      return []
    }
    return follow(answer, end: end)
  }

  /// What comes after the feedback that ends on `end`.
  mutating func follow(_ answer: ComparisonAnswer, end: Frame) -> [Effect] {
    guard var run, let start = run.gate.start(after: end) else {
      state = .showingFeedback(answer, end: .waiting(end))
      return []
    }
    let next: ComparisonExercise
    do throws(ExerciseRefusal) {
      next = try choose(in: &run)
    } catch {
      state = .showingFeedback(answer, end: .refused(error))
      return []
    }
    self.run = run
    if holdsReference {
      state = .showingFeedback(answer, end: .held(next, at: end))
      return [.ready(next)]
    }
    state = .showingFeedback(answer, end: .next(next, at: end))
    return play(next, .at(start))
  }

  private mutating func endFeedback(_ epoch: Epoch, frame: Frame) -> [Effect] {
    guard case .showingFeedback(let answer, let end) = state, answer.exercise.epoch == epoch, let run else { return [] }
    learn()
    switch end {
    case .next(let next, let frame):
      state = .playingReference(next)
      return [.clearFeedback(epoch, frame: frame)]
    case .held(let next, let frame):
      state = .holding(next, start: run.gate.start(after: frame).flatMap { $0 > frame ? .at($0) : nil } ?? .now)
      return [.clearFeedback(epoch, frame: frame)]
    case .waiting(let frame):
      state = .waiting
      return [.clearFeedback(epoch, frame: frame)]
    case .unknown where !isComplete(run):
      guard let start = run.gate.start(after: frame) else {
        state = .waiting
        return [.clearFeedback(epoch, frame: frame)]
      }
      // Feedback's start was never reported: go on late rather than not at all.
      do throws(ExerciseRefusal) {
        return [.clearFeedback(epoch, frame: frame)] + (try begin(at: start > frame ? .at(start) : .now, in: run))
      } catch {
        return finish(epoch, frame: frame, with: .refused(error))
      }
    case .unknown, .last: return finish(epoch, frame: frame, with: .finished)
    case .refused(let refusal): return finish(epoch, frame: frame, with: .refused(refusal))
    }
  }

  /// The settings leave nothing that could follow.
  mutating func refuse(_ refusal: ExerciseRefusal) -> [Effect] {
    state = .idle
    run = nil
    return [.refused(refusal)]
  }

  private mutating func finish(_ epoch: Epoch, frame: Frame, with end: Effect) -> [Effect] {
    state = .idle
    run = nil
    return [.clearFeedback(epoch, frame: frame), end]
  }

  private mutating func withdraw(_ pressedAt: MonotonicTime) -> [Effect] {
    guard let (answer, before) = undoable, answer.inputTime == pressedAt else { return [] }
    strategies = before
    undoable = nil
    unlearnt = nil
    return [.withdrawn(answer)]
  }

  private mutating func stop() -> [Effect] {
    learn()
    defer {
      state = .idle
      run = nil
      undoable = nil
    }
    switch state {
    case .idle, .waiting: return []
    case .holding, .playingReference, .playingTarget, .awaitingAnswer: return [.silence]
    case .showingFeedback(let answer, _): return [.clearFeedback(answer.exercise.epoch, frame: nil), .silence]
    }
  }

  private mutating func learn() {
    guard let answer = unlearnt else { return }
    unlearnt = nil
    strategies.learn(answer)
  }

  private func isComplete(_ run: Run) -> Bool {
    exerciseLimit.map { run.answered >= $0 } ?? false
  }

  /// The draws are the strategy's, then one for loudness, always, so that a setting does not shift a seed's notes.
  private mutating func choose(in run: inout Run) throws(ExerciseRefusal) -> ComparisonExercise {
    try run.basis.take(settings)
    strategies.advance()
    let choice = strategies.current.next(in: run.basis.space, using: &generator)
    let loudness = (2 * generator.unit() - 1) * run.basis.settings.loudnessVariation * ComparisonExercise.loudnessSpan
    let settings = run.basis.settings
    let reference = settings.tuning.reference(choice.notes.reference, concertPitch: settings.concertPitch)
    let epoch = nextEpoch
    nextEpoch.number += 1
    run.chosen += 1
    return ComparisonExercise(
      epoch: epoch, index: run.chosen, mode: run.basis.space.mode, reference: choice.notes.reference,
      referenceHertz: reference, target: choice.notes.target, offset: choice.offset,
      targetHertz: settings.tuning.target(
        from: choice.notes.reference, at: reference, interval: choice.interval, offset: choice.offset),
      interval: choice.interval, loudnessOffset: loudness)
  }
}
