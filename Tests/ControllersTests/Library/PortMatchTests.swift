import TestSupport
import Testing

@testable import Controllers

/// Which of a device's ports, and which of two devices of one id, a mapping serves.
struct PortMatchTests {
  private func library(_ matches: String...) throws -> MappingLibrary {
    MappingLibrary(
      mappings: try matches.enumerated().map { number, match in
        let text = mappingText(match: match)
        return try #require(MappingDecoder.decode(Array(text.utf8), file: "\(number).yaml").mapping)
      })
  }

  /// Which file serves, by its place above; nil: none.
  private func serving(_ library: MappingLibrary, _ port: PortDescription) -> String? {
    library.match(port).mapping.file
  }

  @Test func `two ports with the same 31 letters are distinguished by their place`() throws {
    let library = try library(
      "{port: 0, clients: [\"Keystation *\"], ports: [\"Keystation * Keystation *\"]}",
      "{port: 1, clients: [\"Keystation *\"], ports: [\"Keystation * Keystation *\"]}")
    let name = "Keystation 88 MK3 Keystation 88"
    for (index, file) in ["0.yaml", "1.yaml", nil].enumerated() {
      #expect(serving(library, port(client: "Keystation 88 MK3", port: name, index: index)) == file)
    }
  }

  @Test func `without a place every port of that name fits`() throws {
    let library = try library("{clients: [\"Keys\"]}")
    #expect((0..<3).allSatisfy { serving(library, port(client: "Keys", port: "x", index: $0)) == "0.yaml" })
  }

  @Test func `the name decides between two products with one id`() throws {
    let shipped = MappingLibrary.load(folders: [], shipped: shippedFolder)
    let faders = port(client: "BCF2000", port: "BCF2000 MIDI 1", usb: (0x1397, 0x00bc))
    #expect(shipped.match(faders).mapping.name == "Behringer BCF2000")
    let encoders = port(client: "BCR2000", port: "BCR2000 MIDI 1", usb: (0x1397, 0x00bc))
    #expect(shipped.match(encoders).mapping.name == "Behringer BCR2000")
    // A BCF2000 of another id, or behind another program, is unknown to the file.
    for other in [
      port(client: "BCF2000", port: "BCF2000 MIDI 1", usb: (0x1397, 0x00bd)),
      port(client: "BCF2000", port: "BCF2000 MIDI 1"),
      port(client: "BCF2000", port: "BCF2000 MIDI 2", index: 1, usb: (0x1397, 0x00bc)),
    ] { #expect(shipped.match(other).reason == .generic, "\(other)") }
  }

  @Test func `a range of ids includes each of them`() throws {
    let library = try library("{usb: [\"1235:0069-0078\", \"ABCD:00ff\"], port: 0}")
    let fitting = (0...0xffff).filter { serving(library, port(client: "", port: "", usb: (0x1235, UInt16($0)))) != nil }
    #expect(fitting == Array(0x69...0x78))
    #expect(serving(library, port(client: "", port: "", usb: (0xabcd, 0xff))) == "0.yaml")
  }

  @Test func `a learned mapping keeps the rule that both are needed`() throws {
    var mapping = try shipped("behringer-bcf2000.yaml")
    mapping.file = "x"
    let again = MappingDecoder.decode(Array(MappingWriter.text(mapping).utf8), file: "x").mapping
    #expect(again?.match == mapping.match)
  }
}
