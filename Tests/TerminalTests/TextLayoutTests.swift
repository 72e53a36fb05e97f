import Testing
import Texts

@testable import Terminal

@Suite("Room for texts")
struct TextLayoutTests {
  @Test(
    "columns are counted",
    arguments: [("", 0), ("abc", 3), ("Höher", 5), ("e\u{301}", 1), ("ピアノ", 6), ("🎹", 2), ("↑", 1)])
  func width(text: String, columns: Int) {
    #expect(TextLayout.width(text) == columns)
  }

  @Test(
    "lines break at spaces, and words only if they must",
    arguments: [
      ("one two three", 7, ["one two", "three"]), ("abcdefgh", 3, ["abc", "def", "gh"]), ("", 5, [""]),
      ("one   two", 5, ["one", "two"]), ("ab ピアノ", 4, ["ab", "ピア", "ノ"]), ("a", 1, ["a"]),
    ])
  func wrap(text: String, width: Int, lines: [String]) {
    #expect(TextLayout.wrap(text, width: width) == lines)
  }

  @Test("a key's description is not separated from it if it fits a line")
  func wrapHints() {
    #expect(
      TextLayout.wrap(hints: "space: last mode   q: quit   ?: keys", gap: "   ", width: 30)
        == ["space: last mode   q: quit", "?: keys"])
    #expect(
      TextLayout.wrap(hints: "q: quit, the timer waits   ?: keys", gap: "   ", width: 16)
        == ["q: quit, the", "timer waits", "?: keys"])
  }

  @Test("no line is wider than requested and no letter is lost", arguments: 2...40)
  func wrapKeeps(width: Int) {
    let text = "No controllers: you may not open /dev/snd/seq. ピアノ To mend it: sudo usermod -aG audio $USER"
    let lines = TextLayout.wrap(text, width: width)
    #expect(lines.allSatisfy { TextLayout.width($0) <= width })
    #expect(lines.joined().filter { $0 != " " } == text.filter { $0 != " " })
  }
}
