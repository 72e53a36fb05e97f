import Foundation

/// The time of practice: the time of the newest record, which never goes back.
///
/// A record with a time before the newest one's (the wall clock was set back, or rows of another program were merged)
/// counts at the newest time: it ages nothing, and everything kept by time stays in order. The same holds for an
/// implausible time.
///
/// If a month of practice follows with times before the newest one, the newest was wrong: a clock was years ahead.
/// After that, time passes as it does between records.
struct PracticeClock: Hashable, Sendable {
  /// The plausible times, in seconds since 1970: up to the beginning of 2200. They bound the data kept by time.
  static let meant = 0.0...7_258_118_400.0
  /// The seconds of practice before the newest time that prove it wrong.
  private static let proof = 30 * 86_400.0
  /// The longest step between two records that counts as proof: on a machine that starts now in 1970, now last year,
  /// one leap proves nothing.
  private static let longestStep = proof / 3

  /// Seconds since 1970; nil before the first record with a plausible time.
  private(set) var newest: Double?
  /// The time of the last record, as recorded.
  private var last = 0.0
  /// The practice before the newest time, in seconds; 0 while the newest time is credible.
  private var behind = 0.0

  /// Returns the time at which a record of `date` counts; nil before the first plausible time.
  mutating func advance(to date: Date) -> Double? {
    let seconds = date.timeIntervalSince1970
    guard Self.meant.contains(seconds) else { return newest }
    let step = max(seconds - last, 0)
    last = seconds
    guard let newest, seconds < newest else {
      (self.newest, behind) = (seconds, 0)
      return seconds
    }
    if behind >= Self.proof {
      self.newest = later(newest, by: step)
    } else {
      behind += min(step, Self.longestStep)
      if behind >= Self.proof { self.newest = min(newest + behind, Self.meant.upperBound) }
    }
    return self.newest
  }

  /// `date`, not before the newest record and within the plausible times.
  func reference(_ date: Date) -> Double {
    let seconds = date.timeIntervalSince1970
    let now = seconds.isNaN ? 0 : min(max(seconds, Self.meant.lowerBound), Self.meant.upperBound)
    guard let newest, now < newest else { return now }
    return behind >= Self.proof ? later(newest, by: max(now - last, 0)) : newest
  }

  /// After the proof a clock that finds the right time again must not age by decades.
  private func later(_ time: Double, by step: Double) -> Double {
    min(time + min(step, Self.proof), Self.meant.upperBound)
  }

  init() {}

  func write(to writer: inout SnapshotWriter) {
    writer.write(newest ?? -1)
    writer.write(last)
    writer.write(behind)
  }

  init(from reader: inout SnapshotReader) throws(SnapshotReader.Unreadable) {
    let seconds = try reader.finite(in: -1...Self.meant.upperBound)
    newest = Self.meant.contains(seconds) ? seconds : nil
    guard newest != nil || seconds == -1 else { throw SnapshotReader.Unreadable() }
    last = try reader.finite(in: Self.meant)
    behind = try reader.finite(in: 0...2 * Self.proof)
  }
}

extension SnapshotReader {
  /// The plausible counts: more answers than any player gives, and small enough never to overflow.
  static let counts = 0...(1 << 52)
  /// The plausible sums: every sum of a profile lies within, with room for additions.
  static let sums = -1e15...1e15

  /// A finite number within `range`.
  mutating func finite(in range: ClosedRange<Double>) throws(Unreadable) -> Double {
    let number = try finite()
    guard range.contains(number) else { throw Unreadable() }
    return number
  }
}
