import Foundation
import Glibc
import TestSupport
import Testing

extension SoundingProgramTests {
  /// The program in a terminal that a shell lends it, takes back and lends again.
  @Suite struct JobControlProgramTests {
    static let controlZ = "\u{1A}"

    /// A shell in which the program was started with `suffix` behind it, at the hub.
    private func shell(_ suffix: String = "") throws -> TerminalWindow {
      let window = try TerminalWindow(TerminalWindow.shell)
      window.type("\(TerminalWindow.practice("--seed", "3").joined(separator: " "))\(suffix)\n")
      #expect(window.wait(for: "soundReady"), "\(window.shown)")
      return window
    }

    /// Whether space begins one more practice. It may have to wait for its sound to return.
    private func practises(_ window: TerminalWindow) -> Bool {
      let count = window.events("sessionStarted").count
      return eventually(within: .seconds(20)) {
        window.type(" ")
        return eventually(within: .milliseconds(200)) { window.events("sessionStarted").count > count }
      }
    }

    /// Stops practice by the key and waits until the process stands still.
    private func stop(_ window: TerminalWindow) {
      window.type(Self.controlZ)
      #expect(eventually { window.isStopped }, "\(window.shown)")
    }

    private func quit(_ window: TerminalWindow) {
      window.type("qq")
      #expect(eventually { window.peach.map { kill($0, 0) != 0 } ?? false }, "\(window.shown)")
    }

    @Test func `Control-Z and fg give the keys back`() throws {
      let window = try shell()
      #expect(practises(window))
      stop(window)
      #expect(window.events("sessionStopped").map { $0["reason"] as? String } == ["paused"])
      window.type("fg\n")
      #expect(eventually { !window.isStopped })
      #expect(practises(window), "\(window.shown)")
      quit(window)
    }

    @Test func `Control-Z and bg and fg give the keys back`() throws {
      let window = try shell()
      #expect(practises(window))
      stop(window)
      window.type("bg\n")
      #expect(eventually { !window.isStopped && !window.isPeachInForeground })
      // Further typing goes to the shell.
      window.type("echo still-$((40 + 2))\n")
      #expect(eventually { window.shown.contains("still-42") })
      #expect(window.events("sessionStarted").count == 1)
      window.type("fg\n")
      #expect(eventually { window.isPeachInForeground })
      #expect(practises(window), "\(window.shown)")
      quit(window)
    }

    @Test func `a program started in the background has keys after fg`() throws {
      let window = try shell(" &")
      #expect(!window.isPeachInForeground)
      window.type("fg\n")
      #expect(eventually { window.isPeachInForeground })
      #expect(practises(window), "\(window.shown)")
      quit(window)
    }

    @Test func `a program stopped by another has keys after fg`() throws {
      let window = try shell()
      let peach = try #require(window.peach)
      kill(peach, SIGSTOP)
      #expect(eventually { window.isStopped && !window.isPeachInForeground })
      window.type("fg\n")
      #expect(eventually { !window.isStopped && window.isPeachInForeground })
      #expect(practises(window), "\(window.shown)")
      quit(window)
    }

    @Test func `a program ended in the background ends`() throws {
      let window = try shell()
      let peach = try #require(window.peach)
      stop(window)
      window.type("bg\n")
      #expect(eventually { !window.isStopped })
      kill(peach, SIGTERM)
      #expect(eventually { kill(peach, 0) != 0 }, "\(window.shown)")
    }

    /// Such a window offers no way to type `fg`.
    @Test func `Control-Z in a window without a shell stops practice and not the program`() throws {
      let window = try TerminalWindow(TerminalWindow.practice())
      #expect(window.wait(for: "soundReady"), "\(window.shown)")
      #expect(practises(window))
      window.type(Self.controlZ)
      #expect(window.wait(for: "sessionStopped"))
      #expect(window.events("sessionStopped").map { $0["reason"] as? String } == ["paused"])
      // It would stop once the note has faded, a quarter of a second later.
      #expect(!eventually(within: .seconds(2)) { window.isStopped })
      #expect(practises(window), "\(window.shown)")
      quit(window)
    }
  }
}
