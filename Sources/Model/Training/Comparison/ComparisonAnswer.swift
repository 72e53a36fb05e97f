import Foundation
import Pitch
import Time

/// An answered comparison, with everything that its record keeps.
public struct ComparisonAnswer: Hashable, Sendable {
  /// The exercise that sounded.
  public var exercise: ComparisonExercise
  /// The settings of the exercise.
  public var settings: TrainingSettings
  /// The strategy that chose it.
  public var strategy: StrategyName
  /// The answer given.
  public var answer: Answer
  /// Whether the player marked the answer as sure; nil without a rating, or if the control has no place for one.
  public var isSure: Bool?
  /// The time stamp of the key.
  public var inputTime: MonotonicTime
  /// The time from when the target's first frame is heard to `inputTime`; never negative.
  public var responseTime: Duration
  /// The surface of the answer.
  public var source: InputSource
  /// The controller's name, nil for other sources.
  public var controller: String?

  /// Whether it was right.
  public var correct: Bool { answer == exercise.correctAnswer }
}

extension ComparisonRecord {
  /// The record of `answer`, given at the wall-clock time `time`, heard through `playbackLatency` seconds.
  public init(_ answer: ComparisonAnswer, id: UUID, time: Date, playbackLatency: Double) {
    self.init(
      id: id, time: time, exercise: answer.exercise, tuning: answer.settings.tuning.name,
      concertPitch: answer.settings.concertPitch.hertz, noteDuration: answer.settings.noteDuration,
      noteGap: answer.settings.noteGap, strategy: answer.strategy.rawValue, answer: answer.answer,
      correct: answer.correct, responseTime: answer.responseTime.seconds, isSure: answer.isSure,
      controller: answer.controller, source: answer.source, playbackLatency: playbackLatency)
  }
}
