import Foundation
import Testing

/// `peach import` of what people have: files of spreadsheets and of other versions, and rows that are refused.
@Suite struct ImportProgramTests {
  private static let fixtures = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "../../ExchangeTests/Fixtures").standardizedFileURL.path

  private func stored(_ player: Player) throws -> Int {
    try player.run("export", "-").said.split(separator: "\n").dropFirst(2).count
  }

  @Test(arguments: [("csv-tritone-a4-v3", 2), ("csv-v1-discrimination", 2), ("csv-spreadsheet-booleans", 3)])
  func `files of other versions and of spreadsheets are imported whole`(name: String, count: Int) throws {
    let player = try Player()
    let outcome = try player.run("import", "\(Self.fixtures)/\(name).csv")
    #expect(outcome.said == "\(count) records imported.\n" && outcome.complained.isEmpty && outcome.code == 0)
    #expect(try stored(player) == count)
  }

  @Test func `semicolons are reported in one line, with the way to save the file`() throws {
    let player = try Player()
    let file = "\(Self.fixtures)/csv-semicolons.csv"
    let outcome = try player.run("import", file)
    #expect(outcome.code == 5 && outcome.said.isEmpty)
    #expect(outcome.complained.split(separator: "\n").count == 1)
    #expect(outcome.complained.contains("separated by semicolons. Save the file with commas"))
    #expect(try player.run("import", file, language: "de_DE.UTF-8").complained.contains("durch Semikolons getrennt"))
    #expect(!FileManager.default.fileExists(atPath: player.path("data")))
  }

  @Test func `one refused row keeps the file out, and the others are imported on request`() throws {
    let player = try Player()
    let file = try player.write(ExchangeProgramTests.history, "history.csv")
    let refused = try player.run("import", file)
    #expect(refused.code == 6 && refused.said.isEmpty)
    #expect(
      refused.complained == """
        Nothing was imported from \(file).
        1 row could not be read:
          \(file), line 6, column targetNote: 128 is outside the range 0 to 127.
        Correct these rows, or import the others with --partial.

        """)
    #expect(try player.run("export", "-").complained == "There is nothing to export yet.\n")
    let partial = try player.run("import", file, "--partial")
    #expect(partial.code == 0 && partial.said.hasPrefix("3 records imported.\n"))
    #expect(partial.said.contains("line 6, column targetNote: 128 is outside the range 0 to 127."))
    // Refused, it replaces nothing, and leaves no copy of what has not changed.
    #expect(try player.run("import", file, "--replace").code == 6)
    #expect(try stored(player) == 3)
    let files = try FileManager.default.subpathsOfDirectory(atPath: player.folder.path)
    #expect(files.filter { $0.contains("-backup-") } == [])
    let none = try player.write(ExchangeProgramTests.header + "x\n", "none.csv")
    #expect(try player.run("import", none, "--partial").code == 6)
  }

  private static func practice(elapsed: [String], rounds: Int = 0) -> String {
    let (mark, id) = ("\"peach_workout\":1", "\"id\":\"00000000-0000-0000-0000-000000000001\"")
    let time = "2026-04-01T08:00:00.000Z"
    var lines = [
      """
      {\(mark),"row":"workout","started":"\(time)","ended":"\(time)","changed":"\(time)","state":"complete",\
      "stage":"set","stage_set":1,"stage_elapsed":0,"kind":"amrap","duration_seconds":600,"source":"free",\
      "sets":\(elapsed.count),"rest_seconds":10,"cues":"none",\(id)}
      """
    ]
    for (index, elapsed) in elapsed.enumerated() {
      let set = "\"set\":\(index + 1)"
      lines.append(
        "{\(mark),\"row\":\"set\",\"started\":\"\(time)\",\"state\":\"complete\",\(set),\"elapsed\":\(elapsed),\(id)}")
      for round in 0..<rounds {
        let done = "\"began\":0,\"done\":1,\"split\":1"
        lines.append("{\(mark),\"row\":\"round\",\(set),\"round\":\(round + 1),\(done),\(id)}")
      }
    }
    return lines.joined(separator: "\n") + "\n"
  }

  @Test func `set times that only add up past 292 years are refused, and history still works`() throws {
    let player = try Player()
    let good = try player.write(Self.practice(elapsed: ["600", "600"]), "good.jsonl")
    let file = try player.write(Self.practice(elapsed: ["9000000000", "9000000000"]), "history.jsonl")
    let refused = try player.run("import", file)
    #expect(
      refused.code == 6
        && refused.complained.contains("line 2, column elapsed: 9000000000 is outside the range 0 to 600."))
    #expect(try player.run("history").code == 0)
    #expect(try player.run("import", good).code == 0)
    #expect(try player.run("history").said.contains("20:00 practised"))
  }

  @Test func `a set of more rounds than practice counts is refused`() throws {
    let player = try Player()
    let file = try player.write(Self.practice(elapsed: ["600"], rounds: 36_001), "history.jsonl")
    let refused = try player.run("import", file)
    #expect(
      refused.code == 6
        && refused.complained.contains("line 36003, column round: 36001 is outside the range 1 to 36000."))
    #expect(try player.run("history").said.hasPrefix("No timed practice yet."))
  }
}
