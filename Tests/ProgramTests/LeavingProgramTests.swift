import Foundation
import Glibc
import TestSupport
import Testing

extension SoundingProgramTests {
  /// How the program ends where something is in its way.
  @Suite struct LeavingProgramTests {
    static let controlS = "\u{13}"

    @Test(arguments: [SIGTERM, SIGHUP, SIGINT])
    func `output stopped by Control-S does not prevent leaving`(signal: Int32) throws {
      let window = try TerminalWindow(TerminalWindow.practice("--mode", "comparison"))
      #expect(window.wait(for: "noteStarted"), "\(window.shown)")
      let peach = try #require(window.peach)
      window.type(Self.controlS)
      // Output does stand still: a program that reads keys does not echo them, but each note changes the status.
      #expect(window.wait(for: "answerEnabled"))
      kill(peach, signal)
      #expect(eventually(within: .seconds(10)) { window.hasEnded }, "\(window.shown)")
      #expect(window.events("sessionStopped").count == 1)
    }

    @Test func `a second signal ends a program that hangs before practice`() throws {
      let command = "read line; exec \(RunningPeach.program.path) practice --controller /nowhere.yaml"
      let window = try TerminalWindow(["sh", "-c", command])
      // It complains to a terminal that stands still.
      window.type("\(Self.controlS)\n")
      #expect(eventually { window.leader.map(self.catchesSignals) ?? false })
      let peach = try #require(window.leader)
      #expect(eventually { RunningPeach.state(of: peach) == "S" })
      kill(peach, SIGTERM)
      #expect(
        eventually(within: .seconds(5)) {
          if eventually(within: .milliseconds(100), { kill(peach, 0) != 0 }) { return true }
          kill(peach, SIGTERM)
          return false
        })
    }

    /// Whether the process answers SIGTERM by itself.
    private func catchesSignals(_ process: pid_t) -> Bool {
      let status = (try? String(contentsOfFile: "/proc/\(process)/status", encoding: .utf8)) ?? ""
      let caught = status.firstMatch(of: /SigCgt:\s+([0-9a-f]+)/).flatMap { UInt64($0.1, radix: 16) } ?? 0
      return caught & 1 << UInt64(SIGTERM - 1) != 0
    }

    /// A fault of a thread, sent as the kernel sends it.
    @Test(arguments: ["peach-keys", "store", "hands"])
    func `a crash of a thread restores the terminal`(thread: String) throws {
      // Swift's crash reporter would treat the signal as a real fault and continue.
      let peach = try RunningPeach(
        PracticeProgramTests.dummy, keys: true, environment: ["SWIFT_BACKTRACE": "enable=no"])
      #expect(peach.wait(for: "soundReady"), "\(peach.complained)")
      #expect(!peach.isTerminalRestored)
      let number = try #require(peach.thread(thread))
      let send = Process()
      send.executableURL = URL(fileURLWithPath: "/usr/bin/python3")
      // Swift's Glibc module has no `tgkill`.
      send.arguments = ["-c", "import ctypes; ctypes.CDLL(None).tgkill(\(peach.id), \(number), \(SIGSEGV))"]
      try send.run()
      #expect(eventually { peach.endingSignal == SIGSEGV })
      #expect(peach.isTerminalRestored)
      #expect(RunningPeach.waitForServersToEnd())
    }
  }
}
