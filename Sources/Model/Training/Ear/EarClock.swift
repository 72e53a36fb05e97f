import Foundation

/// The time to which an ear's estimates have aged. Ageing makes estimates less certain and erases none.
struct EarClock: Hashable, Sendable {
  /// The least number of days between two steps of ageing; shorter times add up.
  private static let leastDays = 0.5
  /// The most days in one step.
  private static let mostDays = 365.0

  /// Nil before the first time.
  private var agedTo: Date?

  /// A clock before the first time.
  init() {}

  /// Moves to `time`. Returns the days by which the estimates must age, up to a year; nil if they need not: the first
  /// time ages nothing, nor does one before the newest (a wall clock set back).
  mutating func days(to time: Date) -> Double? {
    guard time.timeIntervalSinceReferenceDate.isFinite else { return nil }
    guard let last = agedTo else {
      agedTo = time
      return nil
    }
    let days = time.timeIntervalSince(last) / 86_400
    guard days >= Self.leastDays else { return nil }
    agedTo = time
    return min(days, Self.mostDays)
  }

  func write(to writer: inout SnapshotWriter) {
    writer.write(agedTo == nil ? 0 : 1)
    writer.write(agedTo?.timeIntervalSinceReferenceDate ?? 0)
  }

  init(from reader: inout SnapshotReader) throws(SnapshotReader.Unreadable) {
    let isDated = try reader.integer(in: 0...1) == 1
    let time = try reader.finite()
    agedTo = isDated ? Date(timeIntervalSinceReferenceDate: time) : nil
  }
}
