import Pitch
import Ports
import Testing
import Timers
import Training

@testable import Texts

@Suite("Numbers in texts are the program's")
struct FactTextTests {
  /// Texts with the numbers that they name, as the program has them.
  private static let facts: [(key: String, ends: [String])] = {
    let catalogue = Catalogue(.english)
    func times(_ range: ClosedRange<Int>) -> [String] {
      [range.lowerBound, range.upperBound].map { "\($0 / 60):\($0 % 60 < 10 ? "0" : "")\($0 % 60)" }
    }
    func counts(_ range: ClosedRange<Int>) -> [String] { ["\(range.lowerBound)", "\(range.upperBound)"] }
    let range = NoteRange.standard
    let notes = [range.low, range.high].map { ["\($0.number)", catalogue.name(of: $0)] }
    return [
      ("help.timer.cap", times(TimerConfiguration.caps)), ("help.timer.duration", times(TimerConfiguration.durations)),
      ("help.timer.intervals", counts(TimerConfiguration.slotCounts)),
      ("help.timer.every", times(TimerConfiguration.slotLengths)),
      ("help.timer.sets", counts(TimerConfiguration.setCounts)), ("help.timer.rest", times(TimerConfiguration.rests)),
      ("setting.about.note-range-low", notes[0]), ("setting.about.note-range-high", notes[1]),
      ("page.setting.note-range-low.about", notes[0]), ("page.setting.note-range-high.about", notes[1]),
      ("page.setting.loudness-variation.about", ["\(Int(ComparisonExercise.loudnessSpan))"]),
    ]
  }()

  @Test("the numbers are in the text of each language, as separate words", arguments: Language.allCases)
  func named(language: Language) throws {
    let texts = CatalogueFile(embedded: language).texts
    for (key, ends) in Self.facts {
      let words = Set(try #require(texts[key]).split { !$0.isLetter && !$0.isNumber && $0 != ":" }.map(String.init))
      #expect(words.isSuperset(of: ends), "\(key): \(ends)")
    }
  }

  @Test("a paused timer waits for the hour that its key names")
  func patience() {
    #expect(Workout.patience == .seconds(3_600))
    #expect(Catalogue(.english)(.keysLeaveWaiting).contains("one hour"))
    #expect(Catalogue(.german)(.keysLeaveWaiting).contains("eine Stunde"))
  }
}
