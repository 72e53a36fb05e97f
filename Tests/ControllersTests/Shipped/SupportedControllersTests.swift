import Foundation
import Testing

@testable import Controllers

/// The page that answers "is my controller supported?", written from the mappings. `RECORD_GOLDEN=1` writes it.
@Suite("The page of supported controllers")
struct SupportedControllersTests {
  @Test("has a row for each mapping, with its facts")
  func page() throws {
    let file = URL(filePath: shippedFolder + "/../../docs/playing/reference/controllers.md").standardized
    let text = try String(contentsOf: file, encoding: .utf8)
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    let heading = try #require(lines.firstIndex { $0.hasPrefix("| Controller") })
    let end = lines[heading...].firstIndex { !$0.hasPrefix("|") } ?? lines.endIndex
    let rows = try shippedFiles.map(shipped).sorted { $0.name.lowercased() < $1.name.lowercased() }.map(Self.row)
    #expect(rows.count > 100)
    let expected = (lines[..<(heading + 2)] + rows + lines[end...]).joined(separator: "\n")
    if ProcessInfo.processInfo.environment["RECORD_GOLDEN"] != nil { try Data(expected.utf8).write(to: file) }
    #expect(try String(contentsOf: file, encoding: .utf8) == expected, "RECORD_GOLDEN=1 make check writes it")
  }

  private static func row(_ mapping: ControllerMapping) -> String {
    let cells = [
      mapping.name, answers(mapping), tuning(mapping), lights(mapping),
      certainty(mapping), mapping.match.usb.isEmpty ? "no" : "yes",
      mapping.mode.split(whereSeparator: \.isWhitespace).joined(separator: " ").replacing("|", with: "\\|"),
    ]
    return "| " + cells.joined(separator: " | ") + " |"
  }

  /// What one answers with: halves of keys and pads, and whatever else Higher is bound to.
  private static func answers(_ mapping: ControllerMapping) -> String {
    var found: Set<String> = []
    let hasGrid = mapping.halves.contains { if case .grid = $0 { true } else { false } }
    for rule in mapping.halves {
      let isKeyboard = if case .keyboard = rule { hasGrid || !mapping.hasPads } else { false }
      found.insert(isKeyboard ? "keys" : "pads")
    }
    for binding in mapping.bindings where binding.role == .higher {
      switch binding.control {
      case .notes(_, let channel) where mapping.hasPads || channel?.number == 10:
        found.insert("pads")
      default: found.insert("buttons")
      }
    }
    return found.sorted().joined(separator: ", ")
  }

  /// What one tunes with, each kind of control once.
  private static func tuning(_ mapping: ControllerMapping) -> String {
    var found: [String] = []
    for binding in mapping.bindings where binding.role == .slider {
      let word =
        switch (binding.control, binding.release) {
        case _ where binding.motorMaximum != nil: "motor faders"
        case (_, .lift): "fingers"
        case (.pitchBend, .touch): "touch strip"
        case (.controlChange, .touch), (.controlChangePair, .touch): "touch faders"
        case (.pitchBend, .springBack): mapping.kind == .strip ? "touch strip" : "pitch wheel"
        case (.relative, _): "endless knobs"
        case (.pitchBend, _): "faders"
        default: "faders or knobs"
        }
      if !found.contains(word) { found.append(word) }
    }
    return found.isEmpty ? "Higher and Lower, by steps" : found.joined(separator: ", ")
  }

  /// Whether a second source confirms what the first one says, and whether parts are unconfirmed.
  private static func certainty(_ mapping: ControllerMapping) -> String {
    let sources = mapping.sources.contains { $0.contains("Checked against ") } ? "two sources" : "one source"
    let isUnsure = !mapping.unsureParts.isEmpty || mapping.bindings.contains { $0.confidence == .unsure }
    return sources + (isUnsure ? ", parts unconfirmed" : "")
  }

  private static func lights(_ mapping: ControllerMapping) -> String {
    let all = mapping.feedback.areas.values.joined()
    guard !all.isEmpty else { return "no" }
    return all.allSatisfy { $0.confidence == .unsure } ? "off until tried" : "yes"
  }
}

extension ControllerMapping {
  /// Whether it is mainly pads, even if they send notes as a keyboard does.
  fileprivate var hasPads: Bool { kind == .pads || kind == .grid }
}
