/// The history of answers over time, in as few sums as the shown days, weeks and months need: constant time for each
/// answer, and bounded for a life of practice.
///
/// The day an answer belongs to depends on the player's time zone when looking, so it cannot be decided when answering.
/// The timeline keeps, in UTC,
/// - quarter-hours of the last 16 days: they fold into the 14 local days shown exactly, as every time zone in use
///   differs from UTC by whole quarter-hours;
/// - hours of the 82 days before: they fold into the 10 weeks shown, at worst half an hour wrong at a week's edge;
/// - months of UTC before that: practice in the first or last hours of a month may be shown in its neighbour.
///
/// Only stretches with answers are kept: up to 1,632 quarter-hours, 1,968 hours and 12 months a year, of 40 bytes each;
/// a player who practises for an hour a day has about 70, 165 and 12 a year.
///
/// Folding depends on the answers' own times alone, so that a state and the answers after it give the same result as
/// all answers, to the bit.
struct Timeline: Hashable, Sendable {
  /// The number of whole days before the newest answer's day whose quarter-hours are kept separately.
  static let quarterDays = 16
  /// The same for hours.
  static let hourDays = 98
  /// The number of months within the plausible times.
  private static let mostMonths = 231 * 12

  /// The bins, each list oldest first.
  private(set) var quarters: [TimelineBin] = []
  private(set) var hours: [TimelineBin] = []
  private(set) var months: [TimelineBin] = []

  /// An empty history.
  init() {}

  /// Learns one answer at `time` (seconds since 1970, not before the last one's, see `PracticeClock`). Without a value
  /// it is only counted.
  mutating func learn(_ value: Double?, weight: Double = 1, at time: Double) {
    let quarter = max(Int(time) / TimelineBin.quarter, quarters.last?.start ?? 0)
    if quarters.last?.start != quarter {
      fold(newest: quarter)
      quarters.append(TimelineBin(start: quarter))
    }
    quarters[quarters.count - 1].add(value, weight: weight)
  }

  /// Folds old bins. Each bin is folded twice in its life, and both folds are bounded.
  private mutating func fold(newest quarter: Int) {
    let today = quarter / TimelineBin.quartersOfDay
    Self.move(from: &quarters, to: &hours, before: (today - Self.quarterDays) * TimelineBin.quartersOfDay) { start in
      start / 4 * 4
    }
    Self.move(from: &hours, to: &months, before: (today - Self.hourDays) * TimelineBin.quartersOfDay) { start in
      CivilMonth.firstDay(ofMonthWith: start / TimelineBin.quartersOfDay) * TimelineBin.quartersOfDay
    }
  }

  private static func move(
    from fine: inout [TimelineBin], to coarse: inout [TimelineBin], before limit: Int, coarseStart: (Int) -> Int
  ) {
    guard let oldest = fine.first, oldest.start < limit else { return }
    let old = fine.prefix { $0.start < limit }
    for bin in old {
      let start = max(coarseStart(bin.start), coarse.last?.start ?? 0)
      if coarse.last?.start != start { coarse.append(TimelineBin(start: start)) }
      coarse[coarse.count - 1].add(bin)
    }
    fine.removeFirst(old.count)
  }

  func write(to writer: inout SnapshotWriter) {
    for bins in [quarters, hours, months] {
      writer.write(bins.count)
      for bin in bins { bin.write(to: &writer) }
    }
  }

  init(from reader: inout SnapshotReader) throws(SnapshotReader.Unreadable) {
    quarters = try Self.bins(from: &reader, atMost: (Self.quarterDays + 1) * TimelineBin.quartersOfDay)
    hours = try Self.bins(from: &reader, atMost: (Self.hourDays + 1) * 24)
    months = try Self.bins(from: &reader, atMost: Self.mostMonths)
  }

  private static func bins(
    from reader: inout SnapshotReader, atMost limit: Int
  ) throws(SnapshotReader.Unreadable) -> [TimelineBin] {
    var bins: [TimelineBin] = []
    for _ in 0..<(try reader.integer(in: 0...limit)) {
      let bin = try TimelineBin(from: &reader)
      if let last = bins.last, last.start >= bin.start { throw SnapshotReader.Unreadable() }
      bins.append(bin)
    }
    return bins
  }
}
