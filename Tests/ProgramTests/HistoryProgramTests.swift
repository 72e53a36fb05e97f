import Foundation
import Glibc
import Testing

/// `peach history`, and timed practice in files, run as they are.
@Suite struct HistoryProgramTests {
  private static func rows(_ number: Int, state: String = "complete") -> String {
    let id = "00000000-0000-0000-0000-00000000000\(number)"
    let mark = "\"peach_workout\":1"
    return """
      {\(mark),"row":"workout","started":"2026-04-0\(number)T08:00:00.000Z","ended":"2026-04-0\(number)T08:10:00.000Z",\
      "changed":"2026-04-0\(number)T08:10:00.000Z","state":"\(state)","stage":"set","stage_set":1,"stage_elapsed":600,\
      "kind":"amrap","duration_seconds":600,"source":"free","sets":1,"rest_seconds":120,"cues":"start finish","id":"\(id)"}
      {\(mark),"row":"set","started":"2026-04-0\(number)T08:00:00.000Z","state":"\(state)","set":1,"elapsed":600,"id":"\(id)"}
      {\(mark),"row":"round","set":1,"round":1,"began":0,"done":12.400000001,"split":12.400000001,"id":"\(id)"}
      {\(mark),"row":"round","set":1,"round":2,"began":20,"done":95.5,"split":83.099999999,"id":"\(id)"}

      """
  }

  @Test func `an empty history is one line and creates no database`() throws {
    let player = try Player()
    let shown = try player.run("history")
    #expect(shown.code == 0 && shown.complained.isEmpty && shown.said.split(separator: "\n").count == 1)
    #expect(
      try player.run("history", language: "de_DE.UTF-8").said.hasPrefix("Du hast noch nichts mit einem Timer geübt"))
    #expect(try player.run("history", "--json").said == "[\n\n]\n")
    #expect(
      try player.run("export", player.path("a.csv"), "--timers").said == "There is no timed practice yet.\n")
    #expect(!FileManager.default.fileExists(atPath: player.path("data")))
    #expect(try player.run("history", "--limit", "0").code == 2)
    #expect(try player.run("export", player.path("a.csv"), "--timers", "--format", "peach3").code == 2)
  }

  @Test func `a history moves to another machine`() throws {
    let (here, there) = (try Player(), try Player())
    let file = try here.write(Self.rows(1) + Self.rows(2, state: "incomplete") + Self.rows(3), "history.jsonl")
    #expect(try here.run("import", file).said == "3 entries of timed practice imported.\n")
    #expect(try here.run("import", file).said == "0 entries of timed practice imported.\n3 were already there.\n")
    for name in ["timers.csv", "timers.jsonl"] {
      #expect(
        try here.run("export", here.path(name), "--timers").said
          == "3 entries of timed practice are in \(here.path(name)).\n")
      #expect(
        try there.run("import", here.path(name), "--replace").said.hasPrefix("3 entries of timed practice imported.\n"))
      #expect(try there.run("export", there.path(name), "--timers").code == 0)
      #expect(try there.read(name) == here.read(name))
    }
    #expect(try here.read("timers.jsonl") == here.read("history.jsonl"))
    // The newest first, as many as were asked for; answers are another matter.
    let shown = try there.run("history", "--limit", "2", "--splits").said.split(separator: "\n")
    #expect(shown.count == 11)
    #expect(shown[0].hasPrefix("3 April 2026, ") && shown[0].hasSuffix(": AMRAP, 10 minutes, free practice"))
    #expect(
      shown[1...4] == [
        "  10:00 practised, 2 rounds. Complete.", "    Set 1: 10:00, 2 rounds", "      Round 1: 12.4 s, at 0:12",
        "      Round 2: 1:23, at 1:35",
      ])
    #expect(shown[6] == "  10:00 practised, 2 rounds. Ended early.")
    #expect(shown[10] == "For older ones: peach history --limit 4")
    #expect(try there.run("export", there.path("answers.csv")).said == "There is nothing to export yet.\n")
  }

  @Test func `an unreadable row is reported and its practice left out`() throws {
    let player = try Player()
    let text = (Self.rows(1) + Self.rows(2) + Self.rows(3)).replacing(
      "\"split\":12.400000001,\"id\":\"00000000-0000-0000-0000-000000000002\"",
      with: "\"split\":\"a while\",\"id\":\"00000000-0000-0000-0000-000000000002\"")
    let file = try player.write(text, "history.jsonl")
    let first = try player.run("import", file, "--partial")
    #expect(
      first.said == """
        2 entries of timed practice imported.
        1 row could not be read:
          \(file), line 7, column split: "a while" is not a time in seconds. Write it with a decimal point and up to nine \
        decimals, as in 12.5.
        1 entry of timed practice was therefore left out. Correct its row and import the file again.

        """)
    #expect(first.code == 0)
    // The corrected entry is imported into its place.
    _ = try player.write(Self.rows(1) + Self.rows(2) + Self.rows(3), "history.jsonl")
    #expect(try player.run("import", file).said == "1 entry of timed practice imported.\n2 were already there.\n")
    #expect(try player.run("export", player.path("out.jsonl"), "--timers").code == 0)
    #expect(try player.read("out.jsonl") == player.read("history.jsonl"))
  }
}
