import Foundation

/// Somebody with folders of their own, who runs commands of `peach` one after the other.
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
}
