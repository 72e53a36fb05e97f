import Foundation
import Glibc
import Testing

@testable import Commands

@Suite("The folder of learned mappings")
struct MappingFolderTests {
  private let root = FileManager.default.temporaryDirectory.appending(path: "peach-folder-\(UUID().uuidString)").path
  private var folder: MappingFolder { MappingFolder(path: root + "/controllers") }

  private func withRoot(_ body: () throws -> Void) throws {
    try FileManager.default.createDirectory(atPath: root, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: root) }
    try body()
  }

  private func text(_ path: String) throws -> String { try String(contentsOfFile: path, encoding: .utf8) }

  /// All that is there, hidden or not.
  private var names: [String] {
    ((try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []).sorted()
  }

  @Test(arguments: [
    ("Akai MPK mini", "akai-mpk-mini"), ("APC mini mk2", "apc-mini-mk2"), ("  X-TOUCH  MINI! ", "x-touch-mini"),
    ("Größe élan", "grosse-elan"), ("../../etc/passwd", "etc-passwd"), ("日本", "controller"), ("", "controller"),
    (String(repeating: "a", count: 100), String(repeating: "a", count: 60)),
  ])
  func `the file is called after the controller`(name: String, slug: String) {
    // How ß is folded is the library's business; that it stays a plain name is ours.
    let found = MappingFolder.slug(name)
    #expect(found == slug || name.contains("ß") && found.allSatisfy { $0.isASCII && ($0.isLetter || $0 == "-") })
  }

  @Test func `the first mapping is written with its folder, and without leftovers`() throws {
    try withRoot {
      let file = try folder.save("schema: 1\n", name: "Rig Pads", replacing: nil)
      #expect(file == folder.path + "/rig-pads.yaml")
      #expect(try text(file) == "schema: 1\n")
      #expect(names == ["rig-pads.yaml"])
    }
  }

  @Test func `another mapping never overwrites a file`() throws {
    try withRoot {
      let files = try (1...3).map { try folder.save("\($0)\n", name: "Rig Pads", replacing: nil) }
      #expect(names == ["rig-pads-2.yaml", "rig-pads-3.yaml", "rig-pads.yaml"])
      #expect(try files.map(text) == ["1\n", "2\n", "3\n"])
    }
  }

  @Test func `a mapping that cannot be written in its folder is rescued`() throws {
    try withRoot {
      // A file is where a folder should be.
      let blocked = root + "/blocked"
      try Data().write(to: URL(filePath: blocked))
      let file = MappingFolder.rescue("1\n", name: "Rig Pads", into: [blocked, root + "/data"])
      #expect(file == root + "/data/rig-pads.yaml")
      #expect(try text(root + "/data/rig-pads.yaml") == "1\n")
      #expect(MappingFolder.rescue("2\n", name: "Rig Pads", into: [blocked]) == nil)
    }
  }

  @Test func `a link to nowhere is not followed`() throws {
    try withRoot {
      try FileManager.default.createDirectory(atPath: folder.path, withIntermediateDirectories: true)
      try FileManager.default.createSymbolicLink(
        atPath: folder.path + "/rig-pads.yaml", withDestinationPath: root + "/elsewhere")
      let file = try folder.save("1\n", name: "Rig Pads", replacing: nil)
      #expect(file == folder.path + "/rig-pads-2.yaml")
      #expect(!FileManager.default.fileExists(atPath: root + "/elsewhere"))
    }
  }

  @Test func `a replaced file is replaced as a whole, and a link remains a link`() throws {
    try withRoot {
      let own = root + "/repository.yaml"
      try FileManager.default.createDirectory(atPath: folder.path, withIntermediateDirectories: true)
      try "old and longer\n".write(toFile: own, atomically: false, encoding: .utf8)
      let link = folder.path + "/mine.yaml"
      try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: own)
      #expect(try folder.save("new\n", name: "Rig Pads", replacing: link) == link)
      #expect(try text(own) == "new\n")
      #expect(try FileManager.default.destinationOfSymbolicLink(atPath: link) == own)
      #expect(names == ["mine.yaml"])
    }
  }

  @Test func `a file in the way is named before the first press`() throws {
    try withRoot {
      try folder.checkWritable()
      #expect(names == [])
      #expect(FileManager.default.createFile(atPath: folder.path, contents: nil))
      let failure = FileFailure(path: folder.path, code: ENOTDIR)
      #expect(throws: failure) { try folder.checkWritable() }
      let file = FileFailure(path: folder.path + "/rig-pads.yaml", code: ENOTDIR)
      #expect(throws: file) { try folder.save("1\n", name: "Rig Pads", replacing: nil) }
    }
  }
}
