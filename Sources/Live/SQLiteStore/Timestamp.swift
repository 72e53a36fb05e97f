import Exchange
import Foundation

/// Wall-clock time as it is written: `2026-11-21T18:30:05.123Z`, always UTC, always with milliseconds, so that text
/// order is time order and SQLite's date functions read it.
enum Timestamp {
  /// `date` to the millisecond; dates outside the years 0…9999 become the nearest that can be written.
  static func text(_ date: Date) -> String {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(24)
    CalendarTime.write(CalendarTime.milliseconds(of: date), withFraction: true, to: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }

  /// The date that `text(_:)` wrote as `text`, nil if it is not written that way.
  static func date(_ text: String) -> Date? {
    var text = text
    guard let milliseconds = text.withUTF8({ CalendarTime.parse($0) }) else { return nil }
    let date = CalendarTime.date(milliseconds)
    // Other ways to write the same would come back as another text.
    return self.text(date) == text ? date : nil
  }
}
