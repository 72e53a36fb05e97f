/// Which key plays which degree of a scale, as it stands in a Scala keyboard mapping (`.kbm`), and what one of the keys
/// sounds at. The format is described at huygens-fokker.org/scala/help.htm#mappings.
public struct ScalaKeyboardMap: Hashable, Sendable {
  /// Degrees a key may have: those below 0 lie under the first note.
  static let degrees = -16_384...16_384

  /// The keys that are tuned; the others have no pitch.
  let keys: ClosedRange<Int>
  /// The key of the pattern's first entry.
  let middle: Int
  /// The key whose frequency is given.
  let reference: Int
  /// That frequency.
  let frequency: Hertz
  /// How many degrees one pattern lies above the one before; 0 is as many as the scale has.
  let octaveDegree: Int
  /// The degrees of the keys from `middle` up, nil for a key without; it repeats. Empty: each key is one degree above
  /// the one below it.
  let pattern: [Int?]

  /// The mapping in a file's `bytes`, at most 64 KiB. Entries that are left out at the end have no pitch.
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

  /// The degree `key` has in its repetition of the pattern, and which repetition that is; nil if it has none. Asks the
  /// pattern alone, so it answers outside `keys` too.
  func degree(of key: Int) -> (degree: Int, repetition: Int)? {
    guard !pattern.isEmpty else { return (key - middle, 0) }
    let (repetition, step) = (key - middle).dividedDown(by: pattern.count)
    return pattern[step].map { ($0, repetition) }
  }

  /// How far `key` lies from the key of the pattern's first entry in `scale`; nil if it has no degree.
  func pitch(of key: Int, in scale: ScalaScale) -> Cents? {
    // Degrees are added and then looked up, as in Scala: the octave of an unequal scale is not equally wide from each of them.
    degree(of: key).flatMap { degree, repetition in
      scale.pitch(of: degree + repetition * (octaveDegree == 0 ? scale.degrees.count : octaveDegree))
    }
  }

  /// Reads the file from its head on.
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
