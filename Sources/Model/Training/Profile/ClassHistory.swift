/// The history and trend of one interval class.
struct ClassHistory: Hashable, Sendable {
  private var conditions = ConditionHistory<Condition>()
  /// The change of threshold and response time over the minutes of a session, across all conditions.
  private(set) var sessions = SessionTrack()

  /// An empty history.
  init() {}

  /// Learns one answer and its reading of the threshold in its condition, if any, at `time` (seconds since 1970; nil:
  /// unknown), at this `moment` of a session.
  mutating func learn(
    _ reading: ThresholdReading?, _ answer: EarAnswer, at time: Double?, _ moment: SessionClock.Moment? = nil
  ) {
    let usable = reading.flatMap { $0.isUsable ? $0 : nil }
    if let moment { sessions.learn(usable, answer, at: moment) }
    conditions.learn(usable, in: answer.condition, at: time)
  }

  /// The trend of the threshold; nil without enough evidence.
  var trend: Trend? { conditions.trend }

  /// The buckets shown: days, weeks and months, each once for each condition practised in it.
  func buckets(in shown: TimelineCalendar) -> [TimelineBucket] {
    conditions.buckets(in: shown).map { condition, bucket in
      var bucket = bucket
      bucket.condition = condition
      return bucket
    }
  }

  func write(to writer: inout SnapshotWriter) {
    sessions.write(to: &writer)
    conditions.write(to: &writer)
  }

  init(from reader: inout SnapshotReader) throws(SnapshotReader.Unreadable) {
    sessions = try SessionTrack(from: &reader)
    conditions = try ConditionHistory(from: &reader)
  }
}
