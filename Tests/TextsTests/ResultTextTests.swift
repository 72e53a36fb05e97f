import Pitch
import Testing
import Texts
import Training

@Suite("What is said of a matching exercise's result")
struct ResultTextTests {
  static let inEnglish: [(cents: Double, mark: String, spoken: String)] = [
    (0, "•", "Dead centre"), (0.49, "•", "Dead centre"), (-0.49, "•", "Dead centre"),
    (0.5, "↑", "1 cent sharp"), (-0.5, "↓", "1 cent flat"),
    (1.49, "↑", "1 cent sharp"), (1.5, "↑", "2 cents sharp"),
    (4, "↑", "4 cents sharp"), (-3, "↓", "3 cents flat"),
    (9.49, "↑", "9 cents sharp"), (9.5, "↑↑", "10 cents sharp"),
    (-9.49, "↓", "9 cents flat"), (-9.5, "↓↓", "10 cents flat"),
    (-27, "↓↓", "27 cents flat"), (30.49, "↑↑", "30 cents sharp"),
    (30.5, "↑↑↑", "31 cents sharp"), (-30.49, "↓↓", "30 cents flat"),
    (-30.5, "↓↓↓", "31 cents flat"), (1200, "↑↑↑", "1200 cents sharp"),
  ]
  static let inGerman: [(cents: Double, mark: String, spoken: String)] = [
    (0, "•", "Genau"), (0.5, "↑", "1 Cent zu hoch"),
    (-0.5, "↓", "1 Cent zu tief"), (4, "↑", "4 Cent zu hoch"),
    (9.49, "↑", "9 Cent zu hoch"), (-9.5, "↓↓", "10 Cent zu tief"),
    (-27, "↓↓", "27 Cent zu tief"), (30.49, "↑↑", "30 Cent zu hoch"),
    (-30.5, "↓↓↓", "31 Cent zu tief"),
  ]

  @Test("on both sides of every band's edge, in English", arguments: inEnglish)
  func english(cents: Double, mark: String, spoken: String) {
    check(.english, cents, mark, spoken)
  }

  @Test("on both sides of every band's edge, in German", arguments: inGerman)
  func german(cents: Double, mark: String, spoken: String) {
    check(.german, cents, mark, spoken)
  }

  private func check(_ language: Language, _ cents: Double, _ mark: String, _ spoken: String) {
    let text = ResultText(MatchingFeedback(error: Cents(cents)), Catalogue(language))
    #expect(text.mark == mark)
    #expect(text.spoken == spoken)
    #expect(text.shown == "\(mark) \(spoken)")
  }

  @Test("no colour and no mark is needed: the words differ for every result", arguments: Language.allCases)
  func wordsSuffice(language: Language) {
    let catalogue = Catalogue(language)
    let texts = (-200...200).map { ResultText(MatchingFeedback(error: Cents(Double($0))), catalogue) }
    #expect(Set(texts.map(\.spoken)).count == texts.count)
  }
}
