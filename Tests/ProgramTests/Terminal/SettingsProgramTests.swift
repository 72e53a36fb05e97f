import Testing

/// Settings, as typed and as printed.
@Suite struct SettingsProgramTests {
  @Test(arguments: [
    ("de", "Quinte", "P5 up"), ("de", "reine quinte abwärts", "P5 down"), ("de", "Quinte ab, Oktave", "P5 down, P8 up"),
    ("de", "große Terz auf", "M3 up"), ("de", "grosse terz", "M3 up"), ("de", "Prim", "P1"), ("de", "p5 auf", "P5 up"),
    ("de", "m3 ab", "m3 down"), ("en", "fifth", "P5 up"), ("en", "major third down", "M3 down"),
    ("en", "TRITONE", "d5 up"),
  ])
  func `an interval is accepted by any unambiguous name`(language: String, typed: String, kept: String) throws {
    let player = try Player()
    let set = try player.run("--lang", language, "settings", "set", "intervals", typed)
    #expect(set.code == 0, "\(set.complained)")
    #expect(try player.run("settings", "get", "intervals").said == "\(kept)\n")
  }

  @Test(arguments: [
    ("de", "Terz", "„Terz“ ist mehrdeutig: Kleine Terz (m3) oder Große Terz (M3)."),
    ("en", "perfect", "\"perfect\" could mean Perfect fourth (P4) or Perfect fifth (P5)."),
  ])
  func `an ambiguous interval is refused with its candidates`(
    language: String, typed: String, line: String
  ) throws {
    let player = try Player()
    let set = try player.run("--lang", language, "settings", "set", "intervals", typed)
    #expect(set.code == 2 && set.complained == "\(line)\n", "\(set.complained)")
    let profile = try player.run("--lang", language, "profile", "--interval", typed)
    #expect(profile.code == 2 && profile.complained.contains(line), "\(profile.complained)")
  }

  @Test(arguments: [
    ("de", "tick", "aus", "off"), ("de", "tuning", "Rein", "just"), ("de", "settle", "Aus", "off"),
    ("de", "output", "automatisch", "auto"), ("de", "language", "Deutsch", "de"),
    ("en", "tuning", "meantone", "meantone"),
    ("de", "matching-cue", "Klicks", "clicks"),
  ])
  func `a word is accepted as pages show it`(language: String, key: String, typed: String, kept: String) throws {
    let player = try Player()
    #expect(try player.run("--lang", language, "settings", "set", key, typed).code == 0)
    #expect(try player.run("settings", "get", key).said == "\(kept)\n")
  }

  @Test func `a profile is requested by an interval's name`() throws {
    let player = try Player()
    let told = try player.run("--lang", "de", "profile", "--interval", "Quinte")
    #expect(try told == player.run("--lang", "de", "profile", "--interval", "P5") && told.code == 0)
  }

  @Test(arguments: [
    (
      "de", "note-range-low", "C7",
      "Solange note-range-high auf 84 (C6) steht, kann note-range-low höchstens 72 (C5) sein: Dazwischen müssen mindestens 12 Halbtöne liegen. Setze zuerst note-range-high auf 108 (C8) oder höher."
    ),
    (
      "en", "note-range-low", "C7",
      "While note-range-high is 84 (C6), note-range-low can be up to 72 (C5): there must be at least 12 semitones between them. First set note-range-high to 108 (C8) or higher."
    ),
    // Nothing is high enough above it.
    (
      "de", "note-range-low", "100",
      "Solange note-range-high auf 84 (C6) steht, kann note-range-low höchstens 72 (C5) sein: Dazwischen müssen mindestens 12 Halbtöne liegen."
    ),
    (
      "de", "note-range-high", "H2",
      "Solange note-range-low auf 36 (C2) steht, muss note-range-high mindestens 48 (C3) sein: Dazwischen müssen mindestens 12 Halbtöne liegen. Setze zuerst note-range-low auf 35 (H1) oder tiefer."
    ),
    (
      "en", "note-range-high", "47",
      "While note-range-low is 36 (C2), note-range-high must be at least 48 (C3): there must be at least 12 semitones between them. First set note-range-low to 35 (B1) or lower."
    ),
    ("de", "note-range-low", "C9", "note-range-low: möglich ist 21 (A0) bis 108 (C8), nicht C9."),
    ("de", "note-gap", "9,5", "note-gap: möglich ist 0 bis 5, nicht 9,5."),
    ("de", "settle", "0,2", "settle: möglich ist off oder 0,5 bis 5, nicht 0,2."),
  ])
  func `a refusal lists the valid notes and the remedy`(
    language: String, key: String, typed: String, line: String
  ) throws {
    let told = try Player().run("--lang", language, "settings", "set", key, typed)
    #expect(told.code == 2 && told.complained == "\(line)\n", "\(told.complained)")
  }

  @Test func `numbers are shown in the player's language and stored as scripts read them`() throws {
    let player = try Player()
    let set = try player.run("--lang", "de", "settings", "set", "note-gap", "0,5")
    #expect(set.said == "note-gap ist jetzt 0,5.\n")
    #expect(try player.run("--lang", "de", "settings", "get", "note-gap").said == "0.5\n")
    let list = try player.run("--lang", "de", "settings", "list").said
    #expect(list.contains("note-gap            0,5  (Voreinstellung 0)\n"), "\(list)")
    #expect(list.contains("(0,3 bis 3)") && !list.contains(/\d\.\d/), "\(list)")
    #expect(try player.run("--lang", "de", "settings", "reset", "note-gap").said == "note-gap: 0,5 → 0\n")
    // A file has one notation, and the line about it says so.
    _ = try player.write("note-gap: 9,5\n", "settings.yaml")
    let file = try player.run("--lang", "de", "settings", "get", "note-duration", "--config", player.folder.path)
    #expect(file.complained.contains("note-gap ist eine Zahl von 0 bis 5, nicht „9,5“."), "\(file.complained)")
    _ = try player.write("settle: 0.2\n", "settings.yaml")
    let outside = try player.run("--lang", "de", "settings", "get", "note-gap", "--config", player.folder.path)
    #expect(outside.complained.contains("settle: möglich ist off oder 0.5 bis 5, nicht 0.2."), "\(outside.complained)")
  }

  @Test(arguments: ["en", "de"]) func `every finding of check has its remedy`(language: String) throws {
    let told = try Player().run("--lang", language, "check").said
    let wrong = told.split(separator: "\n").filter { $0.hasPrefix(language == "de" ? "zu beheben:" : "to fix:") }
    let ways = ["To fix this: ", "Connect ", "Start ", "Restart ", "Abhilfe: ", "Schließe ", "Starte "]
    for line in wrong { #expect(ways.contains(where: line.contains), "\(line)") }
  }
}
