/// What was heard when in one interval class, and where it is going.
struct ClassHistory: Hashable, Sendable {
  private(set) var timeline = Timeline()
  private(set) var judge = TrendJudge()

  /// Nothing heard yet.
  init() {}

  /// Learns one answer and what it said of the threshold, if anything, at `time` (seconds since 1970; nil: not known).
  mutating func learn(_ reading: ThresholdReading?, at time: Double?) {
    let usable = reading.flatMap { $0.isUsable ? $0 : nil }
    if let usable { judge.learn(usable, at: time) }
    if let time { timeline.learn(usable?.octaves, weight: usable?.precision ?? 0, at: time) }
  }

  func write(to writer: inout SnapshotWriter) {
    timeline.write(to: &writer)
    judge.write(to: &writer)
  }

  init(from reader: inout SnapshotReader) throws(SnapshotReader.Unreadable) {
    timeline = try Timeline(from: &reader)
    judge = try TrendJudge(from: &reader)
  }
}
