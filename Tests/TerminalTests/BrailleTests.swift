import Glibc
import Ports
import TestSupport
import Testing
import Texts

@testable import Terminal
@testable import Training

/// `--plain` as a braille display has it: no colour, no columns, one line after another, each read to its end.
@Suite("Lines for a braille display", .serialized)
struct BrailleTests {
  /// Returns all lines that changes produce, from the start and from each scene to each other one.
  private static func lines(_ language: Language) -> Set<String> {
    let renderer = ChangeRenderer(Catalogue(language))
    let scenes = StatusScenes.all.map(\.content)
    return Set(
      scenes.flatMap { new in
        renderer.lines(from: nil, to: new) + scenes.flatMap { renderer.lines(from: $0, to: new) }
      })
  }

  @Test("are the same with blanks collapsed and without control characters", arguments: Language.allCases)
  func collapsed(language: Language) {
    for line in Self.lines(language) {
      #expect(line == line.split(separator: " ").joined(separator: " "), "\(line)")
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

  @Test("distinguish results without colour", arguments: Language.allCases)
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

  /// The hub, and practice that goes from there.
  private static let walk = [
    StatusScenes.make { _ in }, StatusScenes.practising(.comparison, .reference),
    StatusScenes.make {
      $0.mode = .comparison; $0.phase = .feedback; $0.feedback = AnswerFeedback(answer: .lower, correct: true)
    }, StatusScenes.practising(.comparison, .reference),
  ]

  @Test("have the cursor on the newest one, whatever else is written below", arguments: Language.allCases)
  func cursor(language: Language) throws {
    let terminal = try PseudoTerminal()
    try terminal.silence()
    terminal.resize(columns: 1_000)
    let renderer = ChangeRenderer(Catalogue(language))
    let display = StatusDisplay(Catalogue(language), form: .lines, descriptor: terminal.inner, rests: true)
    var told: [String] = []
    var last: ViewState?
    var columns: [Int] = []
    for view in Self.walk {
      told += renderer.lines(from: last, to: view)
      last = view
      display.post(view)
      let paper = terminal.paper { $0.lines == told && $0.column < 8 }
      #expect(paper.lines == told)
      #expect(paper.felt == told.last)
      columns.append(paper.column)
    }
    // Where it has not moved, a display does not go to the beginning of the new line. The last is no change.
    #expect(zip(columns, columns.dropFirst()).map { ($1 - $0 + 8) % 8 } == [1, 1, 0])
    #expect(told.last == Catalogue(language)(.feedbackCorrect))
    for part in ["\(LineCursor.leave(terminal.inner))", "sh: no\n", "\(LineCursor.leave(terminal.inner))"] {
      _ = part.withCString { write(terminal.inner, $0, strlen($0)) }
    }
    display.toggleKeys()
    display.close(within: .seconds(5), lastLine: "3 kept.")
    let keys = StatusRenderer(Catalogue(language), style: .plain).keyListInWords(try #require(last))
    let end = told + ["sh: no"] + keys + ["3 kept.", ""]
    #expect(terminal.paper { $0.lines == end } == Paper(end.joined(separator: "\r\n")))
  }

  /// The terminal broke them, within words.
  @Test("are broken between words if the terminal is narrower", arguments: Language.allCases)
  func narrow(language: Language) throws {
    let columns = 30
    let terminal = try PseudoTerminal()
    try terminal.silence()
    terminal.resize(columns: UInt16(columns))
    let display = StatusDisplay(Catalogue(language), form: .lines, descriptor: terminal.inner, rests: true)
    // Another terminal may have its number next.
    defer { display.close(within: .seconds(5)) }
    let renderer = ChangeRenderer(Catalogue(language))
    var told: [String] = []
    var last: ViewState?
    for view in Self.walk {
      told += renderer.lines(from: last, to: view)
      last = view
      display.post(view)
    }
    #expect(told.contains { $0.count > 2 * columns })
    func words(_ lines: [String]) -> [Substring] { lines.flatMap { $0.split(separator: " ") } }
    let paper = terminal.paper { words($0.lines) == words(told) && $0.column < 8 }
    #expect(words(paper.lines) == words(told))
    #expect(paper.lines.allSatisfy { $0.count < columns }, "\(paper.lines)")
    #expect(paper.lines.filter { !$0.hasPrefix(" ") }.count == told.count, "what goes on is indented")
    #expect(paper.felt == paper.lines.last && paper.column < 8)
  }

  @Test("end separately when pressed keys are shown, or when others write too", arguments: [true, false])
  func ends(isShared: Bool) throws {
    let terminal = try PseudoTerminal()
    if isShared { try terminal.silence() }
    let display = StatusDisplay(Catalogue(.english), form: .lines, descriptor: terminal.inner, rests: !isShared)
    for view in Self.walk { display.post(view) }
    display.close(within: .seconds(5))
    let paper = terminal.paper { $0.lines.last == "" && $0.lines.contains("Correct") }
    #expect(paper.lines.suffix(2) == ["Correct", ""])
    #expect((paper.felt, paper.column) == ("", 0))
  }
}
