/// The text of a file, to be changed in parts: its byte order mark, its line ends and all other lines stay as they are.
/// Pure; any thread.
public struct EditableText: Sendable {
  private let hasMark: Bool
  /// The lines; an empty last one is left out.
  public var lines: [TextLine]

  /// Takes `text` apart, in linear time.
  public init(_ text: String) {
    let bytes = Array(text.utf8)
    hasMark = bytes.starts(with: TextLine.mark)
    lines = TextLine.lines(of: TextLine.withoutMark(bytes))
    if lines.last?.text.isEmpty == true { lines.removeLast() }
  }

  /// The whole text.
  public var text: String {
    String(decoding: (hasMark ? TextLine.mark : []) + lines.flatMap { $0.text + $0.end }, as: UTF8.self)
  }

  /// The line end of the file.
  public var lineEnd: ArraySlice<UInt8> {
    guard let end = lines.first?.end, !end.isEmpty else { return [TextLine.feed] }
    return end
  }

  /// Returns the place of a character among the bytes of the text, from its line and column, both from 1, as YAML's
  /// parser counts them: in Unicode scalars, without the byte order mark. Nil if there is none.
  public func place(line: Int, column: Int) -> Int? {
    guard lines.indices.contains(line - 1) else { return nil }
    let text = lines[line - 1].text
    let starts = text.indices.lazy.filter { text[$0] & 0xC0 != 0x80 }
    guard let index = starts.dropFirst(column - 1).first else { return nil }
    let before = lines[..<(line - 1)].reduce(hasMark ? TextLine.mark.count : 0) { $0 + $1.text.count + $1.end.count }
    return before + index - text.startIndex
  }
}
