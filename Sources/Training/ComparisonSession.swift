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

  /// Used from the next start on.
  public var settings: TrainingSettings
  /// Chooses the exercises and learns from the answers. Setting it (a reset, an import, another strategy) takes effect
  /// with the next exercise that is chosen; an answer from before can then no longer be withdrawn from it.
  public var strategy: any Strategy {
    get {
      var strategy = currentStrategy
      if let unlearnt { strategy.learn(unlearnt.exercise, correct: unlearnt.correct) }
      return strategy
    }
    set {
      currentStrategy = newValue
      undoable = nil
      unlearnt = nil
    }
  }
  /// Whether each reference waits for `.proceed`, because something may be said before it. Used from the next exercise
  /// that is chosen on.
  public var holdsReference = false
  /// The epoch of the next exercise.
  public private(set) var nextEpoch: Epoch

  private var currentStrategy: any Strategy
  private var generator: SeededGenerator
  private let exerciseLimit: Int?
  private var run: Run?
  private var state = State.idle
  /// The last answer and the strategy from before it, for as long as it can be withdrawn.
  private var undoable: (answer: ComparisonAnswer, strategy: any Strategy)?
  /// The answer that is still to be learnt: the fade and the light do not wait for that, the next exercise does.
  private var unlearnt: ComparisonAnswer?

  /// What stays the same from a start to its stop, and what is counted between.
  private struct Run {
    let settings: TrainingSettings
    let space: ExerciseSpace
    var chosen = 0
    var answered = 0
  }

  private enum State {
    case idle
    /// Nothing sounds until `.proceed`.
    case holding(ComparisonExercise)
    case playingReference(ComparisonExercise)
    case playingTarget(ComparisonExercise, heard: MonotonicTime)
    case awaitingAnswer(ComparisonExercise, heard: MonotonicTime)
    case showingFeedback(ComparisonAnswer, end: FeedbackEnd)
  }

  private enum FeedbackEnd {
    /// The answer's batch has not taken effect yet.
    case unknown
    /// The next exercise waits for `.proceed`; feedback ends on this frame.
    case held(ComparisonExercise, at: Frame)
    /// The next exercise is scheduled for the frame where feedback ends.
    case next(ComparisonExercise, at: Frame)
    /// Practice is over when feedback is.
    case last
  }

  /// An idle session. `exerciseLimit` answers end a practice (nil: none do; less than 1 counts as 1).
  public init(
    settings: TrainingSettings, strategy: any Strategy, generator: SeededGenerator, exerciseLimit: Int? = nil,
    firstEpoch: Epoch = Epoch(1)
  ) {
    self.settings = settings
    self.currentStrategy = strategy
    self.generator = generator
    self.exerciseLimit = exerciseLimit
    self.nextEpoch = firstEpoch
  }

  /// Lets the strategy know how late it is. Before a start; nothing can be withdrawn any more then.
  public mutating func age(to now: Date) { strategy.age(to: now) }

  /// Leaves epochs before `epoch` to others, such as sessions of another kind. Never goes back.
  public mutating func skipEpochs(before epoch: Epoch) {
    nextEpoch = max(nextEpoch, epoch)
  }

  /// Where it is.
  public var phase: Phase {
    switch state {
    case .idle: .idle
    case .holding, .playingReference: .playingReference
    case .playingTarget: .playingTarget
    case .awaitingAnswer: .awaitingAnswer
    case .showingFeedback: .showingFeedback
    }
  }

  /// What may reach the player.
  public var view: ComparisonView {
    var view = ComparisonView(phase: phase, canAnswer: false)
    switch state {
    case .idle:
      return view
    case .holding(let exercise), .playingReference(let exercise):
      view.interval = exercise.askedInterval
    case .playingTarget(let exercise, _), .awaitingAnswer(let exercise, _):
      view.interval = exercise.askedInterval
      view.canAnswer = true
    case .showingFeedback(let answer, _):
      view.interval = answer.exercise.askedInterval
      view.feedback = answer.feedback
    }
    return view
  }

  /// The exercise that can be answered now and when its target is first heard: for a simulated listener. Nothing that
  /// reaches the player may depend on it.
  public var answerable: (exercise: ComparisonExercise, heard: MonotonicTime)? {
    switch state {
    case .playingTarget(let exercise, let heard), .awaitingAnswer(let exercise, let heard): (exercise, heard)
    case .idle, .holding, .playingReference, .showingFeedback: nil
    }
  }

  /// Moves on by one event. Events that do not fit the state, or carry another exercise's epoch, change nothing.
  public mutating func handle(_ event: Event) -> [Effect] {
    switch event {
    case .start(let mode):
      start(mode)
    case .proceed(let epoch):
      proceed(epoch)
    case .referenceStarted(let epoch, _):
      enterNext(epoch)
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
  private mutating func start(_ mode: Mode) -> [Effect] {
    guard case .idle = state else { return [] }
    guard mode.isComparison else { return [.refused(.unsuitableMode(mode))] }
    do throws(ExerciseRefusal) {
      undoable = nil
      return beginNow(in: Run(settings: settings, space: try ExerciseSpace(mode: mode, settings: settings)))
    } catch {
      return [.refused(error)]
    }
  }

  private mutating func beginNow(in run: Run) -> [Effect] {
    var run = run
    let exercise = choose(in: &run)
    self.run = run
    if holdsReference {
      state = .holding(exercise)
      return [.ready(exercise)]
    }
    state = .playingReference(exercise)
    return [.play(exercise, timing: run.settings.timing, start: .now)]
  }

  /// What was to be said has been said: the held exercise sounds, never before feedback's end.
  private mutating func proceed(_ epoch: Epoch) -> [Effect] {
    guard let run else { return [] }
    switch state {
    case .holding(let exercise) where exercise.epoch == epoch:
      state = .playingReference(exercise)
      return [.play(exercise, timing: run.settings.timing, start: .now)]
    case .showingFeedback(let answer, .held(let next, let end)) where next.epoch == epoch:
      state = .showingFeedback(answer, end: .next(next, at: end))
      return [.play(next, timing: run.settings.timing, start: .at(end))]
    case .idle, .holding, .playingReference, .playingTarget, .awaitingAnswer, .showingFeedback:
      return []
    }
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
    case .idle, .holding, .playingReference, .showingFeedback:
      return []
    }
    guard time >= heard, var run else { return [] }
    let given = ComparisonAnswer(
      exercise: exercise, settings: run.settings, strategy: currentStrategy.name, answer: answer, inputTime: time,
      responseTime: time - heard, source: source, controller: controller)
    undoable = (given, currentStrategy)
    unlearnt = given
    run.answered += 1
    self.run = run
    state = .showingFeedback(given, end: .unknown)
    return [.answered(given), .feedback(exercise.epoch, given.feedback)]
  }

  /// During feedback, so that the next notes are scheduled long before they sound.
  private mutating func scheduleNext(after epoch: Epoch, end: Frame) -> [Effect] {
    guard case .showingFeedback(let answer, .unknown) = state, answer.exercise.epoch == epoch, var run else {
      return []
    }
    learn()
    if isComplete(run) {
      state = .showingFeedback(answer, end: .last)
      return []
    }
    let next = choose(in: &run)
    self.run = run
    if holdsReference {
      state = .showingFeedback(answer, end: .held(next, at: end))
      return [.ready(next)]
    }
    state = .showingFeedback(answer, end: .next(next, at: end))
    return [.play(next, timing: run.settings.timing, start: .at(end))]
  }

  private mutating func endFeedback(_ epoch: Epoch, frame: Frame) -> [Effect] {
    guard case .showingFeedback(let answer, let end) = state, answer.exercise.epoch == epoch, let run else { return [] }
    learn()
    switch end {
    case .next(let next, let frame):
      state = .playingReference(next)
      return [.clearFeedback(epoch, frame: frame)]
    case .held(let next, let frame):
      state = .holding(next)
      return [.clearFeedback(epoch, frame: frame)]
    case .unknown where !isComplete(run):
      // Feedback's start was never reported: go on late rather than not at all.
      return [.clearFeedback(epoch, frame: frame)] + beginNow(in: run)
    case .unknown, .last:
      state = .idle
      self.run = nil
      return [.clearFeedback(epoch, frame: frame), .finished]
    }
  }

  private mutating func withdraw(_ pressedAt: MonotonicTime) -> [Effect] {
    guard let (answer, strategy) = undoable, answer.inputTime == pressedAt else { return [] }
    currentStrategy = strategy
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
    case .idle: return []
    case .holding, .playingReference, .playingTarget, .awaitingAnswer: return [.silence]
    case .showingFeedback(let answer, _): return [.clearFeedback(answer.exercise.epoch, frame: nil), .silence]
    }
  }

  private mutating func learn() {
    guard let answer = unlearnt else { return }
    unlearnt = nil
    currentStrategy.learn(answer.exercise, correct: answer.correct)
  }

  private func isComplete(_ run: Run) -> Bool {
    exerciseLimit.map { run.answered >= $0 } ?? false
  }

  /// The draws are the strategy's, then one for loudness, always, so that a setting does not shift a seed's notes.
  private mutating func choose(in run: inout Run) -> ComparisonExercise {
    let choice = currentStrategy.next(in: run.space, using: &generator)
    let loudness = (2 * generator.unit() - 1) * run.settings.loudnessVariation * ComparisonExercise.loudnessSpan
    let settings = run.settings
    let reference = settings.tuning.reference(choice.notes.reference, concertPitch: settings.concertPitch)
    let epoch = nextEpoch
    nextEpoch.number += 1
    run.chosen += 1
    return ComparisonExercise(
      epoch: epoch, index: run.chosen, mode: run.space.mode, reference: choice.notes.reference,
      referenceHertz: reference, target: choice.notes.target, offset: choice.offset,
      targetHertz: settings.tuning.target(
        from: choice.notes.reference, at: reference, interval: choice.interval, offset: choice.offset),
      interval: choice.interval, loudnessOffset: loudness)
  }
}

extension ComparisonAnswer {
  /// The result as it is shown.
  var feedback: ComparisonFeedback { ComparisonFeedback(answer: answer, correct: correct) }
}

extension ComparisonExercise {
  /// The interval as the question it is; nil in unison comparison.
  var askedInterval: DirectedInterval? { mode.asksIntervals ? interval : nil }
}
