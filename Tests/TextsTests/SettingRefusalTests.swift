import Pitch
import Ports
import Testing
import Training

@testable import Texts

/// Exactly the offered values are accepted.
@Suite struct SettingRefusalTests {
  /// What setting `key` to `text` is refused with; nil if it is taken.
  private func refusal(_ key: SettingKey, _ text: String, _ language: Language) -> String? {
    var settings = Settings()
    do throws(SettingProblem) {
      try settings.set(key, text)
      return nil
    } catch {
      return Catalogue(language).line(error)
    }
  }

  /// A tuning of two pitches an octave, a tritone apart.
  private struct Tritones: TuningSystem {
    var name: String { "tritones.scl" }
    func size(of interval: DirectedInterval, from reference: Note) -> Cents? {
      interval.semitones % 6 == 0 && reference.number % 6 == 0 ? Cents(Double(interval.semitones) * 100) : nil
    }
  }

  @Test(arguments: [
    (
      Mode.temperament, [SettingKey.temperament, .temperamentOrder],
      "Lay a temperament needs pitches that the tuning tritones.scl does not have. "
        + "Change temperament or temperament-order."
    ),
    (
      .chords, [.chords, .chordTuning, .noteRangeLow, .noteRangeHigh],
      "Tune the chord needs pitches that the tuning tritones.scl does not have. "
        + "Change chords, chord-tuning, note-range-low or note-range-high."
    ),
    (
      .intervalMatching, [.intervals, .tuning, .noteRangeLow, .noteRangeHigh],
      "Interval pitch matching needs pitches that the tuning tritones.scl does not have. "
        + "Change intervals, tuning, note-range-low or note-range-high."
    ),
  ])
  func `a start refused for lack of pitches names the settings that help in its mode`(
    mode: Mode, keys: [SettingKey], line: String
  ) throws {
    let tuning = Tuning(Tritones())
    var settings = TrainingSettings.standard
    (settings.tuning, settings.chordTuning, settings.temperament) = (tuning, tuning, tuning)
    let refusal = try #require(throws: ExerciseRefusal.self) { try ExerciseSpace(mode: mode, settings: settings) }
    #expect(Catalogue(.english).line(refusal) == line)
    for language in Language.allCases {
      let catalogue = Catalogue(language)
      let shown = catalogue.line(refusal, on: .pages)
      #expect(keys.allSatisfy { catalogue.line(refusal).contains($0.rawValue) })
      #expect(keys.allSatisfy { shown.contains(catalogue.label(of: $0)) }, "\(shown)")
    }
  }

  /// Keys whose values are not any name.
  static let limited = SettingKey.allCases.filter { $0.kind != .autoOrName }

  @Test(arguments: limited, Language.allCases)
  func `every accepted special word is offered`(key: SettingKey, language: Language) throws {
    for wrong in ["?", "99999"] {
      let line = try #require(refusal(key, wrong, language))
      let words = Set(line.split { !$0.isLetter }.map(String.init))
      for word in ["auto", "off", "on", "locale"] {
        #expect((refusal(key, word, language) == nil) == words.contains(word), "\(word): \(line)")
      }
    }
  }

  @Test(arguments: limited, Language.allCases)
  func `every offered value is accepted`(key: SettingKey, language: Language) throws {
    let line = try #require(refusal(key, "?", language))
    let offered = line.split { " ;„“\"".contains($0) }.compactMap { word in
      // Files have a point where German has a comma.
      let word = (word.last == "," ? String(word.dropLast()) : String(word)).replacing(",", with: ".")
      return Double(word) == nil && key.kind.word != word ? nil : word
    }
    for word in offered where key.kind != .intervals {
      var settings = Settings()
      // An end of the range at the other's place is too narrow, which is another refusal.
      if key == .noteRangeLow { try settings.set(.noteRangeHigh, "108") }
      if key == .noteRangeHigh { try settings.set(.noteRangeLow, "21") }
      do throws(SettingProblem) { try settings.set(key, word) } catch {
        if case .rangeTooNarrow = error { continue }
        Issue.record("\(key) \(word): \(line)")
      }
    }
    for case .choice(let choices) in [key.kind] {
      for choice in choices { #expect(refusal(key, choice, language) == nil && line.contains(choice)) }
    }
  }
}
