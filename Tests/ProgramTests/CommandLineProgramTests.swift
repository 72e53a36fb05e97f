import Foundation
import TestSupport
import Testing

/// Commands typed for the first time, often wrongly.
@Suite struct CommandLineProgramTests {
  @Test(arguments: [("profil", "profile"), ("practise", "practice"), ("setings", "settings")])
  func `an unknown command suggests the existing one`(typed: String, meant: String) throws {
    let player = try Player()
    for arguments in [[typed], ["help", typed], ["--lang", "en", typed]] {
      let shown = try player.run(arguments)
      #expect(shown.code == 2 && shown.said.isEmpty, "\(arguments)")
      #expect(shown.complained == "There is no command \(typed). Did you mean \(meant)?\n")
    }
  }

  @Test func `help for an unknown command is a mistake`() throws {
    let player = try Player()
    let shown = try player.run("help", "foo")
    #expect(shown.code == 2 && shown.said.isEmpty)
    #expect(shown.complained == "There is no command foo. To list them: peach --help\n")
    #expect(try player.run("help", "profile").code == 0)
    #expect(try player.run("--help").code == 0)
    #expect(try player.run("settings", "--help").code == 0)
  }

  @Test func `the language may precede the command, and applies to help too`() throws {
    let player = try Player()
    #expect(try player.run("--lang", "de", "history").said.hasPrefix("Du hast noch nichts mit einem Timer geübt"))
    #expect(try player.run("--lang=de", "history").said.hasPrefix("Du hast noch nichts mit einem Timer geübt"))
    #expect(try player.run("--lang", "de", "settings", "get", "tick").code == 0)
    #expect(try player.run("--lang", "de", "--help").said.contains("Beispiel: peach\n"))
    #expect(try player.run("profile", "--help", "--lang", "de").said.contains("Beispiel: peach profile"))
  }

  @Test(arguments: ["-o", "--out"])
  func `sound to standard output is a whole file, and no file is named dash`(option: String) throws {
    let player = try Player()
    let file = player.path("tone.wav")
    let tone = ["render", "--tone", "440", "--seconds", "0.5"]
    #expect(try player.run(tone + [option, file]).code == 0)
    let bytes = try player.bytes(tone + [option, "-"])
    #expect(bytes == FileManager.default.contents(atPath: file))
    #expect(!FileManager.default.fileExists(atPath: "-"))
  }

  @Test(arguments: ["check", "devices"])
  func `lines break between words in a terminal and are whole elsewhere`(command: String) throws {
    let whole = try Player().run("--lang", "de", command).said.split(separator: "\n")
    let window = try TerminalWindow([RunningPeach.program.path, "--lang", "de", command])
    #expect(eventually { window.hasEnded })
    let lines = window.shown.split(separator: "\r\n")
    #expect(lines.allSatisfy { $0.count < 80 }, "\(lines)")
    if whole.contains(where: { $0.count >= 80 }) { #expect(lines.contains { $0.hasPrefix("  ") }, "\(lines)") }
    // A command is copied whole.
    for line in whole {
      guard let command = line.firstRange(of: "Abhilfe: ").map({ line[$0.upperBound...] }) else { continue }
      #expect(lines.contains { $0.hasSuffix(command) }, "\(command): \(lines)")
    }
  }

  @Test func `settings fit the window and show defaults and changes`() throws {
    let player = try Player()
    #expect(try player.run("settings", "set", "matching-range", "50").code == 0)
    let lines = try player.run("settings").said.split(separator: "\n")
    #expect(lines.allSatisfy { $0.count < 80 }, "\(lines.filter { $0.count >= 80 })")
    #expect(lines.contains { $0.hasPrefix("* matching-range") && $0.contains("50") && $0.hasSuffix("(default 100)") })
    #expect(lines.contains { $0.hasPrefix("  note-duration") && !$0.contains("default") })
  }

  @Test func `a reset lists the changes and asks in a terminal`() throws {
    let player = try Player()
    #expect(try player.run("settings", "set", "matching-range", "50").code == 0)
    let asked = try RunningPeach(["settings", "reset"], folder: player.folder, keys: true)
    #expect(eventually { asked.shown.contains("matching-range: 50 → 100") }, "\(asked.shown)")
    asked.type("n\n")
    #expect(asked.end() == 1)
    #expect(asked.shown.contains("Nothing was changed."), "\(asked.shown)")
    #expect(try player.run("settings", "get", "matching-range").said == "50\n")
    let agreed = try RunningPeach(["settings", "reset"], folder: player.folder, keys: true)
    #expect(eventually { agreed.shown.contains("?") })
    agreed.type("y\n")
    #expect(agreed.end() == 0)
    #expect(try player.run("settings", "get", "matching-range").said == "100\n")
    #expect(try player.run("settings", "set", "tick", "off").code == 0)
    #expect(try player.run("settings", "reset").said == "tick: off → on\n")
    #expect(try player.run("settings", "reset").said == "All settings are at their defaults.\n")
  }

  @Test func `notes, intervals and times are entered as people say them`() throws {
    let player = try Player()
    for (key, typed, kept) in [
      ("note-range-low", "G3", "55"), ("note-range-high", "c6", "84"), ("intervals", "M3", "M3 up"),
      ("intervals", "P5 down, m3", "P5 down, m3 up"),
    ] {
      #expect(try player.run("settings", "set", key, typed).code == 0)
      #expect(try player.run("settings", "get", key).said == "\(kept)\n")
    }
    let wrong = try player.run("settings", "set", "intervals", "tenth")
    #expect(wrong.code == 2)
    for name in ["P1", "m2", "M2", "m3", "M3", "P4", "d5", "P5", "m6", "M6", "m7", "M7", "P8"] {
      #expect(wrong.complained.contains(name), "\(wrong.complained)")
    }
  }
}

extension SoundingProgramTests {
  /// A `jackd` that is not there at once, or hangs.
  @Suite struct ServerProgramTests {
    @Test func `a sound server that is slow to start is waited for`() throws {
      try expectNotes(withServerAfter: "sleep 6")
    }

    /// It waited for half a minute for a server that no client could find any more, and then had none.
    @Test func `a sound server whose socket is removed by another's end is started again`() throws {
      // The first loses it, as when another of its name ends just then; $2 is its name.
      try expectNotes(
        withServerAfter: """
          socket=/dev/shm/jack_$2_$(id -u)_0
          listens() { grep -q "00010000 .* $socket" /proc/net/unix; }
          if mkdir "$0.robbed" 2>/dev/null; then (until listens; do :; done; rm "$socket") & fi
          """)
    }

    @Test func `next to a hung server a mistake is reported, and silent practice runs`() throws {
      let server = "peach-hangs"
      let jackd = try TestProcess("/usr/bin/jackd", ["-n", server, "-d", "dummy"])
      #expect(eventually { (try? TestProcess.run("/usr/bin/jack_lsp", ["-s", server])) == 0 })
      jackd.signal(SIGSTOP)
      let environment = ["JACK_DEFAULT_SERVER": server]
      let mistaken = try RunningPeach(["practice", "--exercises", "0"], environment: environment)
      #expect(mistaken.end() == 2)
      #expect(mistaken.complained.contains("--exercises"), "\(mistaken.complained)")
      let practice = try RunningPeach(
        ["practice", "--audio", "dummy", "--mode", "comparison"], environment: environment)
      #expect(practice.wait(for: "noteStarted"), "\(practice.complained)")
      practice.signal(SIGTERM)
      #expect(practice.end() == 0)
    }

    /// Whether notes sound on a `jackd` that begins with `script`.
    private func expectNotes(withServerAfter script: String) throws {
      let player = try Player()
      // Its process is a jackd by name from its start: others who begin meanwhile would else start one of the same
      // name.
      try ShellScript.install(
        """
        [ -n "$named" ] || { export named=yes; exec bash -c 'exec -a jackd bash "$0" "$@"' "$0" "$@"; }
        \(script)
        exec /usr/bin/jackd "$@"
        """, at: player.path("jackd"))
      let check = try RunningPeach(
        ["check", "--audio", "dummy"], environment: ["PATH": "\(player.folder.path):/usr/bin:/bin"])
      #expect(check.end() == 0)
      #expect(check.shown.contains("The lowest and the highest note were rendered."), "\(check.shown)")
    }
  }
}
