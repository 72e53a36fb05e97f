/// Numbers in files: digits with a decimal point, perhaps an exponent; the same in every language.
struct DecimalNumber {
  /// The nearest double; finite.
  var value: Double

  /// The number in all of `bytes`; nil if they are not a number, or too large for a double.
  init?(_ bytes: UnsafeBufferPointer<UInt8>) {
    var place = 0
    func isDigit() -> Bool { place < bytes.count && bytes[place] &- 48 < 10 }
    func isSign(_ sign: Unicode.Scalar) -> Bool { place < bytes.count && bytes[place] == UInt8(ascii: sign) }
    let isNegative = isSign("-")
    if isNegative || isSign("+") { place += 1 }
    var mantissa: UInt64 = 0
    var isExact = true
    var digits = 0
    func consume() {
      digits += 1
      let (product, isOver) = mantissa.multipliedReportingOverflow(by: 10)
      let (sum, isOverToo) = product.addingReportingOverflow(UInt64(bytes[place] &- 48))
      if isOver || isOverToo { isExact = false } else { mantissa = sum }
      place += 1
    }
    while isDigit() { consume() }
    var decimals = 0
    if isSign(".") {
      place += 1
      while isDigit() {
        consume()
        decimals += 1
      }
    }
    guard digits > 0 else { return nil }
    if isSign("e") || isSign("E") {
      place += 1
      let isBelow = isSign("-")
      if isBelow || isSign("+") { place += 1 }
      guard isDigit() else { return nil }
      var exponent = 0
      while isDigit() {
        exponent = min(exponent * 10 + Int(bytes[place] &- 48), 100_000)
        place += 1
      }
      decimals += isBelow ? exponent : -exponent
    }
    guard place == bytes.count else { return nil }
    // With both numbers exact doubles one operation rounds correctly (W. D. Clinger, "How to read floating point
    // numbers accurately", PLDI 1990); nearly all numbers are of that kind, and the library's way takes ten times as
    // long.
    if isExact, mantissa <= 1 << 53, abs(decimals) <= 22 {
      let magnitude =
        decimals >= 0 ? Double(mantissa) / Self.powers[decimals] : Double(mantissa) * Self.powers[-decimals]
      value = isNegative ? -magnitude : magnitude
    } else {
      guard let value = Double(String(decoding: bytes, as: UTF8.self)), value.isFinite else { return nil }
      self.value = value
    }
  }

  /// The number in `bytes` with a decimal comma, as a spreadsheet writes it in many languages; nil if they are not a
  /// number. Nil also for `1,250`, which may be over a thousand.
  init?(decimalComma bytes: UnsafeBufferPointer<UInt8>) {
    guard let pointed = Self.pointed(bytes) else { return nil }
    guard let number = pointed.withUnsafeBufferPointer({ DecimalNumber($0) }) else { return nil }
    self = number
  }

  /// Returns `bytes` with a point for their comma; nil unless they have just one comma, no point, and one meaning.
  static func pointed(_ bytes: UnsafeBufferPointer<UInt8>) -> [UInt8]? {
    let (comma, point) = (UInt8(ascii: ","), UInt8(ascii: "."))
    guard let place = bytes.firstIndex(of: comma), bytes.lastIndex(of: comma) == place, !bytes.contains(point) else {
      return nil
    }
    let digits: ClosedRange<UInt8> = 48...57
    let whole = bytes[..<place].drop { !digits.contains($0) }
    let decimals = bytes[(place + 1)...].prefix { digits.contains($0) }.count
    guard decimals > 0, decimals != 3 || whole.count > 3 || whole.first == 48 else { return nil }
    return bytes.map { $0 == comma ? point : $0 }
  }

  /// 10⁰…10²²: the powers that are exact.
  private static let powers: [Double] = [
    1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20,
    1e21, 1e22,
  ]
}
