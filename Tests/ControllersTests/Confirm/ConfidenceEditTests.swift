import Controllers
import Foundation
import Testing

@Suite("Confirming parts: removing unsure")
struct ConfidenceEditTests {
  private static let head = "schema: 1\nname: Box\nmode: As it comes\nsources: [None]\nmatch: {clients: [Box]}\n"
  private static let higher = UnsurePart.lights(area: "higher", index: 0)

  /// A file with one light as `entry`, in a block or as flow.
  private static func file(_ entry: String, rest: String = "") -> String {
    head + "feedback:\n  colours: {dark: 0, red: 5}\n  lights:\n    higher:\n" + entry + rest
      + "  cues:\n    trouble: [{light: higher, colour: red}]\n"
  }

  private func mapping(_ text: String) throws -> ControllerMapping {
    try #require(MappingLibrary.mapping(in: Array(text.utf8), file: "box.yaml"), "\(text)")
  }

  @Test(
    "only the words are removed",
    arguments: [
      // Flow: in the middle, last, first; with and without spaces and quotes.
      ("      - {notes: 1, confidence: unsure, channel: 2} # a\n", "      - {notes: 1, channel: 2} # a\n"),
      ("      - {notes: 1, channel: 2, confidence: unsure}\n", "      - {notes: 1, channel: 2}\n"),
      ("      - {confidence: unsure, notes: 1}\n", "      - {notes: 1}\n"),
      ("      - { notes: 1 , \"confidence\": \"unsure\" }\n", "      - { notes: 1  }\n"),
      ("      - {notes: 1, confidence:  'unsure'}\n", "      - {notes: 1}\n"),
      ("      - {notes: 1,\n         confidence: unsure}\n", "      - {notes: 1,\n         confidence: source}\n"),
      // A block: last, in the middle, first; what was said of it stays.
      ("      - notes: 1\n        confidence: unsure\n", "      - notes: 1\n"),
      ("      - notes: 1\n        confidence: unsure\n        channel: 2\n", "      - notes: 1\n        channel: 2\n"),
      ("      - notes: 1\n        confidence: unsure # why\n", "      - notes: 1\n        # why\n"),
      ("      - confidence: unsure\n        notes: 1\n", "      - confidence: source\n        notes: 1\n"),
      ("      - notes: 1\r\n        confidence: unsure\r\n", "      - notes: 1\r\n"),
      // Letters outside ASCII before it on the line and above count as one.
      (
        "      # größer: — 𝄞\n      - {notes: 1, confidence: unsure} # 𝄞\n",
        "      # größer: — 𝄞\n      - {notes: 1} # 𝄞\n"
      ),
    ])
  func layouts(before: String, after: String) throws {
    let text = Self.file(before)
    let edited = try ConfidenceEdit.confirm([Self.higher], in: text)
    #expect(edited == Self.file(after))
    #expect(try mapping(text).unsureParts == [Self.higher])
    #expect(try mapping(edited).unsureParts == [])
  }

  @Test("each part is found in its place, and the others remain unsure")
  func parts() throws {
    let text =
      Self.head + """
        init:
          - {sysex: F0 7D 01 F7}
          - pause: 10
          - {sysex: F0 7D 02 F7, confidence: unsure}
        exit: [{cc: 1, value: 2, confidence: unsure}]
        feedback:
          colours: {dark: 0, red: 5}
          lights:
            higher: [{notes: 1}, {notes: 2, confidence: unsure}]
            lower: [{cc: 3, confidence: unsure}]
          cues:
            trouble: [{light: higher, colour: red}, {send: {program: 1, confidence: unsure}}]
            sharp: {1: [{send: {cc: 1, value: 1, confidence: unsure}}], 2: [], 3: []}
            band: {0: [{send: {cc: 1, value: 2, confidence: unsure}}]}
            mode: {start-matching: [{send: {cc: 1, value: 3, confidence: unsure}}]}
          tick: {note: 37, velocity: 60, confidence: unsure}

        """
    let parts = try mapping(text).unsureParts
    #expect(
      parts.map(\.words) == [
        "init 3", "lights higher 2", "lights lower", "cue band 0", "cue mode start-matching", "cue sharp 1",
        "cue trouble", "tick", "exit 1",
      ])
    for part in parts {
      let edited = try ConfidenceEdit.confirm([part], in: text)
      #expect(try mapping(edited).unsureParts == parts.filter { $0 != part })
      #expect(edited.count == text.count - ", confidence: unsure".count)
      #expect(throws: ConfidenceEdit.Failure()) { try ConfidenceEdit.confirm([part], in: edited) }
    }
    #expect(try ConfidenceEdit.confirm(parts, in: text) == text.replacing(", confidence: unsure", with: ""))
  }

  @Test("a missing part and a file with an error are left alone")
  func refused() {
    for text in ["", "schema: 2\n", Self.file("      - {notes: 1}\n"), Self.file("      - {notes: 1, nonsense: 2}\n")] {
      #expect(throws: ConfidenceEdit.Failure()) { try ConfidenceEdit.confirm([Self.higher], in: text) }
    }
  }

  @Test("a shipped mapping changes only in the confirmed parts; its comments remain")
  func shippedFiles() throws {
    var found = 0
    for name in try FileManager.default.contentsOfDirectory(atPath: shippedFolder).sorted()
    where name.hasSuffix(".yaml") {
      let path = shippedFolder + "/" + name
      let text = try String(contentsOfFile: path, encoding: .utf8)
      var before = try shipped(name)
      let parts = before.unsureParts
      guard !parts.isEmpty else { continue }
      found += 1
      let copy = ConfidenceEdit.copy(try ConfidenceEdit.confirm(parts, in: text), of: name)
      #expect(copy.hasPrefix("# A copy of \(name): "))
      var after = try mapping(copy)
      #expect(after.unsureParts == [], "\(name)")
      func comments(_ text: String) -> [String] {
        text.split(separator: "\n").compactMap { line in line.firstIndex(of: "#").map { String(line[$0...]) } }
      }
      #expect(Array(comments(copy).dropFirst(2)) == comments(text), "\(name)")
      // Only the confidence of the parts, places and the file's name differ.
      for area in before.feedback.areas.keys {
        for index in before.feedback.areas[area]?.indices ?? 0..<0 {
          before.feedback.areas[area]?[index].confidence = .source
        }
      }
      before.feedback.tick?.confidence = .source
      before.file = nil
      after.file = nil
      for index in before.bindings.indices { before.bindings[index].position = nil }
      for index in after.bindings.indices { after.bindings[index].position = nil }
      #expect(after == before, "\(name)")
    }
    #expect(found > 0)
  }
}
