import Exchange
import Foundation

/// Wall-clock time as text: `2026-11-21T18:30:05.123Z`, always UTC, always with milliseconds, so that text order is
/// time order and SQLite's date functions can read it.
enum Timestamp {
  /// Returns `date` to the millisecond; dates outside the years 0…9999 are clamped.
  static func text(_ date: Date) -> String {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(24)
    CalendarTime.write(CalendarTime.milliseconds(of: date), withFraction: true, to: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Parses the result of `text(_:)`, nil for any other format.
  static func date(_ text: String) -> Date? {
    var text = text
    guard let milliseconds = text.withUTF8({ CalendarTime.parse($0) }) else { return nil }
    let date = CalendarTime.date(milliseconds)
    // Other spellings would come back as a different text.
    return self.text(date) == text ? date : nil
  }
}
