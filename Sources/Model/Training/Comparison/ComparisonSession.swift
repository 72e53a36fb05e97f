import Foundation
import Pitch
import Time

/// Comparison: an answer ends an exercise and can be withdrawn, and the strategy that chooses learns from it.
public struct ComparisonSession: ExerciseSession {
  /// An action to perform, in order, before the next event is handled.
  public typealias Effect = AnswerEffect<ComparisonExercise, ComparisonAnswer>

  package static let discipline = Discipline.comparison

  package var settings: TrainingSettings
  /// Chooses the exercises and learns from the answers. A new value (after a reset or an import) takes effect with the
  /// next exercise chosen; an answer from before can then no longer be withdrawn from it.
  public var strategy: any Strategy {
    get { answers.informedChooser.strategies.choosing }
    set { answers.informedChooser.strategies = Strategies(newValue) }
  }
  package var learns = true
  package var course: Course<ComparisonAnswer> {
    get { answers.course }
    set { answers.course = newValue }
  }
  private var answers: AnswerCourse<ComparisonChooser>

  /// An idle session. Practice ends after `exerciseLimit` answers (nil: never; less than 1 counts as 1).
  public init(
    settings: TrainingSettings, strategy: any Strategy, generator: SeededGenerator, exerciseLimit: Int? = nil,
    firstEpoch: Epoch = Epoch(1)
  ) {
    self.settings = settings
    let chooser = ComparisonChooser(strategies: Strategies(strategy), generator: generator)
    answers = AnswerCourse(choosingBy: chooser, limit: exerciseLimit, firstEpoch: firstEpoch)
  }

  /// Ages the strategy to `now`. Before a start; after it, no earlier answer can be withdrawn.
  public mutating func age(to now: Date) { strategy.age(to: now) }

  /// Lets `strategy`, which has learned all answers so far, choose from the next exercise onwards. The current exercise
  /// and its answer stay with the current strategy, and that answer can be withdrawn from both.
  public mutating func change(to strategy: any Strategy) {
    // The new strategy knows an answer that the current one has yet to learn.
    answers.learn()
    answers.chooser.strategies.next = strategy
    // Withdrawing the last answer undoes the learning, not the choice of strategy.
    answers.undoable?.chooser.strategies.next = strategy
  }

  package mutating func handle(_ event: SessionEvent) -> [Effect] {
    switch event {
    case .start(let mode, _, let start): answers.start(mode, of: Self.discipline, settings, at: start)
    case .answer(let answer, let isSure, let time, let source, let controller):
      accept(answer, isSure: isSure, at: time, source: source, controller: controller)
    default: answers.handle(event, settings)
    }
  }

  private mutating func accept(
    _ answer: Answer, isSure: Bool?, at time: MonotonicTime, source: InputSource, controller: String?
  ) -> [Effect] {
    guard let (exercise, heard) = course.open, time >= heard, let run = course.run else { return [] }
    let given = ComparisonAnswer(
      exercise: exercise, settings: run.basis.settings, strategy: answers.chooser.strategies.current.name,
      answer: answer, isSure: isSure, inputTime: time, responseTime: time - heard, source: source,
      controller: controller)
    return answers.accept(given, teaches: learns)
  }
}

extension ComparisonAnswer: AnsweredOutcome {}

/// Chooses comparison exercises. Each choice takes the strategy's draws and then always one for loudness, so that a
/// setting does not shift a seed's notes.
package struct ComparisonChooser: AnswerChooser {
  var strategies: Strategies
  var generator: SeededGenerator

  mutating func learn(_ answer: ComparisonAnswer) { strategies.learn(answer) }
  mutating func unlearn(to before: Self) { strategies = before.strategies }

  package mutating func choose(_ epoch: Epoch, index: Int, by basis: ExerciseBasis<ComparisonExercise>)
    -> ComparisonExercise
  {
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
      interval: choice.interval, loudnessOffset: loudness, timbres: settings.timbres)
  }
}

extension ComparisonChooser: ListeningChooser {
  package init(strategy: any Strategy, generator: SeededGenerator) {
    self.init(strategies: Strategies(strategy), generator: generator)
  }

  package var strategy: any Strategy {
    get { strategies.choosing }
    set { strategies.next = newValue }
  }
  package var chosenBy: StrategyName { strategies.current.name }

  package mutating func age(to now: Date) { strategy.age(to: now) }
}
