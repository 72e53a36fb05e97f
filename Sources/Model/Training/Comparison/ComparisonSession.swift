import Foundation
import Pitch
import Time

/// Comparison: an answer ends an exercise and can be withdrawn, and the strategy that chooses learns from it.
public struct ComparisonSession: ExerciseSession {
  package static let discipline = Discipline.comparison

  package var settings: TrainingSettings
  /// Chooses the exercises and learns from the answers. A new value (after a reset or an import) takes effect with the
  /// next exercise chosen; an answer from before can then no longer be withdrawn from it.
  public var strategy: any Strategy {
    get {
      var strategies = chooser.strategies
      if let unlearned { strategies.learn(unlearned) }
      return strategies.choosing
    }
    set {
      chooser.strategies = Strategies(newValue)
      undoable = nil
      unlearned = nil
    }
  }
  package var learns = true
  package var course: Course<ComparisonAnswer>
  private var chooser: ComparisonChooser
  /// The last answer and the strategies before it, for as long as it can be withdrawn.
  private var undoable: (answer: ComparisonAnswer, strategies: Strategies)?
  /// The answer not learned yet: the fade and the light do not wait for learning, the next exercise does.
  private var unlearned: ComparisonAnswer?

  /// An idle session. Practice ends after `exerciseLimit` answers (nil: never; less than 1 counts as 1).
  public init(
    settings: TrainingSettings, strategy: any Strategy, generator: SeededGenerator, exerciseLimit: Int? = nil,
    firstEpoch: Epoch = Epoch(1)
  ) {
    self.settings = settings
    chooser = ComparisonChooser(strategies: Strategies(strategy), generator: generator)
    course = Course(limit: exerciseLimit, firstEpoch: firstEpoch)
  }

  /// Ages the strategy to `now`. Before a start; after it, no earlier answer can be withdrawn.
  public mutating func age(to now: Date) { strategy.age(to: now) }

  /// Lets `strategy`, which has learned all answers so far, choose from the next exercise onwards. The current exercise
  /// and its answer stay with the current strategy, and that answer can be withdrawn from both.
  public mutating func change(to strategy: any Strategy) {
    // The new strategy knows an answer that the current one has yet to learn.
    learn()
    chooser.strategies.next = strategy
    // Withdrawing the last answer undoes the learning, not the choice of strategy.
    undoable?.strategies.next = strategy
  }

  package mutating func handle(_ event: SessionEvent) -> [Effect] {
    switch event {
    case .start(let mode, _, let start): self.start(mode, at: start)
    case .hold(let frame): wants(course.hold(from: frame))
    case .resume(let frame, _): wants(course.resume(at: frame, settings, by: &chooser))
    case .proceed(let epoch): wants(course.proceed(epoch))
    case .referenceStarted(let epoch, _): wants(course.startReference(epoch))
    case .secondStarted(let epoch, let heard): startTarget(epoch, heard: heard)
    case .secondEnded(let epoch): endTarget(epoch)
    case .answer(let answer, let time, let source, let controller):
      accept(answer, at: time, source: source, controller: controller)
    case .feedbackStarted(let epoch, let frame, let rate):
      scheduleNext(after: epoch, end: frame + FeedbackTime.frames(rate: rate))
    case .feedbackEnded(let epoch, let frame): endFeedback(epoch, frame: frame)
    case .withdraw(let pressedAt): withdraw(pressedAt) + stop()
    case .stop: stop()
    case .thoughtOver, .hearAgain, .commit, .faded: []
    }
  }

  private mutating func start(_ mode: Mode, at start: ExerciseStart?) -> [Effect] {
    if case .idle = course.state { undoable = nil }
    return wants(course.start(mode, of: Self.discipline, settings, at: start, by: &chooser))
  }

  private mutating func startTarget(_ epoch: Epoch, heard: MonotonicTime) -> [Effect] {
    let (effects, opened) = course.startSecond(epoch, heard: heard)
    return wants(effects) + (opened == nil ? [] : [.enableAnswer(epoch)])
  }

  private mutating func endTarget(_ epoch: Epoch) -> [Effect] {
    course.endSecond(epoch)
    return []
  }

  private mutating func accept(
    _ answer: Answer, at time: MonotonicTime, source: InputSource, controller: String?
  ) -> [Effect] {
    guard let (exercise, heard) = course.open, time >= heard, let run = course.run else { return [] }
    let given = ComparisonAnswer(
      exercise: exercise, settings: run.basis.settings, strategy: chooser.strategies.current.name, answer: answer,
      inputTime: time, responseTime: time - heard, source: source, controller: controller)
    undoable = (given, chooser.strategies)
    unlearned = learns ? given : nil
    course.finishExercise()
    course.give(given)
    return [.answered(given), .feedback(exercise.epoch, given.feedback)]
  }

  private mutating func scheduleNext(after epoch: Epoch, end: Frame) -> [Effect] {
    guard let answer = course.given, answer.exercise.epoch == epoch else { return [] }
    learn()
    return wants(course.showFeedback(of: answer, until: end, settings, by: &chooser))
  }

  private mutating func endFeedback(_ epoch: Epoch, frame: Frame) -> [Effect] {
    guard course.outcome?.exercise.epoch == epoch else { return [] }
    learn()
    guard course.given != nil else { return wants(course.endFeedback(epoch, at: frame)) }
    return [.course(.clearFeedback(epoch, frame: frame))]
      + wants(course.goOn(after: frame, settings, by: &chooser))
  }

  private mutating func withdraw(_ pressedAt: MonotonicTime) -> [Effect] {
    guard let (answer, before) = undoable, answer.inputTime == pressedAt else { return [] }
    chooser.strategies = before
    undoable = nil
    unlearned = nil
    return [.withdrawn(answer)]
  }

  private mutating func stop() -> [Effect] {
    learn()
    undoable = nil
    // An answer is shown as soon as it is given.
    let shown = course.given.map { [CourseEffect<ComparisonExercise>.clearFeedback($0.exercise.epoch, frame: nil)] }
    return wants((shown ?? []) + course.stop())
  }

  private mutating func learn() {
    guard let answer = unlearned else { return }
    unlearned = nil
    chooser.strategies.learn(answer)
  }

  private func wants(_ effects: [CourseEffect<ComparisonExercise>]) -> [Effect] { effects.map(Effect.course) }
}

extension ComparisonAnswer: AnsweredOutcome {}

/// Chooses comparison exercises. Each choice takes the strategy's draws and then always one for loudness, so that a
/// setting does not shift a seed's notes.
struct ComparisonChooser: Chooser {
  var strategies: Strategies
  var generator: SeededGenerator

  mutating func choose(_ epoch: Epoch, index: Int, by basis: ExerciseBasis<ComparisonExercise>) -> ComparisonExercise {
    strategies.advance()
    let choice = strategies.current.next(in: basis.space, using: &generator)
    let settings = basis.settings
    let loudness = (2 * generator.unit() - 1) * settings.loudnessVariation * ComparisonExercise.loudnessSpan
    let reference = settings.tuning.reference(choice.notes.reference, concertPitch: settings.concertPitch)
    return ComparisonExercise(
      epoch: epoch, index: index, mode: basis.space.mode, reference: choice.notes.reference,
      referenceHertz: reference, target: choice.notes.target, offset: choice.offset,
      targetHertz: settings.tuning.target(
        from: choice.notes.reference, at: reference, interval: choice.interval, offset: choice.offset),
      interval: choice.interval, loudnessOffset: loudness)
  }
}
