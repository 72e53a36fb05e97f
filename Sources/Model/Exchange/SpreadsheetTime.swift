/// Wall-clock times in the form a spreadsheet gives them once it has recognised them as times. They are read if they
/// are unambiguous, and are in UTC like the originals. A time without seconds is rejected, because its seconds are
/// lost.
enum SpreadsheetTime {
  /// Returns the time in all of `bytes`: `2026/3/21 15:00:10`, `21.3.2026 15:00:10`, or `3/21/2026 3:00:10 PM`, in
  /// which one of the two numbers before the year must be above 12 or both the same. Nil for anything else, and for
  /// dates that do not exist.
  static func parse(_ bytes: UnsafeBufferPointer<UInt8>) -> Int? {
    var scanner = DigitScanner(bytes)
    guard let first = scanner.number(upTo: 4), let separator = scanner.separator(),
      let second = scanner.number(upTo: 2), scanner.skip(separator), let third = scanner.number(upTo: 4),
      let (year, month, day) = date(first, second, third, separator),
      (1...12).contains(month), (1...CalendarTime.length(of: month, in: year)).contains(day)
    else { return nil }
    _ = scanner.skip(",")
    guard scanner.skip(" ") || scanner.skip("T"), var hour = scanner.number(upTo: 2), scanner.skip(":"),
      let minute = scanner.number(2), scanner.skip(":"), let seconds = scanner.number(2),
      let fraction = scanner.fraction(), minute < 60, seconds < 60
    else { return nil }
    if scanner.skip(" ") {
      let isMorning = scanner.skip("A") || scanner.skip("a")
      guard isMorning || scanner.skip("P") || scanner.skip("p"), scanner.skip("M") || scanner.skip("m"),
        (1...12).contains(hour)
      else { return nil }
      hour = hour % 12 + (isMorning ? 0 : 12)
    }
    guard hour < 24, scanner.isAtEnd else { return nil }
    return CalendarTime.milliseconds(year, month, day, second: hour * 3600 + minute * 60 + seconds) + fraction
  }

  private static func date(
    _ first: Int, _ second: Int, _ third: Int, _ separator: Unicode.Scalar
  ) -> (year: Int, month: Int, day: Int)? {
    if first > 999, third < 100 { return (first, second, third) }
    guard third > 999, first < 100 else { return nil }
    switch separator {
    // Wherever dates have points the day comes first.
    case ".": return (third, second, first)
    case _ where first == second || second > 12: return (third, first, second)
    case _ where first > 12: return (third, second, first)
    default: return nil
    }
  }
}

extension DigitScanner {
  /// Reads a number of one digit up to `width` digits.
  fileprivate mutating func number(upTo width: Int) -> Int? {
    var value: Int?
    for _ in 0..<width {
      guard let digit = digit() else { break }
      value = (value ?? 0) * 10 + digit
    }
    return value
  }

  /// Reads the separator between the parts of a date.
  fileprivate mutating func separator() -> Unicode.Scalar? {
    (["-", "/", "."] as [Unicode.Scalar]).first { skip($0) }
  }
}
