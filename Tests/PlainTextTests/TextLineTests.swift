import PlainText
import Testing

@Suite("Lines of text files")
struct TextLineTests {
  private func texts(_ text: String) -> [String] {
    TextLine.lines(of: Array(text.utf8)).map { String(decoding: $0.text, as: UTF8.self) }
  }

  @Test(
    "a line ends with LF, CR LF or CR, and with no other character",
    arguments: [
      ("", [""]), ("a", ["a"]), ("a\n", ["a", ""]), ("a\r\nb", ["a", "b"]), ("a\rb\r", ["a", "b", ""]),
      ("a\n\rb", ["a", "", "b"]), ("a\r\r\nb", ["a", "", "b"]), ("\n\n", ["", "", ""]),
      ("a\u{85}b\u{2028}c\u{2029}d\u{B}e\u{C}f", ["a\u{85}b\u{2028}c\u{2029}d\u{B}e\u{C}f"]),
    ])
  func lines(text: String, lines: [String]) {
    #expect(texts(text) == lines)
    let parts = TextLine.lines(of: Array(text.utf8)).flatMap { $0.text + $0.end }
    #expect(parts == Array(text.utf8))
  }

  @Test(
    "a rewritten text keeps its byte order mark and line ends",
    arguments: [("x\r\n", "a\r\nb\r\n"), ("x\ry", "a\rb\r"), ("x", "a\nb\n"), ("\u{FEFF}x\r\n", "\u{FEFF}a\r\nb\r\n")])
  func written(other: String, written: String) {
    #expect(TextLine.written("a\nb\n", like: other).utf8.elementsEqual(written.utf8))
    #expect(TextLine.plain(written).utf8.elementsEqual("a\nb\n".utf8))
  }
}
