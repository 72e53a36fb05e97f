import Foundation
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
      // That a paste is not keys is asked of the terminal, which draws nothing for it.
      let shown = window.shown.replacing("\u{1B}[?2004h", with: "").replacing("\u{1B}[?2004l", with: "")
      #expect(shown.contains { $0.isLetter })
      #expect(!shown.contains("\u{1B}"), "\(shown.debugDescription)")
      // A carriage return comes with its new line alone.
      #expect(!shown.replacingOccurrences(of: "\r\n", with: "\n").unicodeScalars.contains("\r"))
    }
  }
}
