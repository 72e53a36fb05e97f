import Time

/// Spans in files: seconds with up to nine decimals, so that nanoseconds survive a round trip.
enum ExactSeconds {
  /// Returns the span in all of `bytes`: digits, optionally with a sign before them, and a point and decimals. Nil for
  /// anything else, for more than nine decimals, and for spans that do not fit 64 bits of nanoseconds.
  static func span(_ bytes: UnsafeBufferPointer<UInt8>) -> Duration? {
    var place = 0
    let isNegative = bytes.first == UInt8(ascii: "-")
    if isNegative { place = 1 }
    var digits = 0
    var decimals: Int?
    var value: Int64 = 0
    while place < bytes.count {
      let digit = Int64(bytes[place]) - 48
      place += 1
      if digit == -2, decimals == nil, digits > 0 {
        decimals = 0
        continue
      }
      guard (0...9).contains(digit), append(digit, into: &value) else { return nil }
      digits += 1
      decimals = decimals.map { $0 + 1 }
    }
    guard digits > 0, decimals != 0, decimals ?? 0 <= 9 else { return nil }
    for _ in (decimals ?? 0)..<9 {
      guard append(0, into: &value) else { return nil }
    }
    return .nanoseconds(isNegative ? -value : value)
  }

  /// False if the number does not fit any more.
  private static func append(_ digit: Int64, into value: inout Int64) -> Bool {
    let (product, isOver) = value.multipliedReportingOverflow(by: 10)
    let (sum, isOverToo) = product.addingReportingOverflow(digit)
    value = sum
    return !isOver && !isOverToo
  }

  /// Appends `span`, without zeros at its end.
  static func write(_ span: Duration, to bytes: inout [UInt8]) {
    let nanoseconds = span.nanoseconds
    if nanoseconds < 0 { bytes.append(UInt8(ascii: "-")) }
    let (seconds, part) = nanoseconds.magnitude.quotientAndRemainder(dividingBy: 1_000_000_000)
    bytes.append(contentsOf: String(seconds).utf8)
    guard part > 0 else { return }
    let digits = String(part)
    var decimals = Array(repeating: UInt8(ascii: "0"), count: 9 - digits.utf8.count) + Array(digits.utf8)
    while decimals.last == UInt8(ascii: "0") { decimals.removeLast() }
    bytes.append(UInt8(ascii: "."))
    bytes.append(contentsOf: decimals)
  }
}
