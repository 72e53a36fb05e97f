import Foundation
import Glibc
import TestSupport
import Testing

/// Terminals that know no escape sequences.
@Suite struct DumbTerminalProgramTests {
  @Test(arguments: ["TERM=dumb", "TERM=", "TERM=unknown", "-uTERM"])
  func `a terminal that cannot move its cursor receives no escape sequence`(term: String) throws {
    let window = try TerminalWindow(["env", term] + TerminalWindow.practice())
    #expect(eventually { !window.events("soundReady").isEmpty && window.peach != nil }, "\(window.shown)")
    window.type("?")
    #expect(eventually { window.shown.count > 200 }, "\(window.shown)")
    if let peach = window.peach { kill(peach, SIGTERM) }
    #expect(eventually { window.hasEnded })
    #expect(!window.shown.isEmpty && !window.shown.utf8.contains(0x1B), "\(window.shown)")
  }

  @Test func `other terminals are requested to mark pastes`() throws {
    let window = try TerminalWindow(TerminalWindow.practice())
    #expect(eventually { window.shown.contains("\u{1B}[?2004h") && window.peach != nil })
    if let peach = window.peach { kill(peach, SIGTERM) }
    #expect(eventually { window.hasEnded })
    #expect(window.shown.contains("\u{1B}[?2004l"))
  }
}
