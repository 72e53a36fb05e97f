/// The report on hearing which of two sounds beats faster. Unknown values are absent (nil, empty), never zero.
///
/// Thresholds are lapse-free 75 %-correct points in per cent of the slower rate; every band is a 90 % credible
/// interval.
public struct BeatsReport: Hashable, Sendable {
  /// The condition of the numbers. Timeline and trend cover all conditions.
  public var condition: BeatsCondition
  /// The number of answers it rests on, including those in other conditions.
  public var answers: Int
  /// The number of these answers that were given in `condition`.
  public var answersHere: Int
  /// The threshold in per cent, with its band; nil until the band is narrower than a factor of 4.
  public var threshold: Banded?
  /// The threshold in each other condition with at least 20 answers, if certain enough; most answers first.
  public var otherConditions: [BeatsConditionReport]
  /// The distance to a first threshold; nil if there is a threshold.
  public var first: FirstEstimate?
  /// The difference in per cent at which both rates sound the same to this ear, with its band: positive if the second
  /// must beat faster for that. A preference, not an error. Nil without strong evidence that it is not 0.
  public var lean: Banded?
  /// The lapse rate, 0…1, with its band; as in `TimingReport`.
  public var lapse: Banded?
  /// The history in per cent, oldest first; without days that had no answers. The ear does not keep it.
  public var timeline: [TimelineBucket]
  /// The trend; nil without enough evidence. The ear does not keep it.
  public var trend: Trend?

  /// Memberwise.
  public init(
    condition: BeatsCondition, answers: Int, answersHere: Int, threshold: Banded? = nil,
    otherConditions: [BeatsConditionReport] = [], first: FirstEstimate? = nil, lean: Banded? = nil,
    lapse: Banded? = nil, timeline: [TimelineBucket] = [], trend: Trend? = nil
  ) {
    self.condition = condition
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
}

/// The threshold in a condition other than the main one.
public struct BeatsConditionReport: Hashable, Sendable {
  /// Interval and timbre.
  public var condition: BeatsCondition
  /// The number of answers given in it.
  public var answers: Int
  /// The threshold in per cent, with its band.
  public var threshold: Banded

  /// Memberwise.
  public init(condition: BeatsCondition, answers: Int, threshold: Banded) {
    self.condition = condition
    self.answers = answers
    self.threshold = threshold
  }
}
