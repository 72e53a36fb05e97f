import Foundation
import Glibc
import Testing

/// If nothing can be written, commands that only read work, and commands that write say why they cannot.
@Suite(.enabled(if: geteuid() == 0, "becoming another user needs root")) struct ReadOnlyProgramTests {
  private let player: Player
  private var data: String { player.path("data/peach") }

  init() throws {
    player = try Player()
    #expect(try player.run("import", player.write(ExchangeProgramTests.readable, "history.csv")).code == 0)
    chmod(player.folder.path, 0o777)
    chmod(player.path("data"), 0o755)
    _ = try player.shell("chown -R 65534 . && rm -f history.csv")
  }

  /// As an ordinary user, to whom permissions mean something.
  private func run(_ command: String) throws -> (said: String, complained: String, code: Int32) {
    try player.shell("setpriv --reuid 65534 --clear-groups \"$PEACH\" \(command) --lang en")
  }

  private func expectRead(_ what: String) throws {
    let profile = try run("profile --text")
    #expect(
      profile.code == 0 && profile.said.contains("2 answers kept") && profile.complained.isEmpty, "\(what): \(profile)")
    let history = try run("history")
    #expect(history.code == 0 && history.complained.isEmpty, "\(what): \(history)")
    let piped = try run("export --format peach3 -")
    #expect(
      piped.code == 0 && piped.said.contains("pitchMatching,2026-04-08T08:00:05Z,60") && piped.complained.isEmpty,
      "\(what): \(piped)")
    let written = try run("export out.csv --force")
    #expect(written.code == 0 && written.said.contains("are in out.csv"), "\(what): \(written)")
  }

  @Test func `a database that is not writable is read`() throws {
    chmod("\(data)/peach.sqlite", 0o400)
    try expectRead("file")
    let rebuilt = try run("profile --rebuild")
    #expect(rebuilt.code == 4)
    #expect(
      rebuilt.complained
        == "You may not write to \(data)/peach.sqlite (Permission denied). Check who owns it: ls -ld \(data)/peach.sqlite\n"
    )
  }

  @Test func `a database in a folder that is not writable is read`() throws {
    chmod(data, 0o500)
    try expectRead("folder")
    let started = try run("practice --audio dummy --screen off")
    #expect(started.code == 4)
    #expect(
      started.complained == "You may not write to \(data) (Permission denied). Check who owns it: ls -ld \(data)\n")
  }

  @Test func `answers that are only in its log are read too`() throws {
    // As a program leaves it that is killed, in a folder that is closed afterwards.
    let script = """
      import os, sqlite3, sys
      d = sqlite3.connect(sys.argv[1]); d.execute("PRAGMA journal_mode = WAL"); d.execute("PRAGMA wal_autocheckpoint = 0")
      d.execute("UPDATE comparison SET time = replace(time, '08:00:00', '08:00:01')"); d.commit(); os._exit(0)
      """
    _ = try player.bytes(["-c", script, "\(data)/peach.sqlite"], of: URL(filePath: "/usr/bin/python3"))
    #expect(player.size("data/peach/peach.sqlite-wal") > 0)
    _ = try player.shell("rm data/peach/peach.sqlite-shm; chown 65534 data/peach/*; chmod 500 data/peach")
    try expectRead("log")
    #expect(try run("export --format peach3 -").said.contains("pitchDiscrimination,2026-04-08T08:00:01Z"))
  }

  @Test func `without a database the obstructing folder is named`() throws {
    _ = try player.shell("rm -r data/peach; chmod 555 data; chown 65534 data")
    let started = try run("practice --audio dummy --screen off")
    let folder = player.path("data")
    #expect(started.code == 4)
    #expect(
      started.complained == "You may not write to \(folder) (Permission denied). Check who owns it: ls -ld \(folder)\n")
    #expect(try run("history").code == 0)
  }
}

extension Player {
  /// The size in bytes of the file `name`; 0 if it does not exist.
  fileprivate func size(_ name: String) -> Int { FileManager.default.contents(atPath: path(name))?.count ?? 0 }
}
