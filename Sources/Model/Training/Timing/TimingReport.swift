/// The report on hearing early and late. Unknown values are absent (nil, empty), never zero.
///
/// Thresholds are lapse-free 75 %-correct points; every band is a 90 % credible interval.
public struct TimingReport: Hashable, Sendable {
  /// The condition of the numbers. Timeline and trend cover all conditions.
  public var condition: TimingCondition
  /// The shorter gap beside the displaced note in milliseconds, of the condition's last answer.
  public var gap: Double
  /// The number of answers it rests on, including those in other conditions.
  public var answers: Int
  /// The number of these answers that were given in `condition`.
  public var answersHere: Int
  /// The threshold in milliseconds, with its band; nil until the band is narrower than a factor of 4.
  public var threshold: Banded?
  /// The threshold in each other condition with at least 20 answers, if certain enough; most answers first.
  public var otherConditions: [TimingConditionReport]
  /// The distance to a first threshold; nil if there is a threshold.
  public var first: FirstEstimate?
  /// The displacement in milliseconds at which a note sounds on time to this ear, with its band: positive if late notes
  /// sound on time, so that the ear answers "early" too often, negative if early ones do. A preference, not an error.
  /// Nil without strong evidence that it is not 0.
  public var lean: Banded?
  /// The lapse rate, 0…1, up to `ComparisonReport.highestLapse`, with its band. Nil while the band includes a
  /// usual rate: until then the answers contain no evidence of many lapses.
  public var lapse: Banded?
  /// The history in milliseconds, oldest first; without days that had no answers. The ear does not keep it.
  public var timeline: [TimelineBucket]
  /// The trend; nil without enough evidence. The ear does not keep it.
  public var trend: Trend?

  /// Memberwise.
  public init(
    condition: TimingCondition, gap: Double, answers: Int, answersHere: Int, threshold: Banded? = nil,
    otherConditions: [TimingConditionReport] = [], first: FirstEstimate? = nil, lean: Banded? = nil,
    lapse: Banded? = nil, timeline: [TimelineBucket] = [], trend: Trend? = nil
  ) {
    self.condition = condition
    self.gap = gap
    self.answers = answers
    self.answersHere = answersHere
    self.threshold = threshold
    self.otherConditions = otherConditions
    self.first = first
    self.lean = lean
    self.lapse = lapse
    self.timeline = timeline
    self.trend = trend
  }

  /// The threshold in per cent of the gap, with its band.
  public var thresholdShare: Banded? { threshold?.perCent(of: gap) }

  /// The gap in milliseconds below which a threshold in milliseconds is the same at other tempos. Above, its share of
  /// the gap is.
  public static let corner = TimingEar.corner
}

/// The threshold in a condition other than the main one.
public struct TimingConditionReport: Hashable, Sendable {
  /// Pattern, position, tempo, loops heard.
  public var condition: TimingCondition
  /// The shorter gap beside the displaced note in milliseconds, of the condition's last answer.
  public var gap: Double
  /// The number of answers given in it.
  public var answers: Int
  /// The threshold in milliseconds, with its band.
  public var threshold: Banded

  /// Memberwise.
  public init(condition: TimingCondition, gap: Double, answers: Int, threshold: Banded) {
    self.condition = condition
    self.gap = gap
    self.answers = answers
    self.threshold = threshold
  }

  /// The threshold in per cent of the gap, with its band.
  public var thresholdShare: Banded { threshold.perCent(of: gap) }
}

extension Banded {
  fileprivate func perCent(of whole: Double) -> Banded { scaled(by: 100 / whole) }

  /// Value and band times `factor`, which is positive.
  func scaled(by factor: Double) -> Banded {
    Banded(factor * value, factor * band.lowerBound...factor * band.upperBound)
  }
}
