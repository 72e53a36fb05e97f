import Foundation

/// The time of practice: that of the newest record, which never goes back.
///
/// A record whose time lies before the newest one (the wall clock was set back, or rows of another program were merged)
/// counts at the newest time: it ages nothing, and everything that is kept by time stays in order. The same holds for a time
/// that cannot be meant.
struct PracticeClock: Hashable, Sendable {
  /// The times that can be meant, in seconds since 1970: from then to the beginning of 2200. They bound what is kept by time.
  static let meant = 0.0...7_258_118_400.0

  /// Seconds since 1970; nil before the first record with a time that can be meant.
  private(set) var newest: Double?

  /// The time at which a record of `date` counts; nil if none is known yet.
  mutating func advance(to date: Date) -> Double? {
    let seconds = date.timeIntervalSince1970
    if Self.meant.contains(seconds) { newest = max(newest ?? seconds, seconds) }
    return newest
  }

  /// `date`, but not before the newest record and within what can be meant.
  func reference(_ date: Date) -> Double {
    let seconds = date.timeIntervalSince1970
    let now = seconds.isNaN ? 0 : min(max(seconds, Self.meant.lowerBound), Self.meant.upperBound)
    return max(now, newest ?? now)
  }

  init() {}

  func write(to writer: inout SnapshotWriter) { writer.write(newest ?? -1) }

  init(from reader: inout SnapshotReader) throws(SnapshotReader.Unreadable) {
    let seconds = try reader.finite(in: -1...Self.meant.upperBound)
    newest = Self.meant.contains(seconds) ? seconds : nil
    guard newest != nil || seconds == -1 else { throw SnapshotReader.Unreadable() }
  }
}

extension SnapshotReader {
  /// More answers than anybody gives, and few enough to be added to for ever.
  static let counts = 0...(1 << 52)
  /// Every sum a profile keeps lies within it, with room to be added to.
  static let sums = -1e15...1e15

  /// A finite number within `range`.
  mutating func finite(in range: ClosedRange<Double>) throws(Unreadable) -> Double {
    let number = try finite()
    guard range.contains(number) else { throw Unreadable() }
    return number
  }
}
