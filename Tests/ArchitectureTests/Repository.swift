import Foundation

/// The source tree these tests were built from.
enum Repository {
  static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()

  struct CommandFailed: Error {
    var status: Int32
    var output: String
  }

  /// What a command prints, run at the root; throws where it does not end with 0.
  @discardableResult
  static func run(_ command: [String]) throws -> String {
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = command
    process.currentDirectoryURL = root
    let output = Pipe()
    process.standardOutput = output
    process.standardError = output
    try process.run()
    let bytes = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    let text = String(decoding: bytes, as: UTF8.self)
    guard process.terminationStatus == 0 else {
      throw CommandFailed(status: process.terminationStatus, output: text)
    }
    return text
  }

  /// Paths of all files that belong to the project, from the root: those that git knows or would take in.
  static let files: [String] = {
    let listing = try? run(["git", "ls-files", "--cached", "--others", "--exclude-standard"])
    return (listing ?? "").split(separator: "\n").map(String.init).filter { file in
      // Neither what was just deleted nor links to folders, whose files are listed where they are.
      var isFolder: ObjCBool = false
      let isThere = FileManager.default.fileExists(atPath: root.appending(path: file).path, isDirectory: &isFolder)
      return isThere && !isFolder.boolValue
    }
  }()

  static func text(_ path: String) throws -> String {
    String(decoding: try Data(contentsOf: root.appending(path: path)), as: UTF8.self)
  }
}
