import PlainText
import Testing

/// Texts that are changed in parts.
@Suite struct EditableTextTests {
  @Test(arguments: ["", "a", "a\n", "\u{FEFF}a\r\nb\rc\n\n", "\u{FEFF}", "\n", "ä\u{2028}b\r\n\r\n"])
  func `an unchanged text is the same to the byte`(text: String) {
    #expect(Array(EditableText(text).text.utf8) == Array(text.utf8))
  }

  @Test func `changed lines leave the others unchanged, and keep their line end`() {
    var text = EditableText("\u{FEFF}a\r\nb")
    #expect(text.lines.map { String(decoding: $0.text, as: UTF8.self) } == ["a", "b"])
    text.lines[0] = TextLine(text: Array("new".utf8)[...], end: text.lineEnd)
    #expect(Array(text.text.utf8) == Array("\u{FEFF}new\r\nb".utf8))
    #expect(EditableText("a").lineEnd == [TextLine.feed])
  }

  @Test(
    "places count scalars from the start of a line, and bytes from the start of the text",
    arguments: [(1, 1, 3), (1, 3, 6), (2, 1, 8), (2, 2, 10), (2, 3, nil), (3, 1, 13), (4, 1, nil), (0, 1, nil)])
  func places(line: Int, column: Int, place: Int?) {
    #expect(EditableText("\u{FEFF}\u{E4}bc\rü1\r\nx").place(line: line, column: column) == place)
  }
}
