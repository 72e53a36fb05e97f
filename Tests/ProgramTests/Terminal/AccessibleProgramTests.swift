import Foundation
import TestSupport
import Testing

extension SoundingProgramTests {
  /// The program in a terminal whose user asks all programs for what can be read aloud.
  @Suite struct AccessibleProgramTests {
    @Test func `accessible gives lines that are never redrawn`() throws {
      let window = try TerminalWindow(["env", "TERM=xterm", "ACCESSIBLE=1"] + TerminalWindow.practice())
      #expect(window.wait(for: "soundReady"), "\(window.shown)")
      #expect(window.type(" ", until: "sessionStarted"), "\(window.shown)")
      window.type("q")
      #expect(eventually { !window.events("sessionStopped").isEmpty }, "\(window.shown)")
      window.type("w")
      #expect(
        eventually { window.shown.contains("Not practising. Level: minus 20 decibels.") },
        "\(window.shown)")
      window.type("q")
      #expect(eventually { window.hasEnded }, "\(window.shown)")
      // That a paste is not keys is asked of the terminal, which draws nothing for it; the cursor moves over what
      // stands there.
      let shown = window.shown.replacing(#/\u{1B}\[(\?2004[hl]|[1-7]C)/#, with: "")
      #expect(shown.contains { $0.isLetter })
      #expect(!shown.contains("\u{1B}"), "\(shown.debugDescription)")
      // Nothing is written over anything else.
      let lines = shown.components(separatedBy: .newlines).filter { !$0.isEmpty }
      #expect(Paper(window.shown).lines.filter { !$0.isEmpty } == lines)
    }

    @Test func `a braille display shows the newest line, and the shell's prompt is below the last`() throws {
      let window = try TerminalWindow(TerminalWindow.shell)
      let felt = { Paper(window.shown).felt }
      window.type("ACCESSIBLE=1 TERM=linux \(TerminalWindow.practice("--seed", "3").joined(separator: " "))\n")
      #expect(window.wait(for: "soundReady"), "\(window.shown)")
      #expect(eventually { felt().contains { $0.isLetter } }, "\(window.shown)")
      #expect(window.type(" ", until: "sessionStarted"), "\(window.shown)")
      #expect(eventually { felt().contains("q: stop") }, "\(window.shown)")
      window.type("q")
      #expect(eventually { felt().hasPrefix("Ready. Press ") }, "\(window.shown)")
      window.type("w")
      #expect(eventually { felt() == "Not practising. Level: minus 20 decibels." }, "\(window.shown)")
      window.type(JobControlProgramTests.controlZ)
      #expect(eventually { window.isStopped && felt() == "$ " }, "\(window.shown)")
      window.type("fg\n")
      #expect(eventually { !window.isStopped && window.isPeachInForeground })
      let place = "Not practising. Level: minus 20 decibels."
      // A key that comes before the terminal is ours again is shown by it.
      let isTold = eventually {
        window.type("w")
        return eventually(within: .milliseconds(500)) {
          Paper(window.shown).lines.filter { $0 == place }.count > 1 && felt() == place
        }
      }
      #expect(isTold, "\(window.shown)")
      window.type("\u{3}")
      #expect(eventually { felt() == "$ " && !window.isPeachInForeground }, "\(window.shown)")
      #expect(Paper(window.shown).lines.suffix(2) == ["Closing Peach.", "$ "], "\(window.shown)")
      window.type("exit\n")
    }
  }
}
