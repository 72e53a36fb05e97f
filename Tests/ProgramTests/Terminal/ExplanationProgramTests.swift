import Foundation
import TestSupport
import Testing

extension SoundingProgramTests {
  /// The examples of higher and lower in a terminal, where lines change with the sounds.
  @Suite struct ExplanationProgramTests {
    /// How far each target that has sounded is from its reference, in cents.
    private static func cents(_ window: TerminalWindow) -> [Int] {
      let hertz = window.events("noteStarted").compactMap { $0["hertz"] as? Double }
      return stride(from: 0, to: hertz.count - 1, by: 2).map {
        Int((1_200 * log2(hertz[$0 + 1] / hertz[$0])).rounded())
      }
    }

    private static func states(_ window: TerminalWindow) -> [String] {
      window.events("explanation").compactMap { $0["state"] as? String }
    }

    @Test func `in lines each example is announced before it sounds, and nothing is kept`() throws {
      let window = try TerminalWindow(TerminalWindow.practice("--plain"))
      #expect(window.wait(for: "soundReady"), "\(window.shown)")
      window.type("x")
      let sentences = [
        "Here are two notes. The second is sharper: Higher.", "Now closer together. The second is still sharper.",
        "Now the second is flatter: Lower.", "Closer together again. The second is still flatter.",
      ]
      for (number, sentence) in sentences.enumerated() {
        #expect(eventually(within: .seconds(20)) { window.shown.contains(sentence) }, "\(window.shown)")
        #expect(window.events("noteStarted").count == number * 2)
      }
      #expect(
        eventually(within: .seconds(20)) {
          window.shown.contains("To answer: up arrow for Higher, down arrow for Lower.")
        },
        "\(window.shown)")
      #expect(Self.cents(window) == [100, 25, -100, -25])
      #expect(eventually(within: .seconds(20)) { Self.states(window) == ["begun", "over"] }, "\(window.shown)")
      #expect(eventually { window.shown.contains("That is all there is to it. Ready.") }, "\(window.shown)")
      window.type("q")
      #expect(eventually { window.hasEnded }, "\(window.shown)")
      #expect(window.events("exerciseStarted").isEmpty && window.events("recordSaved").isEmpty)
      #expect(!window.shown.contains("kept"), "\(window.shown)")
    }

    @Test func `on a redrawn screen any answer ends it, and practice says when it is available`() throws {
      let window = try TerminalWindow(TerminalWindow.practice("--seed", "3"))
      #expect(window.wait(for: "soundReady"), "\(window.shown)")
      window.type("?")
      #expect(eventually { window.shown.contains("x or F4: hear an example") }, "\(window.shown)")
      window.type("?\u{1B}OS")
      #expect(
        eventually { window.shown.contains("Here are two notes. The second is sharper: Higher.") }, "\(window.shown)")
      #expect(window.wait(for: "noteStarted", within: .seconds(20)))
      window.type("h")
      #expect(eventually(within: .seconds(20)) { Self.states(window) == ["begun", "stopped"] }, "\(window.shown)")
      #expect(window.events("sessionStarted").isEmpty)
      #expect(window.type("h", until: "answerEnabled"))
      window.type("x")
      #expect(
        eventually(within: .seconds(10)) {
          window.shown.contains("Examples of Higher and Lower can be played only when you are not")
        },
        "\(window.shown)")
      #expect(Self.states(window) == ["begun", "stopped"])
      window.type("qq")
      #expect(eventually { window.hasEnded }, "\(window.shown)")
    }
  }
}
