import Foundation
import Pitch

/// What one comparison says of an ear.
public struct EarAnswer: Hashable, Sendable {
  /// Which skill was asked.
  public var intervalClass: IntervalClass
  /// Where on the keyboard: the reference.
  public var note: Note
  /// Signed distance from the correct pitch.
  public var offset: Cents
  /// Whether the answer was right.
  public var correct: Bool

  /// Memberwise.
  public init(intervalClass: IntervalClass, note: Note, offset: Cents, correct: Bool) {
    self.intervalClass = intervalClass
    self.note = note
    self.offset = offset
    self.correct = correct
  }

  /// Of an answered exercise.
  public init(_ exercise: ComparisonExercise, correct: Bool) {
    self.init(
      intervalClass: IntervalClass(exercise.interval), note: exercise.reference, offset: exercise.offset,
      correct: correct)
  }
}

/// What one answer says of the threshold by itself, whatever was believed before: a noisy reading of its logarithm, to be
/// averaged by `precision` over a stretch of time.
///
/// A single answer is no reading; this is the maximum of its likelihood's second-order expansion about the estimate (one
/// step of Fisher scoring), which is unbiased to first order wherever the estimate lies.
public struct ThresholdReading: Hashable, Sendable {
  /// log₂ of the threshold in cents.
  public var octaves: Double
  /// Fisher information, 1/octave².
  public var precision: Double
}
