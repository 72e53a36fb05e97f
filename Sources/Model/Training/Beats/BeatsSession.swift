import Foundation
import Time

/// Which beats faster: two beating intervals, one after the other, until an answer ends the second. The answer can be
/// withdrawn, and the strategy that chooses learns from it.
public struct BeatsSession: ExerciseSession {
  /// An action to perform, in order, before the next event is handled.
  public typealias Effect = AnswerEffect<BeatsExercise, BeatsResponse>

  package static let discipline = Discipline.beats

  package var settings: TrainingSettings
  package var learns = true
  package var course: Course<BeatsResponse> {
    get { answers.course }
    set { answers.course = newValue }
  }
  private var answers: AnswerCourse<BeatsChooser>

  /// An idle session. Practice ends after `exerciseLimit` answers (nil: never; less than 1 counts as 1).
  public init(
    settings: TrainingSettings, strategy: EdgeBeatsStrategy, generator: SeededGenerator, exerciseLimit: Int? = nil,
    firstEpoch: Epoch = Epoch(1)
  ) {
    self.settings = settings
    let chooser = BeatsChooser(strategy: strategy, generator: generator)
    answers = AnswerCourse(choosingBy: chooser, limit: exerciseLimit, firstEpoch: firstEpoch)
  }

  /// Chooses the exercises, and has learned all answers. A new value takes effect with the next exercise chosen; an
  /// earlier answer can then no longer be withdrawn from it.
  package var strategy: EdgeBeatsStrategy {
    get { answers.informedChooser.strategy }
    set { answers.informedChooser.strategy = newValue }
  }

  /// Ages the strategy to `now`. Before a start; after it, no earlier answer can be withdrawn.
  public mutating func age(to now: Date) { strategy.age(to: now) }

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
    guard let (exercise, heard) = course.open, time >= heard else { return [] }
    let given = BeatsResponse(
      exercise: exercise, answer: answer, isSure: isSure, inputTime: time, responseTime: time - heard,
      source: source, controller: controller)
    return answers.accept(given, teaches: learns)
  }
}

/// The public state of a session.
extension BeatsSession {
  package var phase: SessionPhase { course.state.pairPhase }

  /// The current exercise, or the one whose feedback is shown. Only its interval and timbre may reach the player.
  package var exercise: BeatsExercise? { course.exercise }

  /// The part of the state that may reach the player.
  public var view: SessionView<AnswerFeedback> {
    SessionView(phase: phase, isOpen: course.open != nil, feedback: course.outcome?.feedback)
  }
}

/// Chooses the exercises of beats.
struct BeatsChooser: AnswerChooser {
  var strategy: EdgeBeatsStrategy
  private var generator: SeededGenerator

  init(strategy: EdgeBeatsStrategy, generator: SeededGenerator) {
    self.strategy = strategy
    self.generator = generator
  }

  mutating func learn(_ answer: BeatsResponse) {
    let exercise = answer.exercise
    strategy.learn(
      exercise.difference, in: exercise.condition, correct: answer.correct, isSure: answer.isSure)
  }

  mutating func unlearn(to before: Self) { strategy = before.strategy }

  mutating func choose(_ epoch: Epoch, index: Int, by basis: ExerciseBasis<BeatsExercise>) -> BeatsExercise {
    strategy.choose(epoch, index: index, in: basis.space, using: &generator)
  }
}

extension EdgeBeatsStrategy {
  /// Returns the next exercise of `space`: draws the interval, then the difference, then both sounds.
  public func choose(
    _ epoch: Epoch, index: Int, in space: BeatsSpace, using generator: inout SeededGenerator
  ) -> BeatsExercise {
    let interval = space.intervals[generator.below(space.intervals.count)]
    let condition = space.condition(interval)
    let difference = next(in: condition, success: space.targetSuccess, using: &generator)
    let (first, second) = space.draw(interval, difference: difference, using: &generator)
    return BeatsExercise(
      epoch: epoch, index: index, interval: interval, timbre: condition.timbre, first: first, second: second)
  }
}
