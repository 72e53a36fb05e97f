import Foundation
import Testing

@testable import Controllers

struct PassedOverTests {
  private func library(_ matches: (name: String, match: String)...) throws -> MappingLibrary {
    MappingLibrary(
      mappings: try matches.map { name, match in
        var mapping = try #require(
          MappingDecoder.decode(Array(mappingText(match: match).utf8), file: name).mapping)
        mapping.name = name
        mapping.file = name
        return mapping
      })
  }

  private let device = port(client: "Pad", port: "Pad MIDI 1", usb: (0x1234, 0x5678))

  @Test func `a mapping with neither the device's id nor its names is not listed`() throws {
    let library = try library(
      ("serves", "{usb: [\"1234:5678\"]}"), ("other", "{usb: [\"1234:5679\"], clients: [\"Pads\"], ports: [\"Pads\"]}"),
      ("any port", "{clients: [\"Pads\"]}"))
    #expect(library.match(device).mapping.name == "serves")
    #expect(library.passedOver(device) == [])
  }

  @Test(arguments: [
    ("{usb: [\"1234:5678\"], port: 1}", [MatchObstacle.place(1)]),
    // An id is enough without the names, so only the place is said.
    ("{usb: [\"1234:5678\"], port: 1, clients: [\"Keys\"]}", [.place(1)]),
    ("{clients: [\"Pad\"], ports: [\"Pad MIDI 2\"], port: 1}", [.place(1), .port([NamePattern("Pad MIDI 2")])]),
    ("{clients: [\"Pads\"], ports: [\"Pad *\"]}", [.client([NamePattern("Pads")])]),
    (
      "{usb: [\"0001:0002\"], clients: [\"Pad\"], require: both}",
      [.usb([USBID(vendor: 1, product: 2)])]
    ),
    (
      "{usb: [\"1234:5678\"], clients: [\"Pads\"], ports: [\"x\"], require: both}",
      [.client([NamePattern("Pads")]), .port([NamePattern("x")])]
    ),
    // The id goes before names.
    ("{clients: [\"Pad\"]}", [.namesOnly]), ("{usb: [\"1234:5678\"]}", [.later]),
  ])
  func `each obstacle is named`(match: String, obstacles: [MatchObstacle]) throws {
    let library = try library(("serves", "{usb: [\"1234:5678\"]}"), ("passed", match))
    #expect(library.passedOver(device) == [PassedOver(name: "passed", file: "passed", obstacles: obstacles)])
  }

  @Test func `a mapping that almost fits a keyboard without one is listed`() throws {
    let library = try library(("passed", "{usb: [\"1234:5678\"], port: 2}"))
    #expect(library.match(device).reason == .generic)
    #expect(library.passedOver(device).map(\.obstacles) == [[.place(2)]])
  }

  @Test func `files with errors are listed, own or shipped, and a replaced one once`() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "peach-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    for (name, text) in [
      ("own/bad.yaml", mappingText("halves: 7")),
      ("own/far.yaml", mappingText(match: "{usb: [\"1234:0001\"]}") + "x: 1\n"),
      ("shipped/bad.yaml", mappingText("halves: 7")), ("shipped/good.yaml", mappingText()),
    ] {
      let file = folder.appending(path: name)
      try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data(text.utf8).write(to: file)
    }
    let (own, shipped) = (folder.path + "/own", folder.path + "/shipped")
    let library = MappingLibrary.load(folders: [own], shipped: shipped)
    #expect(library.match(device).mapping.file == shipped + "/good.yaml")
    #expect(
      library.passedOver(device) == [
        PassedOver(file: shipped + "/bad.yaml", obstacles: [.errors]),
        PassedOver(file: own + "/bad.yaml", obstacles: [.errors]),
      ])
  }

  /// For each shipped file, the port next to its own: the file is named, with its place.
  @Test(arguments: shippedFiles) func `a shipped file is listed for a wrong port`(_ file: String) throws {
    let library = MappingLibrary.load(folders: [], shipped: shippedFolder)
    let mapping = try shipped(file)
    guard let index = mapping.match.portIndex, let id = mapping.match.usb.first else { return }
    let client = mapping.match.clients.first?.text ?? "?"
    let other = port(client: client, port: "?", index: index + 7, usb: (id.vendor, id.product))
    let found = library.passedOver(other).first { $0.name == mapping.name }
    #expect(found?.obstacles.first == .place(index))
  }
}
