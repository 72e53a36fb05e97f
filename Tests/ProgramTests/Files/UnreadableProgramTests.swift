import Foundation
import Glibc
import Testing

/// What cannot be read is never said not to be there.
@Suite struct UnreadableProgramTests {
  /// Creates a link that leads to itself, which not even root can read.
  private func loop(_ player: Player, _ name: String) throws {
    let folder = URL(filePath: player.path(name)).deletingLastPathComponent().path
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    #expect(symlink(player.path(name), player.path(name)) == 0)
  }

  @Test(arguments: ["data/peach", "data/peach/peach.sqlite"])
  func `a data folder or database that cannot be read is named`(place: String) throws {
    let player = try Player()
    try loop(player, place)
    for command in ["export out.csv", "export --timers out.csv", "history", "profile", "profile --rebuild"] {
      let end = try player.shell("\"$PEACH\" \(command) --lang en")
      #expect(end.code == 4 && end.said.isEmpty, "\(command): \(end)")
      #expect(
        end.complained
          == "\(player.path("data/peach/peach.sqlite")) cannot be read (Too many levels of symbolic links).\n",
        "\(command)")
    }
  }

  @Test(.enabled(if: geteuid() == 0, "becoming another user needs root"))
  func `a data folder that another user may not enter is named`() throws {
    let player = try Player()
    #expect(try player.run("import", player.write(ExchangeProgramTests.readable, "history.csv")).code == 0)
    chmod(player.path("data"), 0o700)
    chmod(player.folder.path, 0o755)
    for command in ["export -", "history", "profile"] {
      let end = try player.shell("setpriv --reuid 65534 --clear-groups \"$PEACH\" \(command) --lang en")
      #expect(end.code == 4 && end.complained.contains("cannot be read (Permission denied)"), "\(command): \(end)")
    }
  }

  @Test func `settings, mappings and rescue files that cannot be read are named`() throws {
    let player = try Player()
    try loop(player, "config/peach/settings.yaml")
    #expect(try player.run("history").complained.contains("settings.yaml"))
    let other = try Player()
    try loop(other, "config/peach/controllers")
    let folder = other.path("config/peach/controllers")
    let checked = try other.run("check", "--audio", "dummy").said
    #expect(checked.contains("\(folder): it cannot be read (Too many levels"), "\(checked)")
    try loop(other, "state/peach")
    #expect(
      try other.run("import", other.write(ExchangeProgramTests.readable, "history.csv")).complained
        .contains("\(other.path("state/peach")) cannot be read (Too many levels"))
    let third = try Player()
    try loop(third, "config/peach")
    #expect(
      try third.run("settings", "list", "--config", third.path("config/peach")).complained.contains("cannot be read"))
    #expect(try third.run("history").complained.contains("settings.yaml"))
  }

  @Test func `a damaged row is named, the others are exported`() throws {
    let player = try Player()
    let rows = (0..<4).map {
      "pitchDiscrimination,2026-04-08T08:00:0\($0)Z,60,C4,60,C4,P1,equalTemperament,-12.5,true,,,,,,,,,"
    }
    let text = ExchangeProgramTests.header + rows.joined(separator: "\n") + "\n"
    #expect(try player.run("import", player.write(text, "rows.csv")).code == 0)
    try player.change("UPDATE comparison SET time = 'yesterday' WHERE number = 2")
    let end = try player.shell("\"$PEACH\" export --format peach3 out.csv --lang en")
    #expect(end.code == 7, "\(end)")
    #expect(end.said.hasPrefix("3 records are in out.csv."))
    #expect(end.complained.contains("comparison") && end.complained.contains("row 2"), "\(end.complained)")
    #expect(
      try player.read("out.csv") == ExchangeProgramTests.header + [rows[0], rows[2], rows[3]].joined(separator: "\n")
        + "\n")
    let piped = try player.shell("\"$PEACH\" export --format peach3 - --lang de")
    #expect(piped.code == 7 && piped.said.split(separator: "\n").count == 5 && piped.complained.contains("Zeile 2"))
    // Practice and profile work without it.
    #expect(try player.run("profile", "--text").code == 0)
  }
}
