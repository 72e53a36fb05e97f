/// The scale degree of each key and the frequency of one key, from a Scala keyboard mapping (`.kbm`). The format is
/// described at huygens-fokker.org/scala/help.htm#mappings.
public struct ScalaKeyboardMap: Hashable, Sendable {
  /// The degrees a key may have; degrees below 0 lie under the first note.
  static let degrees = -16_384...16_384

  /// The keys with a tuning; other keys have no pitch.
  let keys: ClosedRange<Int>
  /// The key of the pattern's first entry.
  let middle: Int
  /// The key whose frequency is given.
  let reference: Int
  /// The frequency of the reference key.
  let frequency: Hertz
  /// The number of degrees from one repetition of the pattern to the next; 0 means the size of the scale.
  let octaveDegree: Int
  /// The degrees of the keys from `middle` up, nil for a key without one; the pattern repeats. If empty, each key is
  /// one degree above the key below it.
  let pattern: [Int?]

  /// Creates the map in a file's `bytes`, up to 64 KiB. Entries missing at the end have no pitch.
  public init(_ bytes: some Collection<UInt8>) throws(ScalaProblem) {
    var head = Head(lines: try ScalaLines(bytes))
    let size = try head.number(.mapSize).value
    let first = try head.number(.firstNote).value
    let last = try head.number(.lastNote)
    guard first <= last.value else { throw ScalaProblem(line: last.line, reason: .lastBelowFirst) }
    keys = first...last.value
    middle = try head.number(.middleNote).value
    let reference = try head.number(.referenceNote)
    self.reference = reference.value
    frequency = try head.frequency()
    octaveDegree = try head.number(.octaveDegree).value
    pattern = try head.pattern(size)
    guard degree(of: reference.value) != nil else {
      throw ScalaProblem(line: reference.line, reason: .unmappedReference(reference.value))
    }
  }

  /// Returns the degree of `key` within its repetition of the pattern, and the number of the repetition; nil if it has
  /// none. Depends on the pattern only, so it also answers outside `keys`.
  func degree(of key: Int) -> (degree: Int, repetition: Int)? {
    guard !pattern.isEmpty else { return (key - middle, 0) }
    let (repetition, step) = (key - middle).dividedDown(by: pattern.count)
    return pattern[step].map { ($0, repetition) }
  }

  /// Returns the distance of `key` from the pattern's first key in `scale`; nil if the key has no degree.
  func pitch(of key: Int, in scale: ScalaScale) -> Cents? {
    // Degrees are added before the lookup, as in Scala: in an unequal scale the size of an octave depends on its
    // degree.
    degree(of: key).flatMap { degree, repetition in
      scale.pitch(of: degree + repetition * (octaveDegree == 0 ? scale.degrees.count : octaveDegree))
    }
  }

  /// A reader of the numbers at the head of the file.
  private struct Head {
    var lines: ScalaLines

    mutating func number(_ field: ScalaProblem.Field) throws(ScalaProblem) -> (value: Int, line: Int) {
      let line = try next(field)
      var scanner = ScalaScanner(line.text)
      guard let value = scanner.wholeNumber(), field.range.contains(value) else { throw bad(field, line) }
      return (value, line.number)
    }

    mutating func frequency() throws(ScalaProblem) -> Hertz {
      let line = try next(.frequency)
      let range = ScalaProblem.Field.frequency.range
      var scanner = ScalaScanner(line.text)
      guard let value = scanner.decimalNumber(), value >= Double(range.lowerBound), value <= Double(range.upperBound)
      else { throw bad(.frequency, line) }
      return Hertz(value)
    }

    mutating func pattern(_ size: Int) throws(ScalaProblem) -> [Int?] {
      var pattern = [Int?](repeating: nil, count: size)
      for index in pattern.indices {
        guard let line = lines.nextFilled() else { break }
        let first = line.trimmed.prefix { !$0.isWhitespace }
        if first == "x" || first == "X" { continue }
        var scanner = ScalaScanner(line.text)
        guard let degree = scanner.wholeNumber(), ScalaKeyboardMap.degrees.contains(degree) else {
          throw ScalaProblem(line: line.number, reason: .badEntry(text: line.text))
        }
        pattern[index] = degree
      }
      return pattern
    }

    private mutating func next(_ field: ScalaProblem.Field) throws(ScalaProblem) -> ScalaLines.Line {
      guard let line = lines.nextFilled() else { throw ScalaProblem(line: lines.last, reason: .missing(field)) }
      return line
    }

    private func bad(_ field: ScalaProblem.Field, _ line: ScalaLines.Line) -> ScalaProblem {
      ScalaProblem(line: line.number, reason: .badNumber(field, text: line.text))
    }
  }
}
