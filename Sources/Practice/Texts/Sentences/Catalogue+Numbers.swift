import Glibc

extension Catalogue {
  /// Returns a number in the format to type: with a decimal point in every language.
  static func typed(_ value: Double) -> String { Int(exactly: value).map(String.init) ?? "\(value)" }

  /// Returns a number with `places` decimals and this language's decimal mark; a dash if it is not finite.
  public func decimals(_ value: Double, places: Int) -> String {
    guard value.isFinite, abs(value) < 1e9 else { return "–" }
    let scale = pow(10, Double(places))
    let units = Int((abs(value) * scale).rounded())
    let digits = String(units)
    let padded = String(repeating: "0", count: max(0, places + 1 - digits.count)) + digits
    let sign = value < 0 && units > 0 ? "-" : ""
    guard places > 0 else { return sign + padded }
    return "\(sign)\(padded.dropLast(places))\(rule.decimalMark)\(padded.suffix(places))"
  }
}
