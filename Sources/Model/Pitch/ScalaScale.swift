/// A scale from a Scala file (`.scl`): a description, the number of degrees, and each degree's distance from the first
/// note, 1/1, which is not written. The last degree is the period after which the scale repeats.
///
/// The format is described at huygens-fokker.org/scala/scl_format.html. Degrees may be negative and in any order.
/// Content after the announced degrees is ignored.
public struct ScalaScale: Hashable, Sendable {
  /// The largest distance of a degree from the first note, in cents: 40 octaves, more than the ratio of the largest
  /// numbers that all programs read.
  public static let reach = 48_000

  /// The largest size of a scale or keyboard map file in bytes: a thousand degrees with a comment each.
  public static let sizeLimit = 65_536

  /// The file's first line that is not a comment; may be empty.
  public let description: String
  /// The distances of degree 1, 2, … from the first note.
  public let degrees: [Cents]

  /// Creates the scale in a file's `bytes`, up to 64 KiB.
  public init(_ bytes: some Collection<UInt8>) throws(ScalaProblem) {
    var lines = try ScalaLines(bytes)
    guard let first = lines.next(), let number = lines.nextFilled() else {
      throw ScalaProblem(line: lines.last, reason: .noCount)
    }
    description = first.trimmed
    var scanner = ScalaScanner(number.text)
    guard let count = scanner.wholeNumber(), count >= 0 else {
      throw ScalaProblem(line: number.number, reason: .badCount(text: number.text))
    }
    var degrees: [Cents] = []
    while degrees.count < count {
      guard let line = lines.nextFilled() else {
        throw ScalaProblem(line: lines.last, reason: .missingDegrees(expected: count, found: degrees.count))
      }
      var scanner = ScalaScanner(line.text)
      degrees.append(try scanner.pitch(of: line))
    }
    self.degrees = degrees
  }

  /// Returns the distance of `degree` from the first note, which is degree 0. Beyond the last degree and below 0 the
  /// scale repeats. Nil for a scale without degrees.
  func pitch(of degree: Int) -> Cents? {
    guard let period = degrees.last else { return nil }
    let (repetition, step) = degree.dividedDown(by: degrees.count)
    return Cents(Double(repetition) * period.value + (step == 0 ? 0 : degrees[step - 1].value))
  }
}

extension Int {
  /// Returns quotient and remainder for a positive divisor; the remainder is never negative.
  func dividedDown(by divisor: Int) -> (quotient: Int, remainder: Int) {
    let (quotient, remainder) = quotientAndRemainder(dividingBy: divisor)
    return remainder < 0 ? (quotient - 1, remainder + divisor) : (quotient, remainder)
  }
}
