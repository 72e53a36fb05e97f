import Foundation
import Glibc
import Testing

/// `peach export` and `peach import`, run as they are.
@Suite struct ExchangeProgramTests {
  static let header = """
    # peach-export-format:3
    trainingType,timestamp,referenceNote,referenceNoteName,targetNote,targetNoteName,interval,tuningSystem,centOffset,\
    isCorrect,initialCentOffset,userCentError,tempoBPM,offsetMs,meanOffsetMs,meanOffsetMsPosition0,\
    meanOffsetMsPosition1,meanOffsetMsPosition2,meanOffsetMsPosition3

    """
  static let history =
    header + """
      pitchMatching,2026-04-08T08:00:05Z,60,C4,67,G4,P5,justIntonation,,,-17.25,3.0,,,,,,,
      pitchDiscrimination,2026-04-08T08:00:00Z,60,C4,60,C4,P1,equalTemperament,-12.5,true,,,,,,,,,
      continuousRhythmMatching,2026-04-08T08:00:10Z,,,,,,,,,,,90,,1.5,,,,
      pitchDiscrimination,2026-04-08T08:00:15Z,60,C4,128,G#9,P1,equalTemperament,1.0,true,,,,,,,,,
      pitchDiscrimination,2026-04-08T08:00:00Z,60,C4,60,C4,P1,equalTemperament,-12.5,true,,,,,,,,,

      """

  /// The same without the row that has to be refused.
  static let readable = history.split(separator: "\n").filter { !$0.contains(",128,") }.joined(separator: "\n") + "\n"

  @Test func `another Peach's history is imported once`() throws {
    let player = try Player()
    let file = try player.write(Self.history, "history.csv")
    let first = try player.run("import", file, "--partial")
    #expect(
      first.said == """
        3 records imported.
        1 row of an exercise that Peach for Linux does not have was kept as it is.
        1 row could not be read:
          \(file), line 6, column targetNote: 128 is outside the range 0 to 127.

        """)
    #expect(first.code == 0 && first.complained.isEmpty)
    let again = try player.run("import", file, "--partial", language: "de_DE.UTF-8")
    #expect(again.said.hasPrefix("0 Datensätze importiert.\n3 waren schon da.\n") && again.code == 0)
    // Out again it is sorted, and what it was but for what was left out.
    #expect(try player.run("export", player.path("out.csv"), "--format", "peach3").said.hasPrefix("4 records are in "))
    let lines = Self.history.split(separator: "\n")
    #expect(
      try player.read("out.csv").split(separator: "\n") == [lines[0], lines[1], lines[3], lines[6], lines[2], lines[4]])
    #expect(
      try player.run("export", player.path("own.csv")).said.hasSuffix(
        "1 row of another program's exercise was left out. To include it: --format peach3\n"))
  }

  /// Four bytes in its header identify one.
  @Test func `a database from before 0.1.0 is refused in one line and unchanged`() throws {
    let player = try Player()
    let file = try player.write(Self.readable, "history.csv")
    #expect(try player.run("import", file).code == 0)
    let url = URL(fileURLWithPath: player.path("data/peach/peach.sqlite"))
    var old = try Data(contentsOf: url)
    old.replaceSubrange(68..<72, with: Data("Peac".utf8))
    try old.write(to: url)
    for command in [["profile"], ["history"], ["export", player.path("out.csv")], ["import", file], ["practice"]] {
      let told = try player.run(command)
      #expect(told.code == 4 && told.said.isEmpty, "\(command): \(told)")
      #expect(
        told.complained.hasSuffix(
          """
          This version cannot read \(url.path): a version of Peach before 0.1.0 wrote it. Nothing was changed. To keep \
          the answers, export them with that version. Then move the file away to start a new one.

          """), "\(told.complained)")
    }
    #expect(
      try player.run(["history"], language: "de_DE.UTF-8").complained.contains("Nichts wurde verändert. Willst du"))
    #expect(try Data(contentsOf: url) == old && !FileManager.default.fileExists(atPath: player.path("out.csv")))
  }

  @Test func `a newer Peach's history with unknown exercises is exported as it was imported, line by line`() throws {
    let (here, there) = (try Player(), try Player())
    var lines: [String] = []
    for index in 0..<600 {
      let time = String(format: "2026-04-08T%02d:%02d:%02dZ", 8 + index / 360, index / 6 % 60, index % 6 * 10)
      switch index % 5 {
      case 0: lines.append("pitchDiscrimination,\(time),60,C4,67,G4,P5,equalTemperament,-12.5,true,,,,,,,,,")
      case 1: lines.append("rhythmOffsetDetection,\(time),,,,,,,,false,,,\(60 + index),-3.\(index)0,,,,,")
      case 2: lines.append("pitchMatching,\(time),60,C4,60,C4,P1,equalTemperament,,,-17.25,3.0,,,,,,,")
      case 3: lines.append("continuousRhythmMatching,\(time),,,,,,,,,,,90,,1.5,1.0,,2.0,\(index)e-1")
      default: lines.append("chordRecognition,\(time),60,C4,,,\"maj7, open\",,,true,,,,,,,,,")
      }
    }
    let text = Self.header + lines.joined(separator: "\n") + "\n"
    let file = try here.write(text, "newer.csv")
    #expect(try here.run("import", file).code == 0)
    #expect(try here.run("export", here.path("out.csv"), "--format", "peach3").code == 0)
    #expect(try here.read("out.csv") == text)
    // And on from there, also in the place of what was there.
    #expect(try there.run("import", file).code == 0)
    #expect(try there.run("import", here.path("out.csv"), "--replace").code == 0)
    #expect(try there.run("export", "-", "--format", "peach3").said == text)
    let foreign = Self.header + lines.filter { $0.hasPrefix("c") }.joined(separator: "\n") + "\n"
    let alone = try Player()
    #expect(
      try alone.run("import", alone.write(foreign, "foreign.csv")).said
        == "240 rows of exercises that Peach for Linux does not have were kept as they are.\n")
    #expect(try alone.run("export", "-", "--format", "peach3").said == foreign)
    #expect(try alone.run("profile", "--text").code == Player().run("profile", "--text").code)
  }

  /// Records of two notes have their timbres in our own formats; Peach's has no columns for them.
  @Test func `timbres are exported and imported, and Peach's CSV leaves them out and says so`() throws {
    let (player, other) = (try Player(), try Player())
    func record(_ number: Int, _ timbres: String) -> String {
      """
      {"peach_record":1,"time":"2026-04-08T08:00:0\(number).500Z","mode":"comparison","reference_note":60,\
      "reference_hertz":261.6,"target_note":60,"target_hertz":262.6,"cents":6.5,"interval":0,"tuning":"equal",\
      "concert_pitch":440,"note_duration":1,"note_gap":0,"loudness_offset":0,\(timbres)"strategy":"edge",\
      "answer":"higher","correct":true,"response_time":1.0,"withdrawn":false,"source":"keys","playback_latency":0.005,\
      "exercise_index":\(number),"epoch":\(number),"id":"5F1A3B0E-7C60-4D2E-9B7B-3C0C7B1B8E0\(number)"}

      """
    }
    func timbres(_ first: String, _ second: String) -> String {
      #""timbre":"\#(first)","timbre_of_second":"\#(second)","#
    }
    // The first is from a version without timbres: it sounded as a sine.
    let own = record(1, "") + record(2, timbres("reed", "organ")) + record(3, timbres("sine", "string"))
    let whole = record(1, timbres("sine", "sine")) + own.split(separator: "\n").dropFirst().map { $0 + "\n" }.joined()
    #expect(try player.run("import", player.write(own, "own.jsonl")).said == "3 records imported.\n")
    for format in ["jsonl", "csv"] {
      let there = try Player()
      #expect(try player.run("export", player.path("all"), "--format", format, "--force").code == 0)
      #expect(try there.run("import", player.path("all")).said == "3 records imported.\n")
      let (here, copied) = try (
        player.run("export", "-", "--format", "jsonl").said, there.run("export", "-", "--format", "jsonl").said
      )
      #expect(copied == here && here.replacing(".0,", with: ",") == whole.replacing(".0,", with: ","))
    }
    #expect(
      try player.run("export", player.path("out.csv"), "--format", "peach3").said == """
        3 records are in \(player.path("out.csv")).
        2 records were written without their timbres: this format has no columns for them.

        """)
    #expect(try player.run("import", player.path("out.csv")).said == "0 records imported.\n3 were already there.\n")
    #expect(try other.run("import", player.path("out.csv")).said == "3 records imported.\n")
    #expect(try !other.run("export", "-", "--format", "jsonl").said.contains("timbre"))
    let refused = try other.run("import", other.write(record(4, timbres("harp", "sine")), "harp.jsonl"))
    #expect(refused.code == 6 && refused.complained.contains("timbre"))
  }

  @Test func `early or late is exported to another Peach without fields that its format lacks`() throws {
    let player = try Player()
    let own = """
      {"peach_record":1,"time":"2026-04-08T08:00:05.500Z","mode":"timing","pattern":"straight-16ths","position":3,\
      "tempo":80,"offset_ns":-12500000,"offset_percent":-6.666666666666667,"repetitions":0,"loops":2,\
      "strategy":"edge","answer":"lower","correct":true,"response_time":1.0,"withdrawn":false,"source":"keys",\
      "playback_latency":0.005,"exercise_index":1,"epoch":1,"id":"5F1A3B0E-7C60-4D2E-9B7B-3C0C7B1B8E01"}

      """
    #expect(try player.run("import", player.write(own, "own.jsonl")).said == "1 record imported.\n")
    let exported = try player.run("export", player.path("out.csv"), "--format", "peach3")
    #expect(
      exported.said == """
        1 record is in \(player.path("out.csv")).
        1 answer to Early or late was written without rhythm, position and repetitions: this format has no columns for them.

        """)
    let file = try player.read("out.csv")
    #expect(file == Self.header + "rhythmOffsetDetection,2026-04-08T08:00:05Z,,,,,,,,true,,,80,-12.5,,,,,\n")
    // It is the same answer, here; elsewhere it is one without these.
    #expect(try player.run("import", player.path("out.csv")).said == "0 records imported.\n1 was already there.\n")
    #expect(try player.run("export", "-", "--format", "jsonl").said == own)
    let other = try Player()
    #expect(try other.run("import", player.path("out.csv")).said == "1 record imported.\n")
    #expect(
      try other.run("export", other.path("out.csv"), "--format", "peach3").said
        == "1 record is in \(other.path("out.csv")).\n")
    #expect(try other.read("out.csv") == file)
  }

  @Test func `a complete history moves to another machine`() throws {
    let (here, there) = (try Player(), try Player())
    _ = try here.run("import", here.write(Self.history, "history.csv"), "--partial")
    for name in ["all.csv", "all.jsonl"] {
      #expect(try here.run("export", here.path(name)).code == 0)
      #expect(try there.run("import", here.path(name), "--replace").said.hasPrefix("3 records imported.\n"))
      #expect(try there.run("export", there.path(name)).code == 0)
      #expect(try there.read(name) == here.read(name))
      #expect(try here.run("export", "-", "--format", name == "all.csv" ? "csv" : "jsonl").said == here.read(name))
    }
    #expect(try there.read("all.jsonl").split(separator: "\n").count == 3)
  }

  @Test func `replacing keeps a copy and names it`() throws {
    let player = try Player()
    _ = try player.run("import", player.write(Self.history, "history.csv"), "--partial")
    let one = try player.write(Self.history.split(separator: "\n").prefix(3).joined(separator: "\n"), "one.csv")
    let replaced = try player.run("import", one, "--replace")
    let lines = replaced.said.split(separator: "\n")
    #expect(lines.count == 2 && lines[0] == "1 record imported.")
    let copy = try #require(lines.last?.split(separator: " ").last.map { String($0.dropLast()) })
    #expect(copy.contains("-backup-") && FileManager.default.fileExists(atPath: copy))
    // The copy is a database as any other.
    let folder = player.path("old")
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    try FileManager.default.copyItem(atPath: copy, toPath: folder + "/peach.sqlite")
    #expect(try player.run("export", player.path("old.csv"), "--data", folder).said.hasPrefix("3 records are in "))
  }

  @Test func `a file without a record changes nothing`() throws {
    let player = try Player()
    #expect(try player.run("export", player.path("a.csv")).said == "There is nothing to export yet.\n")
    #expect(!FileManager.default.fileExists(atPath: player.path("a.csv")))
    let newer = try player.run("import", player.write("# peach-export-format:4\nx\n", "newer.csv"), "--replace")
    #expect(newer.code == 5 && newer.said.isEmpty)
    #expect(
      newer.complained.hasSuffix(
        "line 1: peach-export-format 4 is from a newer version of Peach; "
          + "this one reads up to 3. Use the newer one.\n"))
    let bad = try player.run("import", player.write(Self.header + "x\n", "bad.csv"), "--replace")
    #expect(bad.code == 6 && bad.said.isEmpty && bad.complained.hasPrefix("Nothing was imported from "))
    #expect(bad.complained.contains("bad.csv.\n1 row could not be read:\n"))
    #expect(try player.run("import", player.write(Self.header, "none.csv")).code == 0)
    #expect(try player.run("import", player.path("missing.csv")).code == 5)
    // None of them made a database.
    #expect(!FileManager.default.fileExists(atPath: player.path("data")))
  }

  @Test func `nothing is imported during practice`() throws {
    let player = try Player()
    let file = try player.write(Self.history, "history.csv")
    try FileManager.default.createDirectory(atPath: player.path("peach"), withIntermediateDirectories: true)
    let lock = open(player.path("peach/practice.lock"), O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
    defer { close(lock) }
    #expect(flock(lock, LOCK_EX | LOCK_NB) == 0)
    let refused = try player.run("import", file)
    #expect(refused.code == 4 && refused.complained.hasPrefix("Peach is already running"))
    #expect(try player.run("export", player.path("a.csv")).code == 0)
  }
}
