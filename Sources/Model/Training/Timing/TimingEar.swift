import Foundation
import Glibc

/// The model of an ear for early and late: see `ConditionEar`. "Higher" is late.
///
/// Displacements and thresholds are in *normalised milliseconds*, ms / max(1, gap/250): milliseconds while the shorter
/// gap beside the note is below 250 ms, and proportional to the gap above (Friberg & Sundberg 1993).
public struct TimingEar: Hashable, Sendable {
  /// The gaps that can be a pattern's, in milliseconds.
  static let gaps = 1.0...60_000.0
  /// The gap in milliseconds above which thresholds are proportional to it.
  static let corner = 250.0

  /// Thresholds and lean, in normalised milliseconds.
  private(set) var thresholds = ConditionEar<TimingCondition>()
  /// The shorter gap of the last answer in each condition kept separately, in milliseconds.
  private var gaps: [TimingCondition: Double] = [:]

  /// An ear without answers.
  public init() {}

  /// Whether the ear has no answers yet.
  public var isCold: Bool { thresholds.isCold }
  /// The condition practised last; nil without answers.
  public var condition: TimingCondition? { thresholds.condition }
  /// The number of answers, including those in forgotten conditions.
  public var answers: Int { thresholds.answers }
  /// The number of answers by condition, for the conditions kept separately.
  public var answersByCondition: [TimingCondition: Int] { thresholds.practised }
  /// The mean of the lapse rate.
  var lapse: Double { thresholds.lapse }
  /// The lean in normalised milliseconds; positive: "late" is answered too often.
  var lean: (mean: Double, variance: Double) { thresholds.lean }

  /// log₂ of the threshold in `condition` in normalised milliseconds: mean and variance.
  func octaves(in condition: TimingCondition) -> ThresholdGrid.Moments { thresholds.octaves(in: condition) }

  /// The threshold in `condition`, practised or not, in *normalised* milliseconds with its band, even if it is wide;
  /// nil without answers.
  public func threshold(in condition: TimingCondition) -> Banded? { thresholds.threshold(in: condition) }

  /// The shorter gap of the last answer in `condition`, in milliseconds; the corner if the ear has forgotten it.
  func gap(in condition: TimingCondition) -> Double { gaps[condition] ?? Self.corner }

  /// Milliseconds in a normalised one, for a gap in milliseconds.
  static func scale(gap: Double) -> Double { max(1, gap / corner) }

  /// Milliseconds in a normalised one, in `condition`; 1 if the ear has forgotten it.
  func scale(in condition: TimingCondition) -> Double { Self.scale(gap: gap(in: condition)) }

  /// Learns one answer given at `time` (nil: no time passed). Returns the reading of the threshold in its condition
  /// from this answer alone, in log₂ of normalised milliseconds; nil while the estimate is too vague to read it, and
  /// for an answer without a known gap.
  @discardableResult
  public mutating func learn(_ answer: TimingAnswer, at time: Date? = nil) -> ThresholdReading? {
    guard let gap = answer.gap else { return nil }
    return learn(
      offsetMilliseconds: answer.milliseconds, gap: gap, condition: answer.condition, correct: answer.correct,
      isSure: answer.isSure, at: time)
  }

  /// Learns one answer to a displacement of `offset` milliseconds (positive late) beside a shorter gap of `gap`
  /// milliseconds, rated `isSure` (nil: not rated), given at `time` (nil: no time passed). Returns the reading as
  /// `learn(_:at:)`. Values that no exercise has, such as 0 and NaN, teach nothing.
  @discardableResult
  public mutating func learn(
    offsetMilliseconds offset: Double, gap: Double, condition: TimingCondition, correct: Bool, isSure: Bool? = nil,
    at time: Date? = nil
  ) -> ThresholdReading? {
    guard Self.gaps.contains(gap) else { return nil }
    let before = answers
    let reading = thresholds.learn(
      offset / Self.scale(gap: gap), in: condition, correct: correct, isSure: isSure, at: time)
    guard answers > before else { return nil }
    gaps[condition] = gap
    // The ear may have forgotten another condition to keep this one.
    if gaps.count > thresholds.practised.count { gaps = gaps.filter { thresholds.practised[$0.key] != nil } }
    return reading
  }

  /// Ages the ear to `time`: estimates become less certain, none is erased. Less than half a day is left to add up; a
  /// time before the newest one (a wall clock set back) ages nothing.
  public mutating func age(to time: Date) { thresholds.age(to: time) }
}

extension TimingEar {
  func write(to writer: inout SnapshotWriter) {
    thresholds.write(to: &writer)
    for (condition, _) in thresholds.practised.sorted(by: { $0.key < $1.key }) { writer.write(gap(in: condition)) }
  }

  init(from reader: inout SnapshotReader) throws(SnapshotReader.Unreadable) {
    thresholds = try ConditionEar(from: &reader)
    for condition in thresholds.practised.keys.sorted() {
      let gap = try reader.finite()
      guard Self.gaps.contains(gap) else { throw SnapshotReader.Unreadable() }
      gaps[condition] = gap
    }
  }
}
