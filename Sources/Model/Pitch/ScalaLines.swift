import PlainText

/// The lines of a Scala file without its comments, which begin with `!`.
struct ScalaLines {
  /// A line and its number, counted from 1 and including comments.
  struct Line {
    var number: Int
    var text: String

    /// The text without blanks at its ends. Problems quote the whole text, because a blank may be the mistake.
    var trimmed: String {
      String(text.drop(while: \.isWhitespace).reversed().drop(while: \.isWhitespace).reversed())
    }
  }

  /// The number of the file's last line; 1 for an empty file.
  let last: Int
  private var rest: ArraySlice<Line>

  /// Creates the lines of a file's `bytes`, in UTF-8 or else Latin-1; a byte order mark is skipped.
  init(_ bytes: some Collection<UInt8>) throws(ScalaProblem) {
    guard bytes.count <= ScalaScale.sizeLimit else {
      throw ScalaProblem(reason: .tooLarge(limit: ScalaScale.sizeLimit))
    }
    var lines = TextLine.lines(of: TextLine.withoutMark(Array(bytes))).map(\.text)
    // The line end of the last line starts no new line.
    if lines.count > 1, lines.last?.isEmpty == true { lines.removeLast() }
    last = lines.count
    rest =
      lines.enumerated().filter { $1.first != UInt8(ascii: "!") }
      .map { Line(number: $0 + 1, text: Self.decode($1)) }[...]
  }

  /// Returns the next line, blank or not; nil at the end.
  mutating func next() -> Line? { rest.popFirst() }

  /// Returns the next line that is not blank; nil at the end.
  mutating func nextFilled() -> Line? {
    while let line = next() {
      if !line.trimmed.isEmpty { return line }
    }
    return nil
  }

  private static func decode(_ bytes: ArraySlice<UInt8>) -> String {
    if let text = String(validating: bytes, as: UTF8.self) { return text }
    var scalars = String.UnicodeScalarView()
    scalars.append(contentsOf: bytes.map { Unicode.Scalar($0) })
    return String(scalars)
  }
}
