import Foundation
import Glibc

/// Wall-clock time as it is written: `2026-11-21T18:30:05.123Z`, always UTC, always with milliseconds, so that text order
/// is time order and SQLite's date functions read it.
enum Timestamp {
  /// The years that four digits can tell.
  private static let milliseconds: ClosedRange<Double> = -62_167_219_200_000...253_402_300_799_999

  /// `date` to the millisecond; dates outside the years 0…9999 become the nearest that can be written.
  static func text(_ date: Date) -> String {
    let exact = (date.timeIntervalSince1970 * 1000).rounded()
    // A NaN compares false with everything and takes the first branch.
    let clamped = exact >= milliseconds.lowerBound ? min(exact, milliseconds.upperBound) : milliseconds.lowerBound
    let count = Int(clamped)
    let fraction = ((count % 1000) + 1000) % 1000
    var seconds = (count - fraction) / 1000
    var parts = tm()
    gmtime_r(&seconds, &parts)
    func digits(_ value: Int32, _ width: Int) -> String {
      let text = String(value)
      return String(repeating: "0", count: max(0, width - text.count)) + text
    }
    let day = "\(digits(parts.tm_year + 1900, 4))-\(digits(parts.tm_mon + 1, 2))-\(digits(parts.tm_mday, 2))"
    let time = "\(digits(parts.tm_hour, 2)):\(digits(parts.tm_min, 2)):\(digits(parts.tm_sec, 2))"
    return "\(day)T\(time).\(digits(Int32(fraction), 3))Z"
  }

  /// The date that `text(_:)` wrote as `text`, nil if it is not written that way.
  static func date(_ text: String) -> Date? {
    let bytes = Array(text.utf8)
    guard bytes.count == 24, bytes[23] == UInt8(ascii: "Z") else { return nil }
    func number(_ range: Range<Int>) -> Int32? {
      var value: Int32 = 0
      for byte in bytes[range] {
        guard (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) else { return nil }
        value = value * 10 + Int32(byte - UInt8(ascii: "0"))
      }
      return value
    }
    guard let year = number(0..<4), let month = number(5..<7), let day = number(8..<10), let hour = number(11..<13),
      let minute = number(14..<16), let second = number(17..<19), let fraction = number(20..<23)
    else { return nil }
    var parts = tm()
    parts.tm_year = year - 1900
    parts.tm_mon = month - 1
    parts.tm_mday = day
    parts.tm_hour = hour
    parts.tm_min = minute
    parts.tm_sec = second
    let date = Date(timeIntervalSince1970: Double(timegm(&parts) * 1000 + Int(fraction)) / 1000)
    // A month 13 or a misplaced separator would come back as another text.
    return self.text(date) == text ? date : nil
  }
}
