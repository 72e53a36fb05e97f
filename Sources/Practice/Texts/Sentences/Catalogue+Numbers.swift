import Glibc

extension Catalogue {
  /// A number with so many decimals and this language's decimal mark; a dash for what is no number.
  public func decimals(_ value: Double, places: Int) -> String {
    guard value.isFinite, abs(value) < 1e9 else { return "–" }
    let scale = pow(10, Double(places))
    let units = Int((abs(value) * scale).rounded())
    let digits = String(units)
    let padded = String(repeating: "0", count: max(0, places + 1 - digits.count)) + digits
    let sign = value < 0 && units > 0 ? "-" : ""
    guard places > 0 else { return sign + padded }
    let mark = language == .german ? "," : "."
    return "\(sign)\(padded.dropLast(places))\(mark)\(padded.suffix(places))"
  }
}
