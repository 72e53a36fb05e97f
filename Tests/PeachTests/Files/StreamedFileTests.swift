import Foundation
import Testing

@testable import Commands

@Suite("Files written piece by piece")
struct StreamedFileTests {
  private let folder = FileManager.default.temporaryDirectory.appendingPathComponent(
    "peach-streamed-\(UUID().uuidString)")

  private func withFolder(_ body: () throws -> Void) throws {
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    try body()
  }

  private func path(_ name: String) -> String { folder.appendingPathComponent(name).path }
  private func streamed(_ path: String, force: Bool = true) throws(FileFailure) -> StreamedFile {
    try StreamedFile(OutputPath(path, force: force, in: Paths(config: "/nowhere", data: "/nowhere")))
  }
  private func names() throws -> [String] { try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted() }
  private func text(_ name: String) throws -> String { try String(contentsOfFile: path(name), encoding: .utf8) }

  @Test("a file has its name once it is complete; until then the earlier one remains")
  func whole() throws {
    try withFolder {
      try "old".write(toFile: path("a.csv"), atomically: false, encoding: .utf8)
      let file = try streamed(path("a.csv"))
      try file.write(Array("new ".utf8))
      #expect(try text("a.csv") == "old" && names().count == 2)
      try file.write(Array("text".utf8))
      try file.finish()
      #expect(try text("a.csv") == "new text" && names() == ["a.csv"])
    }
  }

  @Test("an abandoned file leaves nothing behind")
  func givenUp() throws {
    try withFolder {
      do {
        let file = try streamed(path("a.csv"))
        try file.write([1])
        #expect(try names().count == 1)
      }
      #expect(try names() == [])
    }
  }

  @Test("a link remains a link, and a device is written directly")
  func links() throws {
    try withFolder {
      try "old".write(toFile: path("real.csv"), atomically: false, encoding: .utf8)
      try FileManager.default.createSymbolicLink(atPath: path("link.csv"), withDestinationPath: path("real.csv"))
      let file = try streamed(path("link.csv"))
      try file.write(Array("new".utf8))
      try file.finish()
      #expect(try text("real.csv") == "new")
      #expect(try FileManager.default.destinationOfSymbolicLink(atPath: path("link.csv")) == path("real.csv"))
      let device = try streamed("/dev/null")
      try device.write([1, 2])
      try device.finish()
    }
  }

  @Test("a missing folder and a full disk are reported")
  func failures() throws {
    #expect(throws: FileFailure(path: path("a.csv"), code: ENOENT)) { try streamed(path("a.csv")) }
    #expect(throws: FileFailure(path: "/dev/full", code: ENOSPC)) {
      try streamed("/dev/full").write([1])
    }
  }
}
