import Foundation
import Testing

@testable import Controllers

/// Mapping files as editors on other systems leave them, and names as hostile devices have them.
@Suite("Lines and names of mapping files")
struct MappingLinesTests {
  private func text(_ end: String, mark: String = "") -> String {
    mark
      + [
        "match:", "  usb: []", "", "  clients: [\"Box\"]", "schema: 1", "name: Box", "mode: any", "sources: [a]",
        "exit: [{cc: 1, value: 2, confidence: unsure}]", "halves: [{keyboard: {}}]", "",
      ].joined(separator: end)
  }

  @Test(
    "any line end and a byte order mark give the same mapping and match", arguments: ["\n", "\r\n", "\r"],
    ["", "\u{FEFF}"])
  func lineEnds(end: String, mark: String) throws {
    let bytes = Array(text(end, mark: mark).utf8)
    let mapping = try #require(MappingDecoder.decode(bytes, file: "box.yaml").mapping)
    #expect(mapping.match == PortMatch(clients: [NamePattern("Box")]))
    #expect(MappingDecoder.match(in: bytes, file: "box.yaml") == mapping.match)
    let confirmed = try ConfidenceEdit.confirm(mapping.unsureParts, in: text(end, mark: mark))
    #expect(confirmed == text(end, mark: mark).replacing(", confidence: unsure", with: ""))
    let copy = ConfidenceEdit.copy(confirmed, of: "box.yaml")
    #expect(copy.unicodeScalars.starts(with: "\(mark)# A copy of box.yaml".unicodeScalars))
    #expect(copy.utf8.count { $0 == 10 } == (end == "\r" ? 0 : copy.split { $0.isNewline }.count + 1))
    #expect(MappingDecoder.decode(Array(copy.utf8), file: "box.yaml").mapping?.name == "Box")
  }

  @Test("a mistake has its place, whatever ends lines", arguments: ["\n", "\r\n", "\r"])
  func places(end: String) {
    let text = ["schema: 1 # a\u{85}b\u{2028}c", "name: \u{1}", ""].joined(separator: end)
    let found = MappingDecoder.decode(Array(text.utf8), file: "x").problems
    #expect(found.map(\.position) == [SourcePosition(line: 2, column: 7)])
    let aliases = MappingDecoder.decode(Array("a: &b 1\(end)c: 1\(end)d: *b".utf8), file: "x").problems
    #expect(aliases.map(\.position) == [SourcePosition(line: 3, column: 1)])
  }

  @Test("a star in a learned name is only a star")
  func literalNames() {
    for name in ["Box*", "*", "A\\*B", "A\\\\", "a\\b", "\\"] {
      let pattern = NamePattern(literally: name)
      #expect(pattern.matches(name) && !pattern.matches(name + "x") && !pattern.matches("x" + name), "\(name)")
    }
    #expect(!NamePattern(literally: "Bo*x").matches("Bonbox") && NamePattern("Bo*x").matches("Bonbox"))
    #expect(NamePattern("a\\b").matches("a\\b"))
    let long = NamePattern(literally: "A controller* of a name so long that")
    #expect(long.matches("A controller* of a name so long"))
  }

  @Test("port names are learned without controls, separators or directions, and still match")
  func names() {
    let port = PortDescription(
      id: PortID(client: 20, port: 0), clientName: "\u{202E}Bo\u{2028}x*\u{1B}[2J", portName: "a\u{85}b",
      otherListeners: ["c\nd\u{9B}"])
    #expect(port.clientName == "Bo�x*�[2J" && port.portName == "a�b" && port.otherListeners == ["c d�"])
    #expect(YAMLPage.quoted("a\u{2028}\u{202E}*é") == "\"a\\U00002028\\U0000202E*é\"")
  }
}
