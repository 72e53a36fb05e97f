import Foundation
import Pitch

/// The evidence of one comparison about an ear.
public struct EarAnswer: Hashable, Sendable {
  /// The skill asked.
  public var intervalClass: IntervalClass
  /// Whether the interval goes down: then a lower target makes it wider.
  public var isDownwards = false
  /// The reference: the place on the keyboard.
  public var note: Note
  /// Signed distance from the correct pitch.
  public var offset: Cents
  /// Whether the answer was right.
  public var correct: Bool
  /// Whether the player was sure; nil without a rating.
  public var isSure: Bool?
  /// The condition of the exercise.
  public var condition: Condition = .usual
  /// Seconds from hearing the target to pressing the key; nil if unknown.
  public var responseTime: Double?
}

extension EarAnswer {
  /// The evidence of an exercise answered in `condition`.
  public init(_ exercise: ComparisonExercise, in condition: Condition, correct: Bool, isSure: Bool? = nil) {
    self.init(
      intervalClass: IntervalClass(exercise.interval), isDownwards: exercise.interval.semitones < 0,
      note: exercise.reference, offset: exercise.offset, correct: correct, isSure: isSure, condition: condition)
  }

  /// The evidence of a new answer.
  public init(_ answer: ComparisonAnswer) {
    self.init(answer.exercise, in: Condition(answer.settings), correct: answer.correct, isSure: answer.isSure)
    responseTime = answer.responseTime.seconds
  }

  /// The evidence of a stored answer.
  public init(_ record: ComparisonRecord) {
    self.init(record.exercise, in: Condition(record), correct: record.correct, isSure: record.isSure)
    responseTime = record.isPartial ? nil : record.responseTime
  }
}

/// The evidence of a single answer about the threshold, independent of earlier beliefs: a noisy reading of its
/// logarithm, to be averaged by `precision` over a stretch of time.
///
/// One answer alone has no maximum of the likelihood. The reading is the maximum of its second-order expansion about
/// the estimate (one step of Fisher scoring), which is unbiased to first order, whatever the estimate.
public struct ThresholdReading: Hashable, Sendable {
  /// log₂ of the threshold in cents, or in normalised milliseconds.
  public var octaves: Double
  /// The Fisher information, in 1/octave².
  public var precision: Double
}

extension ThresholdReading {
  /// The reading about an estimate of `octaves` from an answer that is right with probability Φ(`z`) unless attention
  /// lapses; `scaling` is the part of `z` that is inversely proportional to the threshold. Nil if the answer has next
  /// to no information.
  init?(estimate octaves: Double, z: Double, scaling: Double, lapse: Double, correct: Bool) {
    let right = lapse / 2 + (1 - lapse) * Observer.normal(z)
    let derivative = -(1 - lapse) * Observer.density(z) * scaling * M_LN2
    let information = derivative * derivative / (right * (1 - right))
    guard information > 1e-4 else { return nil }
    let score = ((correct ? 1 : 0) - right) * derivative / (right * (1 - right))
    self.init(octaves: octaves + score / information, precision: information)
  }
}
