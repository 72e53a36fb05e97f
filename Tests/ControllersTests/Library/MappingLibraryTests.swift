import Foundation
import Synchronization
import TestSupport
import Testing

@testable import Controllers

struct MappingLibraryTests {
  private let shipped = MappingLibrary.load(folders: [], shipped: shippedFolder)

  /// A folder that is removed afterwards.
  private func withFolder(_ files: [String: String], _ body: (String) throws -> Void) throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "mappings-\(UUID().uuidString)").path
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    for (name, text) in files { try text.write(toFile: folder + "/" + name, atomically: false, encoding: .utf8) }
    try body(folder)
  }

  @Test(arguments: [
    // USB id and place first.
    (port(client: "x", port: "y", usb: (0x09e8, 0x0049)), "Akai MPK mini 3"),
    (port(client: "x", port: "y", usb: (0x09e8, 0x1049)), "Akai MPK mini 3"),
    (port(client: "x", port: "y", index: 0, usb: (0x09e8, 0x004f)), "Akai APC mini mk2"),
    (port(client: "APC mini mk2", port: "APC mini mk2 Notes", index: 1, usb: (0x09e8, 0x004f)), "Generic keyboard"),
    // The kernel's three spellings, the second cut to 31 characters.
    (port(client: "APC mini mk2", port: "APC mini mk2 MIDI 1"), "Akai APC mini mk2"),
    (port(client: "APC mini mk2", port: "APC mini mk2 APC mini mk2 Contr"), "Akai APC mini mk2"),
    (port(client: "APC mini mk2", port: "APC mini mk2 Control"), "Akai APC mini mk2"),
    (port(client: "APC mini mk2", port: "APC mini mk2 MIDI 2", index: 1), "Generic keyboard"),
    (port(client: "MPK mini 3", port: "MPK mini 3 MIDI 1"), "Akai MPK mini 3"),
    (port(client: "APC MINI", port: "APC MINI MIDI 1", usb: (0x09e8, 0x0028)), "Akai APC mini"),
    (port(client: "Some Synth", port: "Some Synth MIDI 1"), "Generic keyboard"),
  ])
  func `each port finds its mapping`(_ port: PortDescription, name: String) {
    #expect(shipped.match(port).mapping.name == name)
  }

  @Test func `the reason for a match is reported`() {
    let id = USBID(vendor: 0x09e8, product: 0x004f)
    #expect(shipped.match(port(client: "", port: "", usb: (0x09e8, 0x004f))).reason == .usb(id, portIndex: 0))
    #expect(shipped.match(port(client: "APC mini mk2", port: "APC mini mk2 Control")).reason == .name)
    #expect(shipped.match(port(client: "", port: "")).reason == .generic)
    #expect(shipped.match(port(client: "", port: "")).mapping == .generic)
  }

  @Test func `shipped files are not read until a port is matched`() {
    let looks = Mutex(0)
    let library = MappingLibrary(own: []) {
      looks.withLock { $0 += 1 }
      return FolderMappings([MappingFile("/a.yaml", bytes: Array(mappingText(match: "{usb: [\"0001:0002\"]}").utf8))])
    }
    var changed = ChangedLibrary(library)
    changed.change("/b.yaml", to: nil)
    #expect(looks.withLock { $0 } == 0 && changed.library.problems == [])
    #expect(changed.library.match(port(client: "", port: "", usb: (1, 2))).mapping.file == "/a.yaml")
    #expect(looks.withLock { $0 } > 0)
  }

  @Test func `a written file has priority over shipped ones, which are not read for it`() {
    let looks = Mutex(0)
    var changed = ChangedLibrary(
      MappingLibrary(own: []) {
        looks.withLock { $0 += 1 }
        return FolderMappings([MappingFile("/a.yaml", bytes: Array(mappingText().utf8))])
      })
    changed.change("/a.yaml", to: nil)
    #expect(looks.withLock { $0 } == 0)
    #expect(changed.library.mappings == [])
  }

  @Test func `only the matching mapping is decoded`() throws {
    let decoded = Mutex<[String?]>([])
    let files = try shippedFiles.map { name in
      MappingFile(name, bytes: Array(try Data(contentsOf: URL(filePath: shippedFolder + "/" + name))))
    }
    let folder = FolderMappings(files) { decode in
      {
        let found = decode()
        decoded.withLock { $0.append(found.mapping?.file) }
        return found
      }
    }
    let library = MappingLibrary(own: []) { folder }
    #expect(library.count == shippedFiles.count && decoded.withLock(\.isEmpty))
    let serving = library.match(port(client: "MPK mini 3", port: "MPK mini 3 MIDI 1")).mapping
    #expect(decoded.withLock(\.self) == [serving.file])
    #expect(library.mappings.count == shippedFiles.count)
    #expect(Set(decoded.withLock(\.self)) == Set(shippedFiles))
  }

  @Test(arguments: shippedFiles) func `a file's match alone decides which devices it fits`(_ file: String) throws {
    let bytes = Array(try Data(contentsOf: URL(filePath: shippedFolder + "/" + file)))
    let match = try #require(MappingDecoder.match(in: bytes, file: file))
    #expect(match == MappingLibrary.mapping(in: bytes, file: file)?.match)
  }

  @Test(arguments: [
    ("name: x\nmatch: {usb: [\"0001:0002\"]}\nroles: []", true),
    ("name: x\nmatch:\n  # one\n\n  usb: [\"0001:0002\"]\n# two\nroles: []", true),
    ("name: x\nroles: [match: {usb: [\"0001:0002\"]}]", false),
    ("match: {usb: [\"0001:0002\"]}\nmatch: {usb: [\"0001:0003\"]}", false),
    ("match: {usb: [\"1:2\"]}", false),
    ("match: {usb: [", false),
    ("", false),
  ])
  func `a match that cannot be separated needs the whole file`(_ text: String, isTold: Bool) {
    #expect((MappingDecoder.match(in: Array(text.utf8), file: "x.yaml") != nil) == isTold)
  }

  @Test func `a shipped file with an error serves no port and is among all problems`() throws {
    let broken = mappingText("halves: [", match: "{usb: [\"0001:0002\"]}")
    try withFolder(["a.yaml": broken, "b.yaml": mappingText(match: "{usb: [\"0001:0002\"], port: 0}")]) { folder in
      let library = MappingLibrary.load(folders: [], shipped: folder)
      #expect(library.match(port(client: "", port: "", usb: (1, 2))).mapping.file == folder + "/b.yaml")
      #expect(library.allProblems.map(\.file).contains(folder + "/a.yaml"))
      #expect(library.count == 2 && library.mappings.count == 1)
    }
  }

  @Test func `two equal devices both match`() {
    let first = port(client: "APC mini mk2", port: "a", usb: (0x09e8, 0x004f), number: 20)
    let second = port(client: "APC mini mk2", port: "a", usb: (0x09e8, 0x004f), number: 24)
    #expect(shipped.match(first).mapping == shipped.match(second).mapping)
    #expect(shipped.match(second).mapping != .generic)
  }

  @Test(arguments: [
    ("APC*", "apc mini", true), ("*mini*", "APC mini mk2", true), ("*", "", true), ("", "", true), ("a", "", false),
    ("a*b*c", "aXbXbc", true), ("a*b*c", "aXbX", false),
    ("Launchpad Mini MK3 LPMiniMK3 MIDI", "Launchpad Mini MK3 LPMiniMK3 MI", true),
    ("Launchpad Mini MK3 LPMiniMK3 DAW", "Launchpad Mini MK3 LPMiniMK3 MI", false), ("abc", "abcd", false),
  ])
  func `name patterns match`(_ pattern: String, name: String, fits: Bool) {
    #expect(NamePattern(pattern).matches(name) == fits)
  }

  @Test func `an earlier folder has priority, which is not a problem`() throws {
    let own = mappingText(match: "{usb: [\"09e8:004f\"], port: 0}")
    try withFolder(["mine.yaml": own]) { folder in
      let library = MappingLibrary.load(folders: [folder], shipped: shippedFolder)
      #expect(library.match(port(client: "", port: "", usb: (0x09e8, 0x004f))).mapping.name == "Test")
      #expect(library.problems == [])
    }
  }

  @Test func `the first of two files for one device in a folder serves, and the other is reported`() throws {
    let own = mappingText(match: "{usb: [\"09e8:004f\"], port: 0}")
    try withFolder(["mine.yaml": own, "my-old.yaml": own]) { folder in
      let library = MappingLibrary.load(folders: [folder], shipped: shippedFolder)
      #expect(
        library.match(port(client: "", port: "", usb: (0x09e8, 0x004f))).mapping.file == folder + "/mine.yaml")
      #expect(library.problems.map(\.file) == [folder + "/my-old.yaml"])
      #expect(library.problems.map(\.reason) == [.sameDevice(file: folder + "/mine.yaml")])
    }
  }

  @Test(arguments: [("A", "B", true), ("A", "A", false)])
  func `two products with one id may each have a file if their names differ`(one: String, two: String, fits: Bool)
    throws
  {
    func text(_ name: String) -> String {
      mappingText(match: "{usb: [\"1397:00bc\"], port: 0, clients: [\(name)], require: both}")
    }
    try withFolder(["a.yaml": text(one), "b.yaml": text(two)]) { folder in
      #expect(MappingLibrary.load(folders: [folder]).problems.isEmpty == fits)
    }
  }

  @Test func `a file that is too large or not UTF-8 is refused`() throws {
    try withFolder(["large.yaml": String(repeating: "# x\n", count: 1_000_000)]) { folder in
      #expect(FileManager.default.createFile(atPath: folder + "/latin.yaml", contents: Data([0x61, 0x3A, 0xE4])))
      let problems = MappingLibrary.load(folders: [folder]).problems
      #expect(problems.map(\.reason) == [.tooLarge(limit: 65_536), .notUTF8])
    }
  }
}
