import Foundation

/// Durations and dates.
extension Catalogue {
  /// Returns a duration in words, to read aloud: `9 minutes 41 seconds`. Negative ones count as `0 seconds`.
  public func words(seconds: Int) -> String {
    let seconds = max(0, seconds)
    let parts: [(PluralKey, Int)] = [
      (.hours, seconds / 3_600), (.minutes, seconds / 60 % 60), (.seconds, seconds % 60),
    ]
    let shown = parts.filter { $0.1 > 0 }
    return (shown.isEmpty ? [(.seconds, 0)] : shown).map { self($0.0, count: $0.1) }.joined(separator: " ")
  }

  /// Returns a duration in digits: `9:41`, `1:02:03`. The same in every language.
  public func digits(seconds: Int) -> String {
    let seconds = max(0, seconds)
    func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
    let (hours, minutes) = (seconds / 3_600, seconds / 60 % 60)
    return (hours > 0 ? "\(hours):\(two(minutes))" : "\(minutes)") + ":\(two(seconds % 60))"
  }

  /// Returns a short time in tenths of a second, with its unit: `12.4 s`; from one minute upwards in digits, without
  /// tenths.
  public func split(tenths: Int) -> String {
    guard tenths < 600 else { return digits(seconds: tenths / 10) }
    return self(.tenths, ["value": decimals(Double(tenths) / 10, places: 1)])
  }

  /// Returns a date and time in `zone`: `Today, 18:40`, or with its date.
  public func words(for date: Date, now: Date, in zone: TimeZone = .current) -> String {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = zone
    let parts = calendar.dateComponents([.year, .month, .day, .hour, .minute], from: date)
    let (hour, minute) = (parts.hour ?? 0, parts.minute ?? 0)
    let time = "\(hour):" + (minute < 10 ? "0\(minute)" : "\(minute)")
    if calendar.isDate(date, inSameDayAs: now) { return self(.today, ["time": time]) }
    if let before = calendar.date(byAdding: .day, value: -1, to: now), calendar.isDate(date, inSameDayAs: before) {
      return self(.yesterday, ["time": time])
    }
    let month = text("timer.month.\(parts.month ?? 1)", [:])
    let day = ["day": "\(parts.day ?? 1)", "month": month, "year": "\(parts.year ?? 0)", "time": time]
    return self(.day, day)
  }
}
