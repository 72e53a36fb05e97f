import Foundation
import TestSupport
import Testing

@testable import Linux

/// Files that are read at once.
@Suite struct SmallFileTests {
  private let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString).path

  init() throws { try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true) }

  private func file(_ bytes: [UInt8]) throws -> String {
    let path = folder + "/" + UUID().uuidString
    try Data(bytes).write(to: URL(filePath: path))
    return path
  }

  @Test func `a file may have as many bytes as the limit, and not one more`() throws {
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let bytes = (0..<100_000).map { UInt8(truncatingIfNeeded: $0) }
    let path = try file(bytes)
    #expect(try SmallFile.read(path, limit: 100_000) == bytes)
    #expect(throws: SmallFile.Failure.tooLarge(limit: 99_999)) { try SmallFile.read(path, limit: 99_999) }
    #expect(try SmallFile.read(file([]), limit: 0) == [])
    let link = folder + "/link"
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: path)
    #expect(try SmallFile.read(link, limit: 100_000) == bytes)
    // The kernel's files have no size.
    #expect(try SmallFile.read("/proc/self/cmdline", limit: 1 << 20).isEmpty == false)
  }

  @Test func `only a regular file is read, and no pipe is waited for`() throws {
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let pipe = folder + "/pipe"
    #expect(mkfifo(pipe, 0o600) == 0)
    for path in [pipe, folder, "/dev/zero"] {
      #expect(throws: SmallFile.Failure.notAFile, "\(path)") { try SmallFile.read(path, limit: 10) }
    }
    let missing = #expect(throws: SmallFile.Failure.unreadable(code: ENOENT)) {
      try SmallFile.read(folder + "/none", limit: 10)
    }
    #expect(missing?.code == ENOENT)
    #expect(SmallFile.Failure.notAFile.code == EINVAL && SmallFile.Failure.tooLarge(limit: 1).code == EFBIG)
  }
}
