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
    for edited in edits(of: text, key: entry.key, value: entry.value) {
      guard var after = MappingDecoder.decode(Array(edited.utf8), file: "").mapping else { continue }
      after.forgetPositions()
      if after == expected { return edited }
    }
    throw Failure()
  }

  /// Returns the possible edits, the neatest first: remove the key and its value together with their comma or line,
  /// otherwise replace the word.
  private static func edits(of text: String, key: SourcePosition, value: SourcePosition) -> [String] {
    let source = EditableText(text)
    guard let start = source.place(line: key.line, column: key.column),
      let middle = source.place(line: value.line, column: value.column), start < middle
    else { return [] }
    let bytes = Array(text.utf8)
    func replacing(_ range: Range<Int>, by word: String = "") -> String {
      String(decoding: bytes[..<range.lowerBound] + Array(word.utf8) + bytes[range.upperBound...], as: UTF8.self)
    }
    func stands(_ characters: String, at place: Int) -> Bool {
      bytes.indices.contains(place) && characters.utf8.contains(bytes[place])
    }
    var end = middle
    let isQuoted = stands("\"'", at: middle)
    if isQuoted { end += 1 }
    while end < bytes.count, (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(bytes[end] | 0x20) { end += 1 }
    if isQuoted, end < bytes.count, bytes[end] == bytes[middle] { end += 1 }

    var before = start
    while stands(" \t", at: before - 1) { before -= 1 }
    var after = end
    while stands(" \t", at: after) { after += 1 }
    var edits: [String] = []
    if stands(",", at: before - 1) { edits.append(replacing(before - 1..<end)) }
    if stands(",", at: after) {
      after += 1
      while stands(" \t", at: after) { after += 1 }
      edits.append(replacing(start..<after))
    } else if before == 0 || stands("\n\r", at: before - 1) {
      if stands("#", at: after) {
        // A comment on the part stays in place.
        edits.append(replacing(start..<after))
      } else if after == bytes.count || stands("\n\r", at: after) {
        let isPair = stands("\r", at: after) && stands("\n", at: after + 1)
        edits.append(replacing(before..<min(after + (isPair ? 2 : 1), bytes.count)))
      }
    }
    edits.append(replacing(middle..<end, by: Confidence.source.rawValue))
    return edits
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
