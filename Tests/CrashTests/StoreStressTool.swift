import Foundation
import Glibc

/// Runs the tool `StoreStress`, which is built beside the tests.
struct StoreStressTool {
  /// Where the tests' own program lies.
  static let program = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
    .deletingLastPathComponent().appendingPathComponent("StoreStress")

  /// Starts it with its output appended to the file `log`.
  static func start(_ arguments: [String], log: URL) throws -> Process {
    if !FileManager.default.fileExists(atPath: log.path) { try Data().write(to: log) }
    let output = try FileHandle(forWritingTo: log)
    try output.seekToEnd()
    let process = Process()
    process.executableURL = program
    process.arguments = arguments
    process.standardOutput = output
    try process.run()
    return process
  }

  /// Runs the tool to its end. Returns its output and exit code.
  static func run(_ arguments: [String]) throws -> (output: String, code: Int32) {
    let process = Process()
    let pipe = Pipe()
    process.executableURL = program
    process.arguments = arguments
    process.standardOutput = pipe
    try process.run()
    let data = try pipe.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    return (String(decoding: data, as: UTF8.self), process.terminationStatus)
  }
}

/// A folder that is removed with the value's owner.
final class ScratchFolder {
  let url: URL

  init() throws {
    url = FileManager.default.temporaryDirectory.appendingPathComponent("peach-crash-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(at: url) }
}
