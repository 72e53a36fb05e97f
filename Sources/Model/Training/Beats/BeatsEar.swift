import Foundation

/// The model of an ear for beats: see `ConditionEar`. "Higher" means that the second sound beats faster. Differences
/// and thresholds are in per cent of the slower rate.
public struct BeatsEar: Hashable, Sendable {
  /// The prior standard deviation of log₂ of a threshold: 1 to 26 % are within two of them. With 1.4, ears of 3 % had a
  /// twentieth more error after 30 answers, and a fiftieth more after 100.
  public static let priorDeviation = 1.2

  /// Thresholds and lean, in per cent.
  private(set) var thresholds = ConditionEar<BeatsCondition>()

  /// An ear without answers.
  public init() {}

  /// Whether the ear has no answers yet.
  public var isCold: Bool { thresholds.isCold }
  /// The condition practised last; nil without answers.
  public var condition: BeatsCondition? { thresholds.condition }
  /// The number of answers.
  public var answers: Int { thresholds.answers }

  /// The threshold in `condition`, practised or not, in per cent with its band, even if it is wide; nil without
  /// answers.
  public func threshold(in condition: BeatsCondition) -> Banded? { thresholds.threshold(in: condition) }

  /// Learns one answer to rates that differ by `difference` per cent of the slower one, positive if the second was
  /// faster, rated `isSure` (nil: not rated), given at `time` (nil: no time passed). Returns the reading of the
  /// threshold in its condition from this answer alone, in log₂ of per cent; nil while the estimate is too vague to
  /// read it. Values that no exercise has teach nothing.
  @discardableResult
  public mutating func learn(
    _ difference: Double, in condition: BeatsCondition, correct: Bool, isSure: Bool? = nil, at time: Date? = nil
  ) -> ThresholdReading? {
    thresholds.learn(difference, in: condition, correct: correct, isSure: isSure, at: time)
  }

  /// Ages the ear to `time`: estimates become less certain, none is erased. A time before the newest one ages nothing.
  public mutating func age(to time: Date) { thresholds.age(to: time) }

  /// The report in the condition practised last, or in the best-known one if that has nothing to show; nil without
  /// answers. Leaves out timeline and trend, which the ear does not keep.
  public func report() -> BeatsReport? {
    thresholds.report().map { found in
      BeatsReport(
        condition: found.condition, answers: answers, answersHere: found.answers, threshold: found.threshold,
        otherConditions: found.others.map { BeatsConditionReport(condition: $0, answers: $1, threshold: $2) },
        first: found.first, lean: found.lean, lapse: found.lapse)
    }
  }

  func write(to writer: inout SnapshotWriter) { thresholds.write(to: &writer) }

  init(from reader: inout SnapshotReader) throws(SnapshotReader.Unreadable) {
    thresholds = try ConditionEar(from: &reader)
  }
}
