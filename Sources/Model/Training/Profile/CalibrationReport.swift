/// The report on a player's sureness, over all disciplines: how often answers marked as sure are right, and how often
/// the others.
public struct CalibrationReport: Hashable, Sendable {
  /// The answers marked as sure.
  public var sure: RatedShare
  /// The answers marked as not sure.
  public var unsure: RatedShare
  /// The discipline of the histories and of the trend: the one with the most rated answers.
  public var discipline: Discipline
  /// The trend of the distance between both shares: improving if sureness separates right answers from wrong ones
  /// better. Nil without enough evidence.
  public var trend: Trend?

  /// Memberwise.
  public init(sure: RatedShare, unsure: RatedShare, discipline: Discipline, trend: Trend? = nil) {
    self.sure = sure
    self.unsure = unsure
    self.discipline = discipline
    self.trend = trend
  }
}

/// The answers with one rating.
public struct RatedShare: Hashable, Sendable {
  /// The number of answers.
  public var answers: Int
  /// The share of right ones among recent answers, 0…1, with its 90 % band.
  public var right: Banded
  /// The history of the share in the report's discipline, oldest first; without days that had no answers.
  public var timeline: [TimelineBucket]

  /// Memberwise.
  public init(answers: Int, right: Banded, timeline: [TimelineBucket] = []) {
    self.answers = answers
    self.right = right
    self.timeline = timeline
  }
}
