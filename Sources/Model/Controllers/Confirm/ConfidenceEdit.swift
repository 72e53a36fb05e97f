import MIDI
import PlainText
import Yams

/// Removes `confidence: unsure` from parts of a mapping file, as text, so that comments, order and layout survive.
public enum ConfidenceEdit {
  /// The text cannot be edited: it has changed since, or its notation is not supported.
  public struct Failure: Error, Hashable {
    /// Creates the error for an edit that would change the meaning of the file.
    public init() {}
  }

  /// Returns `text` with `parts` confirmed. The result decodes to the same mapping apart from that, otherwise this
  /// throws. Any thread.
  ///
  /// - Throws: `Failure` if a part is missing or the file uses an uncommon notation.
  public static func confirm(_ parts: [UnsurePart], in text: String) throws(Failure) -> String {
    var text = text
    for part in parts { text = try confirm(part, in: text) }
    return text
  }

  /// Returns the first lines of a copy of `file` (its name without folders), which state its origin.
  public static func copy(_ text: String, of file: String) -> String {
    let copy = """
      # A copy of \(FileText.clean(file)): what `peach devices --try` has confirmed on the controller is sure here.
      #
      \(TextLine.plain(text))
      """
    return TextLine.written(copy, like: text)
  }

  private static func confirm(_ part: UnsurePart, in text: String) throws(Failure) -> String {
    let bytes = Array(text.utf8)
    guard let root = try? YAMLDocument.root(of: bytes),
      let before = MappingDecoder.decode(bytes, file: "").mapping, before.unsureParts.contains(part),
      let entry = root.node(of: part)?.confidence
    else { throw Failure() }
    var expected = before.confirming(part)
    expected.forgetPositions()
    for edited in edits(of: SourceText(text), key: entry.key, value: entry.value) {
      guard var after = MappingDecoder.decode(Array(edited.utf8), file: "").mapping else { continue }
      after.forgetPositions()
      if after == expected { return edited }
    }
    throw Failure()
  }

  /// Returns the possible edits, the neatest first: remove the key and its value together with their comma or line,
  /// otherwise replace the word.
  private static func edits(of source: SourceText, key: SourcePosition, value: SourcePosition) -> [String] {
    guard let start = source.index(of: key), let middle = source.index(of: value), start < middle else { return [] }
    let scalars = source.scalars
    var end = middle
    let quote: Unicode.Scalar? = scalars[middle] == "\"" || scalars[middle] == "'" ? scalars[middle] : nil
    if quote != nil { end += 1 }
    while end < scalars.count, scalars[end].properties.isAlphabetic { end += 1 }
    if let quote, end < scalars.count, scalars[end] == quote { end += 1 }

    let isBlank = { (scalar: Unicode.Scalar) in scalar == " " || scalar == "\t" }
    var before = start
    while before > 0, isBlank(scalars[before - 1]) { before -= 1 }
    var after = end
    while after < scalars.count, isBlank(scalars[after]) { after += 1 }
    var edits: [String] = []
    if before > 0, scalars[before - 1] == "," { edits.append(source.removing(before - 1..<end)) }
    if after < scalars.count, scalars[after] == "," {
      after += 1
      while after < scalars.count, isBlank(scalars[after]) { after += 1 }
      edits.append(source.removing(start..<after))
    } else if before == 0 || SourceText.isBreak(scalars[before - 1]) {
      if after < scalars.count, scalars[after] == "#" {
        // A comment on the part stays in place.
        edits.append(source.removing(start..<after))
      } else if after == scalars.count {
        edits.append(source.removing(before..<after))
      } else if SourceText.isBreak(scalars[after]) {
        edits.append(source.removing(before..<after + (source.isPair(at: after) ? 2 : 1)))
      }
    }
    edits.append(source.replacing(middle..<end, by: Confidence.source.rawValue))
    return edits
  }
}

/// A text as Unicode scalars, by which the parser counts lines and columns.
private struct SourceText {
  let scalars: [Unicode.Scalar]
  private var starts: [Int]

  init(_ text: String) {
    scalars = Array(text.unicodeScalars)
    // The parser does not count the byte order mark.
    starts = [scalars.first == "\u{FEFF}" ? 1 : 0]
    for index in scalars.indices where Self.isBreak(scalars[index]) && !isPair(at: index) { starts.append(index + 1) }
  }

  /// Returns whether `scalar` ends a line (`TextLine`).
  static func isBreak(_ scalar: Unicode.Scalar) -> Bool { scalar == "\n" || scalar == "\r" }

  /// Returns whether the line ending at `index` is CR LF.
  func isPair(at index: Int) -> Bool {
    scalars[index] == "\r" && index + 1 < scalars.count && scalars[index + 1] == "\n"
  }

  /// Returns the index of a position; nil past the end.
  func index(of position: SourcePosition) -> Int? {
    guard starts.indices.contains(position.line - 1) else { return nil }
    let index = starts[position.line - 1] + position.column - 1
    return scalars.indices.contains(index) ? index : nil
  }

  func removing(_ range: Range<Int>) -> String { replacing(range, by: "") }

  func replacing(_ range: Range<Int>, by word: String) -> String {
    var result = String.UnicodeScalarView()
    result.append(contentsOf: scalars[..<range.lowerBound])
    result.append(contentsOf: word.unicodeScalars)
    result.append(contentsOf: scalars[range.upperBound...])
    return String(result)
  }
}

extension ControllerMapping {
  fileprivate mutating func forgetPositions() {
    for index in bindings.indices { bindings[index].position = nil }
  }
}

extension Node {
  /// Returns the node of `part` below the root of a file.
  fileprivate func node(of part: UnsurePart) -> Node? {
    let feedback = child(MappingKey.feedback.rawValue)
    return switch part {
    case .initMessage(let index): child(MappingKey.`init`.rawValue)?.child(index)
    case .exitMessage(let index): child(MappingKey.exit.rawValue)?.child(index)
    case .tick: feedback?.child(FeedbackKey.tick.rawValue)
    case .lights(let area, let index): feedback?.child(FeedbackKey.lights.rawValue)?.child(area)?.child(index)
    case .cue(let key, let index):
      feedback?.child(FeedbackKey.cues.rawValue)?.steps(of: key)?.child(index)?.child(StepKey.send.rawValue)
    }
  }

  /// The positions of `confidence` and its value.
  fileprivate var confidence: (key: SourcePosition, value: SourcePosition)? {
    for (key, value) in mapping ?? [:] where key.text == LightKey.confidence.rawValue {
      guard let key = key.position, let value = value.position else { return nil }
      return (key, value)
    }
    return nil
  }

  private func child(_ key: String) -> Node? { mapping?.first { $0.key.text == key }?.value }

  private func child(_ index: Int) -> Node? {
    guard let sequence, sequence.indices.contains(index) else { return nil }
    return sequence[index]
  }

  private func steps(of key: CueKey) -> Node? {
    switch key {
    case .plain(let word): child(word.rawValue)
    case .band(let band): child(CueWord.band.rawValue)?.child("\(band)")
    case .direction(let word, let band): child(word.rawValue)?.child("\(band)")
    case .mode(let role): child(CueWord.mode.rawValue)?.child(role.rawValue)
    }
  }
}
