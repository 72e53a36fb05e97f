import Testing
import Texts

@testable import Terminal

struct SentenceTests {
  @Test func `a line that fits stays one`() {
    #expect(Sentence("ok: Answers are kept.").lines(width: 79) == ["ok: Answers are kept."])
  }

  @Test func `it breaks between words and not within its command`() {
    #expect(
      Sentence("to fix: No controllers: /dev/snd/seq does not exist. To fix this: sudo modprobe snd-seq").lines(
        width: 41)
        == ["to fix: No controllers: /dev/snd/seq does", "  not exist. To fix this:", "    sudo modprobe snd-seq"])
  }

  @Test func `a command that is longer than the window is still one line`() throws {
    for language in Language.allCases {
      let line = Catalogue(language)(.soundRealtimeMissing)
      let lines = Sentence(line).lines(width: 60)
      #expect(lines.last?.contains("/etc/security/limits.d") == true)
      #expect(lines.dropLast().allSatisfy { TextLayout.width($0) <= 60 }, "\(lines)")
    }
  }
}
