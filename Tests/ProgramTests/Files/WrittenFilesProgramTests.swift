import Foundation
import Glibc
import Testing

/// Files that commands write: an existing file is kept, and other users cannot read files that describe the player's
/// ear.
@Suite struct WrittenFilesProgramTests {
  /// Command lines that write `$file`.
  static let writers = [
    "render --exercises 1 --out other.wav --events $file", "render --tone 440 --seconds 0.1 --out $file",
    "replay recording.jsonl --events $file", "export $file", "profile --svg $file",
    "record --audio dummy --screen off $file",
    "practice --audio dummy --screen off --events $file", "timer amrap --audio dummy --screen off --events $file",
  ]

  private func player() throws -> Player {
    let player = try Player()
    #expect(try player.run("import", player.write(ExchangeProgramTests.readable, "history.csv")).code == 0)
    let tests = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    let recording = tests.appendingPathComponent("PracticeTests/Fixtures/wheel.jsonl").path
    try FileManager.default.copyItem(atPath: recording, toPath: player.path("recording.jsonl"))
    return player
  }

  @Test(arguments: writers) func `an existing file is kept unless force is used`(writer: String) throws {
    let player = try player()
    let line = writer.replacing("$file", with: "mine.txt")
    _ = try player.write("a letter", "mine.txt")
    let refused = try player.shell("\"$PEACH\" \(line) --lang en </dev/null")
    #expect(refused.code == 1, "\(refused)")
    #expect(refused.complained == "mine.txt is already there. To replace it: --force\n")
    #expect(try player.read("mine.txt") == "a letter")
  }

  @Test(arguments: writers) func `force replaces no database and no settings`(writer: String) throws {
    let player = try player()
    try FileManager.default.createDirectory(atPath: player.path("config/peach"), withIntermediateDirectories: true)
    _ = try player.write("tick: off\n", "config/peach/settings.yaml")
    try FileManager.default.createSymbolicLink(
      atPath: player.path("link"), withDestinationPath: player.path("data/peach/peach.sqlite"))
    for (file, word) in [("link", "database"), ("config/peach/settings.yaml", "settings")] {
      let before = FileManager.default.contents(atPath: player.path(file))
      let line = writer.replacing("$file", with: file)
      let refused = try player.shell("\"$PEACH\" \(line) --force --lang en </dev/null")
      #expect(refused.code == 1, "\(file): \(refused)")
      #expect(refused.complained.contains(file) && refused.complained.contains(word), "\(refused)")
      #expect(FileManager.default.contents(atPath: player.path(file)) == before, "\(file)")
    }
  }

  @Test func `force replaces files that are not ours; an empty file and a pipe need no force`() throws {
    let player = try player()
    let render = "\"$PEACH\" render --exercises 1 --out"
    _ = try player.write("a letter", "mine.txt")
    #expect(try player.shell("\(render) o.wav --force --events mine.txt").code == 0)
    #expect(try player.read("mine.txt").hasPrefix("{"))
    _ = try player.write("", "empty.wav")
    #expect(try player.shell("\(render) empty.wav").code == 0)
    #expect(FileManager.default.contents(atPath: player.path("empty.wav"))?.starts(with: Data("RIFF".utf8)) == true)
    let piped = try player.shell("mkfifo p; cat p >got & \(render) n.wav --events p >said && wait && cat got")
    #expect(piped.code == 0 && piped.said.hasPrefix("{"), "\(piped.complained)")
    #expect(try player.shell("\(render) /dev/null --events /dev/null").code == 0)
  }

  @Test func `files about an ear are private to its player`() throws {
    let player = try player()
    let commands = [
      "export a.csv", "profile --svg a.svg", "render --exercises 1 --out a.wav --events a.jsonl",
      "replay recording.jsonl --events b.jsonl",
    ]
    for line in commands { #expect(try player.shell("umask 022; \"$PEACH\" \(line)").code == 0, "\(line)") }
    #expect(["a.csv", "a.svg", "a.jsonl", "b.jsonl"].map(player.mode) == ["600", "600", "600", "600"])
    // A tone made by the computer reveals nothing about the player.
    #expect(player.mode("a.wav") == "644")
    #expect(player.mode("data/peach/peach.sqlite") == "600")
    chmod(player.path("data/peach/peach.sqlite"), 0o644)
    #expect(try player.shell("umask 022; \"$PEACH\" profile").code == 0)
    #expect(player.mode("data/peach/peach.sqlite") == "600")
    let replaced = try player.shell("umask 022; \"$PEACH\" import --replace history.csv")
    #expect(replaced.code == 0, "\(replaced)")
    let names = try FileManager.default.contentsOfDirectory(atPath: player.path("data/peach"))
    #expect(names.contains { $0.hasPrefix("peach-backup-") })
    #expect(names.allSatisfy { player.mode("data/peach/\($0)") == "600" }, "\(names)")
  }
}
