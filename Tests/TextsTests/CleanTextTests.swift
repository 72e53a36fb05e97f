import Testing
import Texts

@Suite("Texts of devices and files")
struct CleanTextTests {
  @Test(
    "nothing a terminal would act on is left",
    arguments: [
      ("\u{1B}[2J", "�[2J"), ("a\nb", "a b"), ("\u{9B}1A", "�1A"), ("\u{202E}abc", "abc"),
      ("Tasten\ttöne", "Tasten töne"),
    ])
  func clean(text: String, cleaned: String) {
    #expect(CleanText.line(text) == cleaned)
  }
}
