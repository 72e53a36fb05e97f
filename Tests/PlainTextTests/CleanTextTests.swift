import PlainText
import Testing

@Suite("Texts of devices and files")
struct CleanTextTests {
  /// Line ends, controls of both sets, separators, and what turns the direction of text.
  static let scalars: [Unicode.Scalar] =
    [0x00...0x1F, 0x7F...0x9F, 0x200E...0x200F, 0x2028...0x202E, 0x2060...0x2064, 0x2066...0x206F].flatMap { $0 }
    .compactMap(Unicode.Scalar.init) + ["\u{AD}", "\u{61C}", "\u{FEFF}", "\u{E0041}"]

  @Test(
    "no character that a terminal would act on remains",
    arguments: [
      ("\u{1B}[2J", "�[2J"), ("a\nb", "a b"), ("\u{9B}1A", "�1A"), ("\u{202E}abc", "abc"), ("a\r\nb", "a� b"),
      ("Tasten\ttöne", "Tasten töne"), ("a\u{2028}b\u{85}c", "a�b�c"), ("👩‍🎤", "👩‍🎤"), ("می‌خواهم", "می‌خواهم"),
    ])
  func clean(text: String, cleaned: String) {
    #expect(CleanText.line(text) == cleaned)
  }

  @Test("each character that no name may have is found, and none remains", arguments: scalars)
  func unfit(scalar: Unicode.Scalar) {
    #expect(CleanText.isUnfit(scalar))
    #expect(!CleanText.line("a\(scalar)b").unicodeScalars.contains(where: CleanText.isUnfit))
  }

  @Test("a line of JSON says the same without them")
  func json() {
    #expect(CleanText.json(#"{"a":"x"}"#) == #"{"a":"x"}"#)
    #expect(
      CleanText.json("{\"a\":\"\u{2028}\u{9B}\u{202E}\u{E0041}é\"}") == #"{"a":"\u2028\u009b\u202e\udb40\udc41é"}"#)
  }
}
