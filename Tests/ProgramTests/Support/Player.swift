import Foundation
import Glibc
import Testing

/// A player with separate folders, who runs commands of `peach` one after the other.
final class Player {
  let folder = FileManager.default.temporaryDirectory.appendingPathComponent(
    "peach-exchange-\(UUID().uuidString.prefix(8))")

  init() throws { try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true) }
  deinit { try? FileManager.default.removeItem(at: folder) }

  func path(_ name: String) -> String { folder.appendingPathComponent(name).path }

  func write(_ text: String, _ name: String) throws -> String {
    try text.write(toFile: path(name), atomically: false, encoding: .utf8)
    return path(name)
  }

  func read(_ name: String) throws -> String { try String(contentsOfFile: path(name), encoding: .utf8) }

  /// What `peach` with these arguments says, its complaints apart, and how it ends.
  func run(_ arguments: String..., language: String = "C") throws -> (said: String, complained: String, code: Int32?) {
    try run(arguments, language: language)
  }

  func run(_ arguments: [String], language: String = "C") throws -> (said: String, complained: String, code: Int32?) {
    let peach = try RunningPeach(arguments, folder: folder, environment: ["LC_ALL": language])
    let code = peach.end()
    return (peach.shown, peach.complained, code)
  }

  /// What `peach`, or another program, with these arguments writes to standard output, in bytes.
  func bytes(_ arguments: [String], of program: URL = RunningPeach.program) throws -> Data {
    let process = Process()
    let pipe = Pipe()
    process.executableURL = program
    process.arguments = arguments
    process.environment = RunningPeach.environment(folder.path)
    process.currentDirectoryURL = folder
    process.standardOutput = pipe
    try process.run()
    let bytes = try pipe.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    return bytes
  }

  /// What a shell with `peach` as `$PEACH` says when it is given `script`, its complaints apart, and how it ends.
  func shell(
    _ script: String, environment: [String: String] = [:]
  ) throws -> (said: String, complained: String, code: Int32) {
    let process = Process()
    let pipes = (output: Pipe(), complaints: Pipe())
    process.executableURL = URL(fileURLWithPath: "/bin/sh")
    process.arguments = ["-c", script]
    process.environment = RunningPeach.environment(folder.path)
      .merging(["PEACH": RunningPeach.program.path]) { $1 }.merging(environment) { $1 }
    process.currentDirectoryURL = folder
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = pipes.output
    process.standardError = pipes.complaints
    try process.run()
    // Both are shorter than a pipe holds.
    let said = try pipes.output.fileHandleForReading.readToEnd() ?? Data()
    let complained = try pipes.complaints.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    return (
      String(decoding: said, as: UTF8.self), String(decoding: complained, as: UTF8.self), process.terminationStatus
    )
  }

  /// Changes the database by statements of SQL, by way of Python, which every test machine has.
  func change(_ sql: String) throws {
    let script = "import sqlite3, sys; d = sqlite3.connect(sys.argv[1]); d.executescript(sys.argv[2]); d.close()"
    let changed = try bytes(
      ["-c", script, path("data/peach/peach.sqlite"), "PRAGMA ignore_check_constraints = 1; \(sql);"],
      of: URL(fileURLWithPath: "/usr/bin/python3"))
    #expect(changed.isEmpty)
  }

  /// Permissions of the file called `name`, as octal digits.
  func mode(_ name: String) -> String {
    var status = stat()
    return stat(path(name), &status) == 0 ? String(status.st_mode & 0o777, radix: 8) : "none"
  }
}
