import Testing
import Texts

@testable import Terminal

struct SentenceTests {
  @Test func `a line that fits is not broken`() {
    #expect(Sentence("ok: Answers are kept.").lines(width: 79) == ["ok: Answers are kept."])
  }

  @Test func `a sentence breaks between words and not within its command`() {
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

  @Test func `the lines of a mistake remain separate, and an option is not broken in two`() {
    let mistake =
      "Error: no\nUsage: peach profile [--config <config>] [--data <data>] [--json]\n  See peach profile --help"
    #expect(
      Sentence(mistake).lines(width: 41)
        == [
          "Error: no", "Usage: peach profile [--config <config>]", "  [--data <data>] [--json]",
          "  See peach profile --help",
        ])
  }

  @Test func `a path is not broken in two`() {
    let path = "~/.local/share/peach/peach.sqlite.2026-11-25-101500.backup"
    #expect(
      Sentence("The records so far are in \(path).").lines(width: 40) == ["The records so far are in", "  \(path)."])
    #expect(Sentence("\(path): it cannot be read.").lines(width: 40) == ["\(path):", "  it cannot be read."])
  }

  @Test func `a command is not broken in two wherever it is`() {
    #expect(
      Sentence("3 answers kept. To see your profile, in which they are: peach profile").lines(width: 60)
        == ["3 answers kept. To see your profile, in which they are:", "    peach profile"])
    #expect(
      Sentence("No sound. To see the outputs: peach devices. To have one chosen: peach settings set output auto")
        .lines(width: 40)
        == [
          "No sound. To see the outputs:", "  peach devices. To have one chosen:", "    peach settings set output auto",
        ])
  }
}
