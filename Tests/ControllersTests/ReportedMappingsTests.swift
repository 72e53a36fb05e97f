import Foundation
import MIDI
import TestSupport
import Testing
import Yams

@testable import Controllers

/// From what the owner of a controller sends in to the mapping that ships. `Reports` has a report beside each mapping
/// that was made so; its example is of no controller that is sold.
struct ReportedMappingsTests {
  private static let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Reports").path
  private static let example = folder + "/example/rig-box.yaml"

  /// Reports whose mappings ship, by file name.
  static let reports =
    ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []).filter { $0.hasSuffix(".yaml") }.sorted()

  @Test(arguments: reports) func `every report's mapping ships and does what its owner pressed`(_ name: String) throws {
    let library = MappingLibrary.load(folders: [], shipped: shippedFolder)
    try check(Self.folder + "/" + name, file: shippedFolder + "/" + name, library)
  }

  @Test func `a report becomes a mapping that is recognised and does what its owner pressed`() throws {
    try withRoot { root in
      let (code, told) = try mappingFrom([Self.example], root: root)
      #expect(code == 0, "\(told)")
      let file = root + "/config/controllers/rig-box-6.yaml"
      let library = MappingLibrary.load(folders: [root + "/config/controllers"], shipped: shippedFolder)
      try check(Self.example, file: file, library)
      #expect(MappingLibrary.load(file: file).mapping?.kind == .pads)
      let text = try String(contentsOfFile: file, encoding: .utf8)
      // Without "single source", `a file that is not checked says so` would fail.
      #expect(
        text.contains(
          "single source, tried on the hardware by its owner: Tests/ControllersTests/Reports/rig-box-6.yaml"))
      #expect(
        FileManager.default.contentsEqual(
          atPath: Self.example, andPath: root + "/Tests/ControllersTests/Reports/rig-box-6.yaml"))
      // A second one of that name is a matter for a person.
      #expect(try mappingFrom([Self.example], root: root).code == 1)
      #expect(try mappingFrom([Self.example, "rig-box-other"], root: root).code == 0)
    }
  }

  @Test(arguments: [
    ("", "cannot be read"), ("schema: 1\n", "is no report"), ("report: 1\n", "has no mapping in it"),
    ("report: 1\nmapping: |\n  schema: 1\n", "a name for the files is needed"),
  ])
  func `a file that is not a report is refused and leaves nothing behind`(_ text: String, reason: String) throws {
    try withRoot { root in
      let report = root + "/report"
      if !text.isEmpty { try Data(text.utf8).write(to: URL(filePath: report)) }
      let (code, told) = try mappingFrom([report], root: root)
      #expect(code == 1 && told.contains(reason), "\(told)")
      #expect(try FileManager.default.contentsOfDirectory(atPath: root + "/config/controllers").isEmpty)
    }
  }

  // MARK: Tools

  /// The mapping in `file` has nothing wrong with it, serves the port it was learned of, and each role is where it was
  /// pressed.
  private func check(_ report: String, file: String, _ library: MappingLibrary) throws {
    let (mapping, problems) = MappingLibrary.load(file: file)
    #expect(problems.filter { !$0.reason.isUnsureOff } == [], "\(problems)")
    let serving = try #require(mapping)
    let root = try #require(try compose(yaml: String(contentsOfFile: report, encoding: .utf8)))
    let learned = try #require(root["learned"]?.int)
    let ports = try #require(root["ports"]?.array())
    let own = try #require(ports.first { $0["index"]?.int == learned })
    let description = port(
      client: own["client"]?.string ?? "", port: own["port"]?.string ?? "", index: learned, usb: usb(own["usb"]?.string)
    )
    #expect(library.match(description).mapping == serving)
    // The mapping does not match the device's other ports.
    for other in ports where other["index"]?.int != learned {
      let port = port(
        client: other["client"]?.string ?? "", port: other["port"]?.string ?? "", index: other["index"]?.int ?? 0,
        usb: usb(other["usb"]?.string))
      #expect(library.match(port).mapping != serving)
    }

    let heard = try #require(root["heard"]?.array())
    let roles = Set(serving.bindings.map(\.role)).union(serving.halves.isEmpty ? [] : [.higher, .lower])
    for role in roles {
      let messages = heard.filter { $0["asked"]?.string == role.rawValue && $0["port"]?.int == learned }
        .compactMap { $0["first"]?.string }
      #expect(messages.contains { tells(role, serving, $0) }, "\(role.rawValue): \(messages)")
    }
  }

  /// Whether a message is of the role's control.
  private func tells(_ role: Role, _ mapping: ControllerMapping, _ text: String) -> Bool {
    var bytes = MIDIDecoder()
    let messages = bytes.decode(text.split(separator: " ").compactMap { UInt8($0, radix: 16) })
    var decoder = ControlDecoder(mapping: mapping)
    return messages.flatMap { decoder.decode($0) }.contains { event in
      switch event {
      case .pressed(let press): press.role == role
      case .slider, .finger(_, .slid): role == .slider
      case .level: role == .level
      case .released, .touch, .finger, .forgotten, .allReleased: false
      }
    }
  }

  private func usb(_ text: String?) -> (UInt16, UInt16)? {
    let parts = (text ?? "").split(separator: ":").compactMap { UInt16($0, radix: 16) }
    return parts.count == 2 ? (parts[0], parts[1]) : nil
  }

  private func withRoot(_ body: (String) throws -> Void) throws {
    let root = FileManager.default.temporaryDirectory.appending(path: "report-\(UUID().uuidString)").path
    try FileManager.default.createDirectory(
      atPath: root + "/config/controllers", withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: root) }
    try body(root)
  }

  /// Runs `scripts/mapping-from` on a project that has only these folders.
  private func mappingFrom(_ arguments: [String], root: String) throws -> (code: Int32, told: String) {
    let process = Process()
    let output = Pipe()
    process.executableURL = URL(filePath: shippedFolder).deletingLastPathComponent().deletingLastPathComponent()
      .appending(path: "scripts/mapping-from")
    process.arguments = arguments
    process.environment = ProcessInfo.processInfo.environment.merging(["MAPPING_ROOT": root]) { $1 }
    process.standardOutput = output
    process.standardError = output
    try process.run()
    let told = try output.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    return (process.terminationStatus, String(decoding: told, as: UTF8.self))
  }
}
