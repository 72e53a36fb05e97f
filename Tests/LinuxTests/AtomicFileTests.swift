import Foundation
import Testing

@testable import Linux

/// Files that are replaced as a whole.
@Suite struct AtomicFileTests {
  private let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString).path
  private var path: String { folder + "/a" }
  private var temporary: String { folder + "/a.new" }

  init() throws { try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true) }

  @Test func `the old file stays until the new one is complete`() throws {
    defer { try? FileManager.default.removeItem(atPath: folder) }
    try Data("old".utf8).write(to: URL(filePath: path))
    // Left by a process that was killed.
    try Data("rest".utf8).write(to: URL(filePath: temporary))
    let file = try AtomicFile(path, temporary: temporary, mode: 0o600)
    try file.write(Array("ne".utf8))
    try file.write(Array("w".utf8))
    #expect(file.status?.st_size == 3)
    #expect(try SmallFile.read(path, limit: 9) == Array("old".utf8))
    try file.finish()
    #expect(try SmallFile.read(path, limit: 9) == Array("new".utf8))
    #expect(try Folder.names(in: folder) == ["a"])
  }

  @Test func `an unfinished file leaves nothing behind`() throws {
    defer { try? FileManager.default.removeItem(atPath: folder) }
    try AtomicFile(path, temporary: temporary, mode: 0o600).write([1])
    #expect(try Folder.names(in: folder).isEmpty)
    #expect(throws: SystemFailure(code: ENOENT)) {
      try AtomicFile(folder + "/none/a", temporary: folder + "/none/b", mode: 0o600)
    }
    // A folder cannot be replaced by a file.
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    #expect(throws: SystemFailure(code: EISDIR)) {
      try AtomicFile(path, temporary: temporary, mode: 0o600).finish()
    }
    #expect(try Folder.names(in: folder) == ["a"])
  }

  @Test func `folders have names, and a missing one has none`() throws {
    defer { try? FileManager.default.removeItem(atPath: folder) }
    #expect(try Folder.names(in: folder + "/none") == [])
    #expect(throws: SystemFailure(code: ENOTDIR)) { try Folder.names(in: "/dev/null") }
    #expect(Folder.of("/a/b") == "/a" && Folder.of("/a") == "/" && Folder.of("a") == ".")
  }
}
