import Ports
import Testing

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
