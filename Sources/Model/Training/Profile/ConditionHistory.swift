/// A condition that a threshold holds for. Each has its own history, because a change of condition is not a trend.
protocol HistoryCondition: Hashable, Comparable, Sendable {
  /// The number of conditions kept separately.
  static var most: Int { get }
  func write(to writer: inout SnapshotWriter)
  init(from reader: inout SnapshotReader) throws(SnapshotReader.Unreadable)
}

extension Condition: HistoryCondition {}

/// The history and trend of a threshold, separate for each condition.
struct ConditionHistory<Key: HistoryCondition>: Hashable, Sendable {
  /// The history in one condition.
  private struct Track: Hashable, Sendable {
    var timeline = Timeline()
    var judge = TrendJudge()
    /// The number of answers.
    var answers = 0
  }

  private var tracks: [Key: Track] = [:]
  /// The number of readings across all conditions.
  private var readings = 0

  /// An empty history.
  init() {}

  /// Learns one answer in `condition` and its reading of the threshold there, if any, at `time` (seconds since 1970;
  /// nil: unknown).
  mutating func learn(_ reading: ThresholdReading?, in condition: Key, at time: Double?) {
    if tracks[condition] == nil, tracks.count >= Key.most { forgetRarest() }
    var track = tracks[condition] ?? Track()
    // A condition is either tracked or forgotten.
    tracks[condition] = nil
    track.answers += 1
    if let reading {
      readings += 1
      track.judge.learn(reading, number: readings, at: time)
    }
    if let time { track.timeline.learn(reading?.octaves, weight: reading?.precision ?? 0, at: time) }
    tracks[condition] = track
  }

  /// Ears forget conditions by the same rule.
  private mutating func forgetRarest() {
    let rarest = tracks.min { ($0.value.answers, $0.key) < ($1.value.answers, $1.key) }
    if let rarest { tracks[rarest.key] = nil }
  }

  /// The trend of the threshold; nil without enough evidence.
  var trend: Trend? { TrendJudge.evidence(of: sorted.map(\.value.judge))?.trend }

  /// The buckets shown: days, weeks and months, each once for each condition practised in it.
  func buckets(in shown: TimelineCalendar) -> [(condition: Key, bucket: TimelineBucket)] {
    let all: [(condition: Key, bucket: TimelineBucket)] = sorted.flatMap { condition, track in
      track.timeline.buckets(in: shown, value: \.threshold).map { (condition: condition, bucket: $0) }
    }
    return all.sorted { ($0.bucket.start, $0.condition) < ($1.bucket.start, $1.condition) }
  }

  private var sorted: [(key: Key, value: Track)] { tracks.sorted { $0.key < $1.key } }

  func write(to writer: inout SnapshotWriter) {
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
    readings = try reader.integer(in: SnapshotReader.counts)
    for _ in 0..<(try reader.integer(in: 0...Key.most)) {
      let condition = try Key(from: &reader)
      guard tracks[condition] == nil else { throw SnapshotReader.Unreadable() }
      let answers = try reader.integer(in: SnapshotReader.counts)
      tracks[condition] = Track(
        timeline: try Timeline(from: &reader), judge: try TrendJudge(from: &reader), answers: answers)
    }
  }
}
