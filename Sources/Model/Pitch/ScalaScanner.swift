import Glibc

/// A reader of numbers at the beginning of a line.
struct ScalaScanner {
  private var rest: Substring.UTF8View

  init(_ text: String) { rest = Substring(text).utf8 }

  /// The next character, if it is ASCII; nil at the end.
  private var next: Character? { rest.first.map { Character(Unicode.Scalar($0)) } }

  private mutating func skipBlanks() { rest = rest.drop { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") } }

  private mutating func consume(_ byte: Unicode.Scalar) -> Bool {
    guard rest.first == UInt8(ascii: byte) else { return false }
    rest.removeFirst()
    return true
  }

  private mutating func digits() -> String {
    let digits = rest.prefix { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
    rest = rest.dropFirst(digits.count)
    return String(decoding: digits, as: UTF8.self)
  }

  /// Whether the number ends here. A comma, a second point or an exponent would be part of a number in another
  /// notation; any other text is a remark.
  private var isEnd: Bool {
    switch next {
    case nil: return true
    case ".", ",", "/": return false
    case "e", "E":
      let exponent = rest.dropFirst()
      let number =
        exponent.first == UInt8(ascii: "-") || exponent.first == UInt8(ascii: "+")
        ? exponent.dropFirst() : exponent
      return !(number.first.map { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) } ?? false)
    default: return true
    }
  }

  /// Reads a whole number that ends the line or precedes a blank; nil if the text has none here.
  mutating func wholeNumber() -> Int? {
    skipBlanks()
    let isNegative = consume("-")
    if !isNegative { _ = consume("+") }
    let digits = digits()
    guard next == nil || next == " " || next == "\t" else { return nil }
    return Int((isNegative ? "-" : "") + digits)
  }

  /// Reads a decimal number of 0 or more, with or without a point; nil if the text has none here.
  mutating func decimalNumber() -> Double? {
    skipBlanks()
    guard let value = unsignedDecimal()?.value, isEnd else { return nil }
    return value
  }

  private mutating func unsignedDecimal() -> (value: Double, hasPoint: Bool)? {
    let whole = digits()
    let hasPoint = consume(".")
    let fraction = hasPoint ? digits() : ""
    guard !(whole.isEmpty && fraction.isEmpty), let value = Double("0\(whole).\(fraction)0") else { return nil }
    return (value, hasPoint)
  }

  /// Reads a pitch: cents if it has a point, else a ratio or a whole number, which means that number to 1. Ignores the
  /// rest of the line.
  mutating func pitch(of line: ScalaLines.Line) throws(ScalaProblem) -> Cents {
    let problem = ScalaProblem(line: line.number, reason: .notAPitch(text: line.text))
    skipBlanks()
    var isNegative = consume("-")
    if !isNegative { _ = consume("+") }
    guard let (above, isCents) = unsignedDecimal() else { throw problem }
    let cents: Double
    if isCents {
      cents = isNegative ? -above : above
    } else {
      var below = 1.0
      var ahead = self
      ahead.skipBlanks()
      if ahead.consume("/") {
        ahead.skipBlanks()
        let hasSign = ahead.consume("-")
        if let value = Double(ahead.digits()) {
          below = value
          isNegative = isNegative || hasSign
          self = ahead
        }
      }
      guard isEnd else { throw problem }
      guard !isNegative, above > 0, below > 0 else {
        throw ScalaProblem(line: line.number, reason: .notPositive(text: line.text))
      }
      cents = Cents.perOctave * log2(above / below)
    }
    guard isEnd else { throw problem }
    guard abs(cents) <= Double(ScalaScale.reach) else {
      throw ScalaProblem(line: line.number, reason: .tooFar(text: line.text, limit: ScalaScale.reach))
    }
    return Cents(cents)
  }
}
