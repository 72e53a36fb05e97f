import Foundation

/// A pair played in listening, with everything that its record keeps.
public struct HeardPair: Hashable, Sendable {
  /// The exercise that sounded: the same as a comparison's.
  public var exercise: ComparisonExercise
  /// The settings of the exercise.
  public var settings: TrainingSettings
  /// The strategy that chose it.
  public var strategy: StrategyName

  /// The answer given after the time to think.
  public var answer: Answer { exercise.correctAnswer }
}

extension HeardPair: CourseOutcome {}

extension ListeningRecord {
  /// The record of `pair`, whose answer was given at the wall-clock time `time`.
  public init(_ pair: HeardPair, id: UUID, time: Date) {
    self.init(
      id: id, time: time, exercise: pair.exercise, tuning: pair.settings.tuning.name,
      concertPitch: pair.settings.concertPitch.hertz, noteDuration: pair.settings.noteDuration,
      noteGap: pair.settings.noteGap, strategy: pair.strategy.rawValue)
  }
}
