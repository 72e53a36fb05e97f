import Foundation
import Testing

/// What a command line is told, and asked, in both languages.
@Suite struct CommandLineWordsProgramTests {
  @Test func `an output that is not there is kept and said not to be there`() throws {
    let player = try Player()
    for (language, words) in [
      ("en", "no output \"zzz\" at the moment"), ("de", "Ausgang namens „zzz“ gibt es gerade nicht"),
    ] {
      let set = try player.run("--lang", language, "settings", "set", "output", "zzz")
      #expect(set.code == 0 && set.complained.contains(words), "\(set.complained)")
      #expect(set.complained.count { $0 == "\n" } == 1)
    }
    #expect(try player.run("settings", "get", "output").said == "zzz\n")
    #expect(try player.run("settings", "set", "output", "auto").complained.isEmpty)
  }

  @Test(arguments: [("H2", "B2"), ("Cis3", "C#3"), ("Es3", "Eb3"), ("as2", "Ab2"), ("Gis2", "G#2")])
  func `a note by its German name is refused with the one that is taken`(german: String, meant: String) throws {
    let player = try Player()
    let refused = try player.run("--lang", "de", "settings", "set", "note-range-low", german)
    #expect(
      refused.code == 2 && refused.complained.contains("Schreib \(meant) statt \(german)."), "\(refused.complained)")
    #expect(try player.run("--lang", "de", "settings", "set", "note-range-low", meant).code == 0)
  }

  @Test func `the B of files is said to be the German H where the language is German`() throws {
    let player = try Player()
    let german = try player.run("--lang", "de", "settings", "set", "note-range-low", "B2")
    #expect(german.code == 0 && german.complained.contains("B2 ist hier das deutsche H"), "\(german.complained)")
    #expect(try player.run("settings", "get", "note-range-low").said == "47\n")
    #expect(try player.run("--lang", "en", "settings", "set", "note-range-low", "B2").complained.isEmpty)
  }

  @Test func `a file that is there is left alone unless forced`() throws {
    let player = try Player()
    #expect(try player.run("import", player.write(ExchangeProgramTests.history, "history.csv")).code == 0)
    for command in [["export"], ["render", "--tone", "440", "--seconds", "0.1", "-o"]] {
      let file = try player.write("precious", "file.csv")
      let refused = try player.run(command + [file])
      #expect(refused.code == 1 && refused.complained == "\(file) is already there. To replace it: --force\n")
      #expect(try player.read("file.csv") == "precious")
      #expect(try player.run(command + [file, "--force"]).code == 0)
      #expect(FileManager.default.contents(atPath: file) != Data("precious".utf8))
    }
  }

  @Test(.enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/man"), "man shows what players read"))
  func `the man page tells the keys`() throws {
    let page = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../docs/peach.1").standardized
    let shown = try Player().bytes(["-c", "MANWIDTH=80 man -E UTF-8 -l '\(page.path)'"], of: URL(filePath: "/bin/sh"))
    let text = String(decoding: shown, as: UTF8.self).replacing(/.\u{8}/, with: "")
    let section = try #require(
      text.components(separatedBy: "\nKEYS\n").dropFirst().first?.components(separatedBy: "\nFILES\n").first)
    // The key, and what it does beside or below it.
    for (key, deed) in [
      ("?, F1", "Show the keys"), ("Up, h", "Start comparison"), ("Down, l (in German t)", "Start matching"),
      ("Shift-Up, Shift-Down", "intervals"), ("Space", "Start the last mode"), ("Up, Down while matching", "one cent"),
      ("f, a, e", "For Time, AMRAP or EMOM"), ("p", "your ear"), ("q, Escape", "quit"),
    ] {
      let rows = section.components(separatedBy: "\n       \(key)").dropFirst()
      #expect(rows.contains { $0.prefix(60).contains(deed) }, "\(key): \(section)")
    }
  }

  @Test func `german help is german throughout`() throws {
    let player = try Player()
    let commands = [
      "practice", "timer", "devices", "learn", "check", "settings", "render", "record", "replay", "profile", "history",
      "export", "import", "simulate",
    ]
    let english = [
      "OVERVIEW", "USAGE", "ARGUMENTS", "OPTIONS", "SUBCOMMANDS", "Show ", "default", "(values", "See '", "subcommand",
    ]
    for arguments in [["--help"]] + commands.map({ ["help", $0] }) {
      let help = try player.run(["--lang", "de"] + arguments)
      #expect(help.code == 0 && help.said.contains("AUFRUF:"), "\(arguments): \(help.complained)")
      #expect(english.filter(help.said.contains) == [], "\(arguments): \(help.said)")
    }
    #expect(try player.run("--lang", "en", "export", "--help").said.contains("\nUSAGE: peach export"))
  }

  @Test(arguments: [
    (["export"], "Fehler: Es fehlt: <file>\n"),
    (["export", "a", "b"], "Fehler: Das ist zu viel: b\n"),
    (
      ["export", "a", "--format", "zip"],
      "Fehler: „zip“ passt nicht zu --format <format>. Es gibt: csv, jsonl oder peach3.\n"
    ),
    (["export", "a", "--format"], "Fehler: Der Wert fehlt: --format <format>\n"),
    (["export", "a", "--timer"], "Fehler: Eine Option --timer gibt es nicht. Meintest du --timers?\n"),
    (["render", "-o", "a", "--seed", "x"], "Fehler: „x“ passt nicht zu --seed <seed>.\n"),
    (["export", "a", "--timers=x"], "Fehler: Die Option --timers nimmt keinen Wert, also auch nicht „x“.\n"),
    (["practice", "x", "y"], "Fehler: Diese 2 sind zu viel: x, y\n"),
  ])
  func `a mistyped command line is told in German`(typed: [String], line: String) throws {
    let told = try Player().run(["--lang", "de"] + typed)
    #expect(told.code == 2 && told.complained.hasPrefix(line), "\(told.complained)")
    #expect(["Error", "Usage", "Help:", "See '"].filter(told.complained.contains) == [], "\(told.complained)")
  }
}

extension SoundingProgramTests {
  @Suite struct SecondStartProgramTests {
    @Test func `a second start says where the pages are`() throws {
      let peach = try RunningPeach(PracticeProgramTests.dummy + ["--screen", "0"], keys: true)
      #expect(peach.wait(for: "soundReady"), "\(peach.complained)")
      let page = /http:\/\/[^ \n]+/
      #expect(eventually { peach.shown.contains(page) }, "\(peach.shown)")
      let address = try #require(peach.shown.firstMatch(of: page)).output
      for (language, words) in [("en", "Its pages: "), ("de", "Seine Seiten: ")] {
        let second = try RunningPeach(["--lang", language, "--audio", "dummy"], folder: peach.folder)
        #expect(second.end() == 4)
        #expect(second.complained.contains("\(words)\(address)"), "\(second.complained)")
      }
      peach.type("q")
      #expect(peach.end() == 0)

      let without = try RunningPeach(PracticeProgramTests.dummy + ["--screen", "off"], keys: true)
      #expect(without.wait(for: "soundReady"))
      let second = try RunningPeach(["--audio", "dummy"], folder: without.folder)
      #expect(second.end() == 4)
      #expect(second.complained == "Peach is already running (process \(without.id)).\n", "\(second.complained)")
      without.type("q")
      #expect(without.end() == 0)
    }
  }
}
