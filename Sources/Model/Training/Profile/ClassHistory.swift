/// The history and trend of one interval class, separate for each condition, because a change of condition is not a
/// trend.
struct ClassHistory: Hashable, Sendable {
  /// The history in one condition.
  struct Track: Hashable, Sendable {
    var timeline = Timeline()
    var judge = TrendJudge()
    /// The number of answers.
    var answers = 0
  }

  private(set) var tracks: [Condition: Track] = [:]
  /// The change of threshold and response time over the minutes of a session, across all conditions.
  private(set) var sessions = SessionTrack()
  /// The number of readings across all conditions.
  private var readings = 0

  /// An empty history.
  init() {}

  /// Learns one answer and its reading of the threshold in its condition, if any, at `time` (seconds since 1970; nil:
  /// unknown), at this `moment` of a session.
  mutating func learn(
    _ reading: ThresholdReading?, _ answer: EarAnswer, at time: Double?, _ moment: SessionClock.Moment? = nil
  ) {
    let condition = answer.condition
    let usable = reading.flatMap { $0.isUsable ? $0 : nil }
    if let moment { sessions.learn(usable, answer, at: moment) }
    if tracks[condition] == nil, tracks.count >= Condition.most { forgetRarest() }
    var track = tracks[condition] ?? Track()
    // A condition is either tracked or forgotten.
    tracks[condition] = nil
    track.answers += 1
    if let usable {
      readings += 1
      track.judge.learn(usable, number: readings, at: time)
    }
    if let time { track.timeline.learn(usable?.octaves, weight: usable?.precision ?? 0, at: time) }
    tracks[condition] = track
  }

  /// The ear forgets conditions by the same rule.
  private mutating func forgetRarest() {
    let rarest = tracks.min { ($0.value.answers, $0.key) < ($1.value.answers, $1.key) }
    if let rarest { tracks[rarest.key] = nil }
  }

  /// The trend of the threshold; nil without enough evidence.
  var trend: Trend? { TrendJudge.evidence(of: sorted.map(\.value.judge))?.trend }

  /// The buckets shown: days, weeks and months, each once for each condition practised in it.
  func buckets(in shown: TimelineCalendar) -> [TimelineBucket] {
    sorted.flatMap { condition, track in
      track.timeline.buckets(in: shown, value: \.threshold).map { bucket in
        var bucket = bucket
        bucket.condition = condition
        return bucket
      }
    }.sorted { ($0.start, $0.condition ?? .usual) < ($1.start, $1.condition ?? .usual) }
  }

  private var sorted: [(key: Condition, value: Track)] { tracks.sorted { $0.key < $1.key } }

  func write(to writer: inout SnapshotWriter) {
    sessions.write(to: &writer)
    writer.write(readings)
    writer.write(tracks.count)
    for (condition, track) in sorted {
      condition.write(to: &writer)
      writer.write(track.answers)
      track.timeline.write(to: &writer)
      track.judge.write(to: &writer)
    }
  }

  init(from reader: inout SnapshotReader) throws(SnapshotReader.Unreadable) {
    sessions = try SessionTrack(from: &reader)
    readings = try reader.integer(in: SnapshotReader.counts)
    for _ in 0..<(try reader.integer(in: 0...Condition.most)) {
      let condition = try Condition(from: &reader)
      guard tracks[condition] == nil else { throw SnapshotReader.Unreadable() }
      let answers = try reader.integer(in: SnapshotReader.counts)
      tracks[condition] = Track(
        timeline: try Timeline(from: &reader), judge: try TrendJudge(from: &reader), answers: answers)
    }
  }
}
