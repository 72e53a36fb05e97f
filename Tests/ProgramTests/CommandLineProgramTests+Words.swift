import Foundation
import TestSupport
import Testing

/// The messages and questions of a command line, in both languages.
@Suite struct CommandLineWordsProgramTests {
  @Test func `a missing output is kept and reported as missing`() throws {
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

  @Test(arguments: [
    ("note-range-low", "H2", "47", "47 (H2)"), ("note-range-low", "Cis3", "49", "49 (Cis3)"),
    ("note-range-low", "Es3", "51", "51 (Dis3)"), ("note-range-high", "as5", "80", "80 (Gis5)"),
    ("note-duration", "1,5", "1.5", "1,5"), ("note-gap", "0,5 s", "0.5", "0,5"),
    ("concert-pitch", "442 Hz", "442", "442"), ("level", "−25 dBFS", "-25", "-25"), ("tick", "aus", "off", "off (Aus)"),
  ])
  func `a setting is entered as the pages show it, and stored as scripts read it`(
    key: String, typed: String, kept: String, told: String
  ) throws {
    let player = try Player()
    let set = try player.run("--lang", "de", "settings", "set", key, typed)
    #expect(set.code == 0 && set.said == "\(key) ist jetzt \(told).\n" && set.complained.isEmpty, "\(set)")
    #expect(try player.run("--lang", "de", "settings", "get", key).said == "\(kept)\n")
  }

  @Test func `a concert pitch that a keyboard map leaves without effect is remarked on`() throws {
    let player = try Player()
    #expect(try player.run("settings", "set", "concert-pitch", "415").complained.isEmpty)
    let remark = "concert-pitch has no effect on tuning: vallotti.scl has a keyboard map"
    #expect(try player.run("settings", "set", "tuning", "vallotti.scl").complained.hasPrefix(remark))
    #expect(try player.run("settings", "set", "concert-pitch", "440").complained.hasPrefix(remark))
    let other = "concert-pitch has no effect on temperament: werckmeister-3.scl has a keyboard map"
    #expect(try player.run("settings", "set", "temperament", "werckmeister-3.scl").complained.hasPrefix(other))
    let both = try player.run("settings", "set", "concert-pitch", "415").complained.split(separator: "\n")
    #expect(both.count == 2 && both[0].hasPrefix(remark) && both[1].hasPrefix(other), "\(both)")
    #expect(try player.run("settings", "set", "temperament", "werckmeister-3").complained.isEmpty)
    #expect(try player.run("settings", "set", "tuning", "just").complained.isEmpty)
    let mistyped = try player.run("settings", "set", "tuning", "valloti")
    #expect(mistyped.code == 2 && mistyped.complained.contains("vallotti.scl"), "\(mistyped)")
  }

  @Test func `a folder of settings that cannot be used is refused with every slip`() throws {
    let player = try Player()
    _ = try player.write("tick: loud\nnote-gap: x\n", "settings.yaml")
    let refused = try player.run("settings", "list", "--config", player.folder.path)
    #expect(refused.code == 5)
    #expect(refused.complained.contains("line 1") && refused.complained.contains("line 2"), "\(refused)")
    #expect(!refused.complained.contains("default"), "nothing runs with other values")
  }

  @Test func `a German note in an English setting is refused with the accepted one`() throws {
    let player = try Player()
    let refused = try player.run("--lang", "en", "settings", "set", "note-range-low", "H2")
    #expect(refused.code == 2 && refused.complained.contains("write B2, not H2"), "\(refused.complained)")
    #expect(
      try player.run("--lang", "en", "settings", "set", "note-range-low", "F#3").said
        == "note-range-low is now 54 (F#3).\n")
  }

  @Test func `one name for both ends of the range suggests them`() throws {
    let told = try Player().run("--lang", "de", "settings", "set", "note-range", "36-84")
    #expect(
      told.complained == "Eine Einstellung note-range gibt es nicht. Meintest du note-range-low oder note-range-high?\n"
    )
  }

  @Test(arguments: [
    (["history", "--limit", "-1"], "--limit braucht eine Zahl ab 1."),
    (["practice", "--exercises", "-3"], "--exercises braucht eine ganze Zahl ab 1."),
    (["timer", "amrap", "--duration", "-5"], "Die Dauer kann 30 Sekunden bis 1 Stunde betragen"),
    (["render", "--tone", "-440", "-o", "x.wav"], "--tone braucht 1 bis 20000 Hertz."),
    (["simulate", "--lapse", "-1"], "--lapse braucht 0 bis 1."),
  ])
  func `a number below zero is refused with the allowed range`(typed: [String], range: String) throws {
    let told = try Player().run(["--lang", "de"] + typed)
    #expect(told.code == 2 && told.complained.contains(range), "\(told.complained)")
  }

  @Test func `an unknown interval is refused in German with the known ones`() throws {
    let told = try Player().run("--lang", "de", "profile", "--interval", "X")
    #expect(
      told.complained.hasPrefix(
        "Fehler: „X“ passt nicht zu --interval <interval>. Es gibt: P1, m2, M2, m3, M3, P4, d5, P5, m6, M6, m7, M7, P8.\n"
      ), "\(told.complained)")
  }

  @Test func `the system's messages are German too`() throws {
    let told = try Player().run("--lang", "de", "import", "nowhere.csv")
    #expect(
      told.complained == "nowhere.csv lässt sich nicht lesen (Datei oder Verzeichnis nicht gefunden).\n",
      "\(told.complained)")
  }

  @Test(arguments: [["--foo"], ["profile", "--interval", "X"], ["timer", "emom", "--every", "5"]])
  func `the lines of a mistake remain separate in a terminal, and commands are whole`(typed: [String]) throws {
    let whole = try Player().run(["--lang", "de"] + typed).complained.split(separator: "\n")
    let window = try TerminalWindow([RunningPeach.program.path, "--lang", "de"] + typed)
    #expect(eventually { window.hasEnded })
    let lines = window.shown.split(separator: "\r\n")
    #expect(lines.allSatisfy { $0.count < 80 }, "\(lines)")
    for line in whole where line.count < 80 { #expect(lines.contains(line), "\(line): \(lines)") }
    #expect(lines.last?.hasPrefix("  Mehr dazu: peach ") == true, "\(lines)")
  }

  @Test func `the B of files is explained as the German H in German`() throws {
    let player = try Player()
    let german = try player.run("--lang", "de", "settings", "set", "note-range-low", "B2")
    #expect(
      german.code == 0 && german.complained.contains("B2 steht hier wie im Englischen für H"), "\(german.complained)")
    #expect(try player.run("settings", "get", "note-range-low").said == "47\n")
    #expect(try player.run("--lang", "en", "settings", "set", "note-range-low", "B2").complained.isEmpty)
  }

  @Test func `an existing file is left alone unless forced`() throws {
    let player = try Player()
    #expect(try player.run("import", player.write(ExchangeProgramTests.readable, "history.csv")).code == 0)
    for command in [["export"], ["render", "--tone", "440", "--seconds", "0.1", "-o"], ["profile", "--svg"]] {
      let file = try player.write("precious", "file.csv")
      let refused = try player.run(command + [file])
      #expect(refused.code == 1 && refused.complained == "\(file) is already there. To replace it: --force\n")
      #expect(try player.read("file.csv") == "precious")
      #expect(try player.run(command + [file, "--force"]).code == 0)
      #expect(FileManager.default.contents(atPath: file) != Data("precious".utf8))
    }
  }

  @Test(.enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/man"), "man shows what players read"))
  func `the man page lists the keys`() throws {
    let page = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../docs/peach.1").standardized
    let shown = try Player().bytes(["-c", "MANWIDTH=80 man -E UTF-8 -l '\(page.path)'"], of: URL(filePath: "/bin/sh"))
    let text = String(decoding: shown, as: UTF8.self).replacing(/.\u{8}/, with: "")
    let section = try #require(
      text.components(separatedBy: "\nKEYS\n").dropFirst().first?.components(separatedBy: "\nFILES\n").first)
    // The key, and its action next to it or below it.
    for (key, deed) in [
      ("?, F1", "the keys available"), ("Up, h", "Start comparison"), ("Down, l (in German t)", "Start matching"),
      ("Shift-Up, Shift-Down", "intervals"), ("Space", "Start the last mode"), ("Up, Down while matching", "one cent"),
      ("f, a, e", "For Time, AMRAP"), ("p", "your profile"), ("q, Escape", "quit"),
    ] {
      let rows = section.components(separatedBy: "\n       \(key)").dropFirst()
      #expect(rows.contains { $0.prefix(60).contains(deed) }, "\(key): \(section)")
    }
  }

  @Test func `German help is German throughout`() throws {
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
    (["export", "a", "b"], "Fehler: Unerwartet: b\n"),
    (
      ["export", "a", "--format", "zip"],
      "Fehler: „zip“ passt nicht zu --format <format>. Es gibt: csv, jsonl oder peach3.\n"
    ),
    (["export", "a", "--format"], "Fehler: Der Wert fehlt: --format <format>\n"),
    (["export", "a", "--timer"], "Fehler: Eine Option --timer gibt es nicht. Meintest du --timers?\n"),
    (["render", "-o", "a", "--seed", "x"], "Fehler: „x“ passt nicht zu --seed <seed>.\n"),
    (["export", "a", "--timers=x"], "Fehler: Die Option --timers nimmt keinen Wert, also auch nicht „x“.\n"),
    (["practice", "x", "y"], "Fehler: 2 unerwartete Angaben: x, y\n"),
  ])
  func `a mistyped command line is reported in German`(typed: [String], line: String) throws {
    let told = try Player().run(["--lang", "de"] + typed)
    #expect(told.code == 2 && told.complained.hasPrefix(line), "\(told.complained)")
    #expect(["Error", "Usage", "Help:", "See '"].filter(told.complained.contains) == [], "\(told.complained)")
  }
}

extension SoundingProgramTests {
  @Suite struct SecondStartProgramTests {
    @Test func `a second start shows the address of the pages`() throws {
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
