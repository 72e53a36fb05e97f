import Foundation

/// Wall-clock times in files: ISO 8601, whole milliseconds since 1970 in UTC.
package enum CalendarTime {
  /// The range of four-digit years: 0000-01-01 to 9999-12-31.
  package static let milliseconds = -62_167_219_200_000...253_402_300_799_999

  /// The range of a Linux clock: from 1970 for as long as 64 bits of nanoseconds last, into 2262.
  package static let clock = 0...9_223_372_036_854

  /// `date` to the millisecond; a date that cannot be written becomes the nearest that can.
  package static func milliseconds(of date: Date) -> Int {
    let exact = (date.timeIntervalSince1970 * 1000).rounded()
    // A NaN compares false with everything and takes the first branch.
    guard exact >= Double(milliseconds.lowerBound) else { return milliseconds.lowerBound }
    return exact >= Double(milliseconds.upperBound) ? milliseconds.upperBound : Int(exact)
  }

  /// The date of `milliseconds`.
  package static func date(_ milliseconds: Int) -> Date { Date(timeIntervalSince1970: Double(milliseconds) / 1000) }

  /// The time written in `bytes`: date, `T` or a space, time, then perhaps a fraction and perhaps `Z` or an offset such
  /// as `+01:00`; without either it is UTC. Nil for anything else, and for dates that do not exist.
  package static func parse(_ bytes: UnsafeBufferPointer<UInt8>) -> Int? {
    var scanner = DigitScanner(bytes)
    guard let year = scanner.number(4), scanner.skip("-"), let month = scanner.number(2), scanner.skip("-"),
      let day = scanner.number(2), scanner.skip("T") || scanner.skip(" "),
      let hour = scanner.number(2), scanner.skip(":"), let minute = scanner.number(2), scanner.skip(":"),
      let second = scanner.number(2), (1...12).contains(month), (1...length(of: month, in: year)).contains(day),
      hour < 24, minute < 60, second < 60, let fraction = scanner.fraction(), let offset = scanner.offset(),
      scanner.isAtEnd
    else { return nil }
    let result =
      self.milliseconds(year, month, day, second: hour * 3600 + minute * 60 + second - offset * 60) + fraction
    return milliseconds.contains(result) ? result : nil
  }

  /// The time that lies `second` seconds after the beginning of a day in UTC; the day has to exist.
  static func milliseconds(_ year: Int, _ month: Int, _ day: Int, second: Int) -> Int {
    (days(year, month, day) * 86_400 + second) * 1000
  }

  /// Appends `milliseconds` as `2026-11-21T18:30:05.123Z`, or without the fraction, which is then cut off.
  package static func write(_ milliseconds: Int, withFraction: Bool, to bytes: inout [UInt8]) {
    let fraction = floored(milliseconds, 1000).rest
    let (day, second) = floored(floored(milliseconds, 1000).count, 86_400)
    let date = civil(day)
    append(date.year, 4, &bytes)
    bytes.append(UInt8(ascii: "-"))
    append(date.month, 2, &bytes)
    bytes.append(UInt8(ascii: "-"))
    append(date.day, 2, &bytes)
    bytes.append(UInt8(ascii: "T"))
    append(second / 3600, 2, &bytes)
    bytes.append(UInt8(ascii: ":"))
    append(second / 60 % 60, 2, &bytes)
    bytes.append(UInt8(ascii: ":"))
    append(second % 60, 2, &bytes)
    if withFraction {
      bytes.append(UInt8(ascii: "."))
      append(fraction, 3, &bytes)
    }
    bytes.append(UInt8(ascii: "Z"))
  }

  /// The whole second that `milliseconds` lies in.
  package static func second(of milliseconds: Int) -> Int { floored(milliseconds, 1000).count }

  private static func append(_ number: Int, _ width: Int, _ bytes: inout [UInt8]) {
    var divisor = 1
    for _ in 1..<width { divisor *= 10 }
    while divisor > 0 {
      bytes.append(UInt8(ascii: "0") + UInt8(number / divisor % 10))
      divisor /= 10
    }
  }

  private static func floored(_ value: Int, _ divisor: Int) -> (count: Int, rest: Int) {
    let rest = (value % divisor + divisor) % divisor
    return ((value - rest) / divisor, rest)
  }

  static func length(of month: Int, in year: Int) -> Int {
    switch month {
    case 4, 6, 9, 11: 30
    case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
    default: 31
    }
  }

  // Days since 1970 and back in the proleptic Gregorian calendar: H. Hinnant, "chrono-compatible low-level date
  // algorithms", days_from_civil and civil_from_days. Years begin in March, so that the leap day is the last.

  private static func days(_ year: Int, _ month: Int, _ day: Int) -> Int {
    let (era, yearOfEra) = floored(month <= 2 ? year - 1 : year, 400)
    let dayOfYear = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1
    return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
  }

  private static func civil(_ days: Int) -> (year: Int, month: Int, day: Int) {
    let (era, dayOfEra) = floored(days + 719_468, 146_097)
    let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let shifted = (5 * dayOfYear + 2) / 153
    let month = shifted < 10 ? shifted + 3 : shifted - 9
    return (yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, dayOfYear - (153 * shifted + 2) / 5 + 1)
  }
}

/// Reads digits one after the other.
struct DigitScanner {
  private let bytes: UnsafeBufferPointer<UInt8>
  private var place = 0

  init(_ bytes: UnsafeBufferPointer<UInt8>) { self.bytes = bytes }

  var isAtEnd: Bool { place == bytes.count }

  mutating func skip(_ character: Unicode.Scalar) -> Bool {
    guard place < bytes.count, bytes[place] == UInt8(ascii: character) else { return false }
    place += 1
    return true
  }

  mutating func digit() -> Int? {
    guard place < bytes.count, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(bytes[place]) else { return nil }
    place += 1
    return Int(bytes[place - 1] - UInt8(ascii: "0"))
  }

  mutating func number(_ width: Int) -> Int? {
    var value = 0
    for _ in 0..<width {
      guard let digit = digit() else { return nil }
      value = value * 10 + digit
    }
    return value
  }

  /// Milliseconds; finer digits are cut off. Nil without a point.
  mutating func fraction() -> Int? {
    guard skip(".") else { return 0 }
    var value = 0
    var count = 0
    while let digit = digit() {
      if count < 3 { value = value * 10 + digit }
      count += 1
    }
    guard (1...9).contains(count) else { return nil }
    for _ in count..<max(count, 3) { value *= 10 }
    return value
  }

  /// Minutes east of UTC.
  mutating func offset() -> Int? {
    if isAtEnd || skip("Z") { return 0 }
    let sign = skip("+") ? 1 : skip("-") ? -1 : 0
    guard sign != 0, let hour = number(2), hour < 24 else { return nil }
    _ = skip(":")
    guard let minute = number(2), minute < 60 else { return nil }
    return sign * (hour * 60 + minute)
  }
}
