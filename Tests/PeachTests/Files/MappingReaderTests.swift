import Foundation
import Ports
import Testing

@testable import Commands
@testable import Controllers

@Suite("Controller mappings in files")
struct MappingReaderTests {
  private static func mapping(_ match: String) -> String {
    "schema: 1\nname: Test\nmode: any\nsources: [a test]\nmatch: \(match)\nhalves: [{keyboard: {}}]\n"
  }

  private static func port(_ vendor: UInt16, _ product: UInt16) -> PortDescription {
    PortDescription(
      id: PortID(client: 20, port: 0), clientName: "x", portName: "y", usb: USBID(vendor: vendor, product: product))
  }

  /// A folder that is removed afterwards.
  private func withFolder(_ files: [String: String], _ body: (String) throws -> Void) throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "mappings-\(UUID().uuidString)").path
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    for (name, text) in files { try text.write(toFile: folder + "/" + name, atomically: false, encoding: .utf8) }
    try body(folder)
  }

  @Test func `shipped files are read once, on first use`() throws {
    try withFolder([:]) { folder in
      let library = MappingReader.library(folder + "/missing", shipped: folder)
      let file = folder + "/a.yaml"
      try Self.mapping("{usb: [\"0001:0002\"]}").write(toFile: file, atomically: false, encoding: .utf8)
      library.readShipped()
      try FileManager.default.moveItem(atPath: file, toPath: folder + "/b.yaml")
      #expect(library.match(Self.port(1, 2)).mapping.file == file)
      #expect(library.count == 1 && library.allProblems == [])
    }
  }

  @Test func `a bad file is named, and the others serve`() throws {
    try withFolder([
      "a.yaml": "schema: 1\nname: [",
      "b.yaml": Self.mapping("{usb: [\"1234:5678\"]}"),
      "c.txt": "no mapping",
      ".hidden.yaml": "no mapping",
    ]) { folder in
      let library = MappingReader.library(folder)
      #expect(library.mappings.map(\.file) == [folder + "/b.yaml"])
      let problem = try #require(library.problems.first)
      #expect(library.problems.count == 1 && problem.file == folder + "/a.yaml" && problem.reason.key == "syntax")
      #expect(problem.position == SourcePosition(line: 3, column: 1) && problem.severity == .error)
      let serving = library.match(Self.port(1, 2))
      #expect(serving.mapping == .generic)
      #expect(library.mapping(named: "TEST") == library.mappings[0])
      #expect(MappingReader.library(folder + "/missing").count == 0)
      #expect(MappingReader.library(folder + "/missing").problems == [])
    }
  }

  @Test func `special files are refused without waiting`() throws {
    try withFolder([:]) { folder in
      #expect(mkfifo(folder + "/pipe.yaml", 0o600) == 0)
      try FileManager.default.createDirectory(atPath: folder + "/folder.yaml", withIntermediateDirectories: false)
      try FileManager.default.createSymbolicLink(atPath: folder + "/zero.yaml", withDestinationPath: "/dev/zero")
      try FileManager.default.createSymbolicLink(atPath: folder + "/gone.yaml", withDestinationPath: folder + "/no")
      let problems = MappingReader.library(folder).problems
      #expect(problems.map(\.reason) == [.notAFile, .unreadable(code: ENOENT), .notAFile, .notAFile])
    }
  }
}
