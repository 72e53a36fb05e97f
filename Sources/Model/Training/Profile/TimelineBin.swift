/// The answers in a stretch of time, as additive sums of values x with weights w.
struct TimelineBin: Hashable, Sendable {
  /// Seconds of the smallest stretch: every time zone in use is a whole number of quarter-hours from UTC.
  static let quarter = 900
  /// Quarter-hours of a day.
  static let quartersOfDay = 96

  /// Its first quarter-hour, counted from 1970 in UTC.
  var start: Int
  /// The number of answers (or matches) in it, including those without a value.
  var count = 0
  /// Σ w.
  var weight = 0.0
  /// Σ w·x.
  var first = 0.0
  /// Σ w·x².
  var second = 0.0

  /// An empty bin.
  init(start: Int) { self.start = start }

  /// Σ w·x / Σ w.
  var mean: Double { first / weight }

  /// Adds the sums of `other`; the start stays.
  mutating func add(_ other: TimelineBin) {
    count += other.count
    weight += other.weight
    first += other.first
    second += other.second
  }

  /// Adds one answer; without a value it is only counted.
  mutating func add(_ value: Double?, weight added: Double) {
    count += 1
    guard let value else { return }
    weight += added
    first += added * value
    second += added * value * value
  }

  func write(to writer: inout SnapshotWriter) {
    writer.write(start)
    writer.write(count)
    for sum in [weight, first, second] { writer.write(sum) }
  }

  init(from reader: inout SnapshotReader) throws(SnapshotReader.Unreadable) {
    start = try reader.integer(in: 0...Int(PracticeClock.meant.upperBound) / Self.quarter)
    count = try reader.integer(in: SnapshotReader.counts)
    weight = try reader.finite(in: 0...SnapshotReader.sums.upperBound)
    first = try reader.finite(in: SnapshotReader.sums)
    second = try reader.finite(in: 0...SnapshotReader.sums.upperBound)
  }
}

/// Months of the Gregorian calendar in UTC, without `Calendar`: folding must not depend on the local time zone.
enum CivilMonth {
  /// The first day of the month that `day` lies in; both counted from 1 January 1970.
  ///
  /// Hinnant 2013 ("chrono-compatible low-level date algorithms", days from civil and back): years begin in March and
  /// are counted in eras of 400.
  static func firstDay(ofMonthWith day: Int) -> Int {
    let shifted = day + 719_468
    let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
    let dayOfEra = shifted - era * 146_097
    let yearOfEra = (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let month = (5 * dayOfYear + 2) / 153
    return day - (dayOfYear - (153 * month + 2) / 5)
  }
}
