import Foundation
import Glibc
import Testing

@testable import Commands
@testable import Controllers

@Suite("Mapping files written by a page")
struct RoleFilesTests {
  private let root = FileManager.default.temporaryDirectory.appending(path: "peach-roles-\(UUID().uuidString)").path
  private var files: RoleFiles { RoleFiles(folder: MappingFolder(path: root + "/controllers")) }
  private let mapping = ControllerMapping(
    name: "Box", mode: "As it is.", sources: ["here"], match: PortMatch(clients: [NamePattern("Box")]))

  private func withRoot(_ body: () throws -> Void) throws {
    try FileManager.default.createDirectory(atPath: root, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: root) }
    try body()
  }

  private func text(_ path: String) throws -> String { try String(contentsOfFile: path, encoding: .utf8) }
  private var names: [String] {
    ((try? FileManager.default.contentsOfDirectory(atPath: root + "/controllers")) ?? []).sorted()
  }

  private func put(_ text: String, _ name: String) throws -> String {
    try FileManager.default.createDirectory(atPath: root + "/controllers", withIntermediateDirectories: true)
    let path = root + "/controllers/" + name
    try Data(text.utf8).write(to: URL(filePath: path))
    return path
  }

  @Test("a file for a controller without one is removed when taken back, and can be restored")
  func fresh() throws {
    try withRoot {
      let other = try put("# Somebody's\n", "box.yaml")
      let (file, written) = try files.write(mapping, insteadOf: "/share/box.yaml")
      #expect(names == [".box-2.yaml.before", "box-2.yaml", "box.yaml"])
      #expect(try text(file) == written && MappingLibrary.mapping(in: Array(written.utf8), file: file)?.name == "Box")
      #expect(files.isOurs(file) && !files.isOurs(other) && !files.isOurs("/nowhere"))
      // Another role changes the same file, and the saved earlier version stays as it was.
      var changed = mapping
      changed.sources = ["elsewhere"]
      let again = try files.write(changed, insteadOf: file)
      #expect(again.file == file && again.text != written)
      let (before, taken) = try files.takeBack(file)
      #expect(before == nil && taken == again.text && names == ["box.yaml"])
      try files.putBack(taken, into: file, over: before)
      #expect(try text(file) == taken && files.isOurs(file))
      #expect(try files.takeBack(file).before == nil)
      #expect(try text(other) == "# Somebody's\n")
    }
  }

  @Test("the player's own file is restored to the letter")
  func own() throws {
    try withRoot {
      let mine = "# My notes, ä\n" + MappingWriter.text(mapping)
      let file = try put(mine, "mine.yaml")
      let (written, text) = try files.write(mapping, insteadOf: file)
      #expect(written == file && names == [".mine.yaml.before", "mine.yaml"])
      _ = try files.write(mapping, insteadOf: file)
      #expect(try files.takeBack(file).before == mine)
      #expect(try self.text(file) == mine && names == ["mine.yaml"] && !files.isOurs(file))
      try files.putBack(text, into: file, over: mine)
      #expect(try self.text(file) == text)
      #expect(try files.takeBack(file).before == mine)
      // The owner has edited the file in the meantime: it stays as edited.
      _ = try put("# New\n", "mine.yaml")
      #expect(throws: FileFailure.self) { try files.putBack(text, into: file, over: mine) }
      #expect(try self.text(file) == "# New\n")
    }
  }

  @Test("a file edited since belongs to the player: it is kept as the earlier one and never removed")
  func edited() throws {
    try withRoot {
      let (file, written) = try files.write(mapping, insteadOf: nil)
      #expect(files.isOurs(file))
      let edited = try put(written + "# Mine, too\n", "box.yaml")
      #expect(edited == file && !files.isOurs(file))
      _ = try files.write(mapping, insteadOf: file)
      #expect(files.isOurs(file))
      #expect(try files.takeBack(file).before == written + "# Mine, too\n")
      #expect(try text(file) == written + "# Mine, too\n")
    }
  }

  @Test("a file keeps its byte order mark and line ends", arguments: ["\r\n", "\r"])
  func lineEnds(end: String) throws {
    try withRoot {
      let mine = "\u{FEFF}" + MappingWriter.text(mapping).replacing("\n", with: end)
      let file = try put(mine, "mine.yaml")
      let written = try files.write(mapping, insteadOf: file).text
      #expect(written.utf8.starts(with: [0xEF, 0xBB, 0xBF]) && written.utf8.count { $0 == 13 } > 10)
      #expect(written.utf8.count { $0 == 10 } == (end == "\r" ? 0 : written.utf8.count { $0 == 13 }))
      #expect(files.isOurs(file) && MappingLibrary.mapping(in: Array(written.utf8), file: file)?.name == "Box")
      #expect(try files.takeBack(file).before?.utf8.elementsEqual(mine.utf8) == true)
      #expect(try Data(contentsOf: URL(filePath: file)) == Data(mine.utf8))
    }
  }

  @Test("if nothing can be written, nothing changes")
  func unwritable() throws {
    try withRoot {
      try Data().write(to: URL(filePath: root + "/blocked"))
      let blocked = RoleFiles(folder: MappingFolder(path: root + "/blocked"))
      #expect(throws: FileFailure.self) { try blocked.write(mapping, insteadOf: nil) }
      #expect(throws: FileFailure.self) { try files.takeBack(root + "/controllers/none.yaml") }
      // A folder stands where what was before would be kept.
      let file = try put("# Mine\n", "box.yaml")
      try FileManager.default.createDirectory(atPath: RoleFiles.hidden(file) + "/x", withIntermediateDirectories: true)
      #expect(throws: FileFailure.self) { try files.write(mapping, insteadOf: file) }
      #expect(try text(file) == "# Mine\n" && !files.isOurs(file))
    }
  }
}
