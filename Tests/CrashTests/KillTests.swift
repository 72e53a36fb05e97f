import Foundation
import Glibc
import TestSupport
import Testing

/// SIGKILL at random moments. `PEACH_KILLS` says how many (10 without it), `PEACH_BUSY` how many others keep the
/// machine busy meanwhile (none without it): what lies between two moments then takes long enough to be met. A kill
/// cannot show whether a commit waits for the disk, as the page cache outlives a process: for that the rig cuts the
/// power.
@Suite(.serialized) struct KillTests {
  @Test(arguments: [true, false])
  func `answers reported as saved are in the database after every kill`(sharesMemory: Bool) throws {
    var matching = 0
    let (kills, lines) = try killing(
      "stream", onceTold: "saved", within: 150_000, seed: 2026, check: "verify", sharesMemory: sharesMemory
    ) {
      matching = $0.firstMatch(of: /matching (\d+)\n/).flatMap { Int($0.1) } ?? 0
    }
    let saved = lines.filter { $0.hasPrefix("saved") }.count
    #expect(saved > kills * 10)
    // Every second record is one; a transaction may end between two.
    #expect(abs(saved - 2 * matching) <= kills + 1)
    #expect(lines.contains { $0.hasPrefix("withdrawn") })
  }

  @Test func `the check finds an answer missing from the database`() throws {
    let folder = try ScratchFolder()
    let log = folder.url.appendingPathComponent("log")
    try Data("ready\nsaved \(UUID())\nsaved \(UUID())".utf8).write(to: log)
    let found = try StoreStressTool.run(["verify", folder.url.appendingPathComponent("peach.sqlite").path, log.path])
    // The second line was cut short and promises nothing.
    #expect(found.output == "saved 1 withdrawn 0 lost 1 integrity ok matching 0\n")
    #expect(found.code == 1)
  }

  @Test(arguments: [true, false])
  func `a killed timed practice is restored paused, with every round reported as saved`(
    sharesMemory: Bool
  ) throws {
    var paused = 0
    let (kills, lines) = try killing(
      "workouts", onceTold: "saved-workout", within: 100_000, seed: 2027, check: "restore", sharesMemory: sharesMemory
    ) {
      if $0.contains(" paused 1 ") { paused += 1 }
    }
    let saved = lines.filter { $0.hasPrefix("saved-workout") }.count
    #expect(saved > kills * 10)
    // A kill between the end of one and the beginning of the next leaves none to be paused.
    #expect(paused > kills / 2)
  }

  @Test func `the check finds a round missing from the database`() throws {
    let folder = try ScratchFolder()
    let log = folder.url.appendingPathComponent("log")
    let id = UUID()
    try Data("ready\nchange \(id) 1 begun\nchange \(id) 2 round\nsaved-workout \(id) 2\n".utf8).write(to: log)
    let found = try StoreStressTool.run(["restore", folder.url.appendingPathComponent("peach.sqlite").path, log.path])
    #expect(found.output == "saved 1 lost 1 paused 0 rounds 0 integrity ok\n")
    #expect(found.code == 1)
  }

  @Test func `a killed practice leaves no lock behind, and a running one is named`() throws {
    let folder = try ScratchFolder()
    let log = folder.url.appendingPathComponent("log")
    let locks = folder.url.appendingPathComponent("peach").path
    let first = try StoreStressTool.start(["lock", locks], log: log)
    #expect(try eventually { try text(log) == "held\n" })
    let refused = try StoreStressTool.run(["lock", locks])
    #expect(refused.output.contains("held") && refused.output.contains("\(first.processIdentifier)"))
    #expect(refused.code == 4)
    kill(first.processIdentifier, SIGKILL)
    first.waitUntilExit()
    let second = try StoreStressTool.start(["lock", locks], log: log)
    #expect(try eventually { try text(log) == "held\nheld\n" })
    kill(second.processIdentifier, SIGKILL)
    second.waitUntilExit()
  }

  /// Runs the command `writes` repeatedly, kills it at random moments, up to `longest` microseconds after it has logged
  /// the first `word`, and checks the database with `check` after each kill; `body` gets the output of the check.
  /// Without `sharesMemory` a pipe takes the place of the shared-memory file, so SQLite behaves as on a file system
  /// without shared memory. Returns the number of kills and all lines logged.
  private func killing(
    _ writes: String, onceTold word: String, within longest: UInt32, seed: UInt64, check: String, sharesMemory: Bool,
    _ body: (String) -> Void
  ) throws -> (kills: Int, lines: [Substring]) {
    let environment = ProcessInfo.processInfo.environment
    let kills = environment["PEACH_KILLS"].flatMap(Int.init) ?? 10
    let others = try (0..<(environment["PEACH_BUSY"].flatMap(Int.init) ?? 0)).map { _ in
      try Process.run(URL(fileURLWithPath: "/bin/sh"), arguments: ["-c", "while :; do :; done"])
    }
    // What hands on blocked signals would hand on that of `terminate`.
    defer { for other in others { Glibc.kill(other.processIdentifier, SIGKILL) } }
    let folder = try ScratchFolder()
    let database = folder.url.appendingPathComponent("peach.sqlite").path
    let log = folder.url.appendingPathComponent("log")
    if !sharesMemory { #expect(mkfifo(database + "-shm", 0o600) == 0) }
    var moments = SplitMix64(seed: seed)
    for kill in 1...kills {
      let before = kill == 1 ? 0 : try text(log).count
      let process = try StoreStressTool.start([writes, database], log: log)
      // Every third kill may come before the first one, even before the database is open.
      if kill % 3 != 0 {
        #expect(try eventually { try text(log).dropFirst(before).contains(word) })
      }
      usleep(UInt32.random(in: 0...longest, using: &moments))
      Glibc.kill(process.processIdentifier, SIGKILL)
      process.waitUntilExit()
      #expect(process.terminationReason == .uncaughtSignal)
      let found = try StoreStressTool.run([check, database, log.path])
      #expect(found.code == 0, "after kill \(kill): \(found.output)")
      body(found.output)
    }
    // Which of the two it was.
    #expect(FileManager.default.fileExists(atPath: database + "-journal") != sharesMemory)
    return (kills, try text(log).split(separator: "\n"))
  }

  private func text(_ file: URL) throws -> String { String(decoding: try Data(contentsOf: file), as: UTF8.self) }
}
