import Foundation
import Glibc
import Testing

/// The folder in which running practice is known, where other users write as well.
@Suite(.enabled(if: geteuid() == 0, "a folder of another user needs root")) struct RuntimeFolderProgramTests {
  @Test func `a folder of another user is named, and practice continues without it`() throws {
    let player = try Player()
    let folder = player.path("peach")
    #expect(mkdir(folder, 0o755) == 0 && chown(folder, 4242, 4242) == 0)
    let end = try player.run("import", player.write(ExchangeProgramTests.readable, "history.csv"))
    #expect(end.code == 0, "\(end)")
    let other = player.path("state/peach")
    #expect(end.complained == "\(folder) belongs to another user (4242). Peach uses \(other) instead.\n")
    #expect(player.mode("state/peach") == "700")
    #expect(FileManager.default.fileExists(atPath: "\(other)/practice.lock"))
  }

  @Test func `one line reports that no folder is usable`() throws {
    let player = try Player()
    for name in ["peach", "state"] {
      #expect(mkdir(player.path(name), 0o755) == 0 && chown(player.path(name), 4242, 4242) == 0)
    }
    #expect(mkdir(player.path("state/peach"), 0o755) == 0 && chown(player.path("state/peach"), 4242, 4242) == 0)
    let end = try player.run("import", player.write(ExchangeProgramTests.readable, "history.csv"))
    #expect(end.code == 4, "\(end)")
    #expect(end.complained.split(separator: "\n").count == 1 && end.complained.contains(player.path("peach")))
  }
}
