import Ports
import Testing
import Texts

@testable import Terminal

/// `--plain` as a braille display has it: no colour, no columns, one line after another, each read to its end.
@Suite("Lines that are felt")
struct BrailleTests {
  /// All lines that changes come to, from the beginning and from each scene to each other one.
  private static func lines(_ language: Language) -> Set<String> {
    let renderer = ChangeRenderer(Catalogue(language))
    let scenes = StatusScenes.all.map(\.content)
    return Set(
      scenes.flatMap { new in
        renderer.lines(from: nil, to: new) + scenes.flatMap { renderer.lines(from: $0, to: new) }
      })
  }

  @Test("say the same with blanks collapsed and without control characters", arguments: Language.allCases)
  func collapsed(language: Language) {
    for line in Self.lines(language) {
      #expect(line == line.split(whereSeparator: \.isWhitespace).joined(separator: " "), "\(line)")
      #expect(!line.unicodeScalars.contains { $0.properties.generalCategory == .control }, "\(line.debugDescription)")
    }
  }

  @Test("are words, not pictures of arrows, bars and boxes", arguments: Language.allCases)
  func words(language: Language) {
    let drawn: [ClosedRange<Unicode.Scalar>] = ["\u{2190}"..."\u{21FF}", "\u{2500}"..."\u{28FF}"]
    for line in Self.lines(language) {
      #expect(line.contains { $0.isLetter }, "\(line)")
      #expect(!line.unicodeScalars.contains { scalar in drawn.contains { $0.contains(scalar) } }, "\(line)")
    }
  }

  @Test("tell results apart without colour", arguments: Language.allCases)
  func results(language: Language) {
    let renderer = ChangeRenderer(Catalogue(language))
    let told = [-40, -12, -3, 0, 3, 12, 40].map { cents in
      renderer.lines(
        from: StatusScenes.practising(.matching, .tunable),
        to: StatusScenes.practising(.matching, .feedback, cents: cents))
    }
    #expect(Set(told).count == told.count, "\(told)")
    #expect(!told.contains([]))
  }
}
