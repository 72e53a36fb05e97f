import Pitch
import Ports
import Testing
import Texts
import Training

@Suite("Texts of a matching exercise's result")
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
    (0, "•", "Volltreffer"), (0.5, "↑", "1 Cent zu hoch"),
    (-0.5, "↓", "1 Cent zu tief"), (4, "↑", "4 Cent zu hoch"),
    (9.49, "↑", "9 Cent zu hoch"), (-9.5, "↓↓", "10 Cent zu tief"),
    (-27, "↓↓", "27 Cent zu tief"), (30.49, "↑↑", "30 Cent zu hoch"),
    (-30.5, "↓↓↓", "31 Cent zu tief"),
  ]

  @Test("both sides of every band's edge, in English", arguments: inEnglish)
  func english(cents: Double, mark: String, spoken: String) {
    check(.english, cents, mark, spoken)
  }

  @Test("both sides of every band's edge, in German", arguments: inGerman)
  func german(cents: Double, mark: String, spoken: String) {
    check(.german, cents, mark, spoken)
  }

  private func check(_ language: Language, _ cents: Double, _ mark: String, _ spoken: String) {
    let text = ResultText(MatchingFeedback(error: Cents(cents)), Catalogue(language))
    #expect(text.mark == mark)
    #expect(text.spoken == spoken)
    #expect(text.shown == "\(mark) \(text.offset)")
  }

  @Test(
    "a displayed number has a sign, with a true minus",
    arguments: [
      (4.0, "+4 cents", "+4 Cent"), (-3, "\u{2212}3 cents", "\u{2212}3 Cent"), (0.4, "0 cents", "0 Cent"),
      (-0.49, "0 cents", "0 Cent"), (0.5, "+1 cent", "+1 Cent"), (-1.2, "\u{2212}1 cent", "\u{2212}1 Cent"),
      (1200, "+1200 cents", "+1200 Cent"),
    ])
  func offsets(cents: Double, english: String, german: String) {
    let feedback = MatchingFeedback(error: Cents(cents))
    #expect(ResultText(feedback, Catalogue(.english)).offset == english)
    #expect(ResultText(feedback, Catalogue(.german)).offset == german)
  }

  private static let laid = TemperamentResult(
    temperament: "vallotti",
    rows: [
      .init(note: Note(literal: 64), reference: Note(literal: 57), cents: -1.2, beats: -1.94, targetBeats: -1.5),
      .init(note: Note(literal: 59), reference: Note(literal: 64), cents: 3.6),
      .init(
        note: Note(literal: 66), reference: Note(literal: 59), cents: 0.4, beats: 0.02, targetBeats: 0),
    ],
    closing: .init(note: Note(literal: 57), reference: Note(literal: 62), cents: -1, beats: 2.4, targetBeats: 2))

  @Test("a temperament has a line for each note, and how it closes")
  func temperament() {
    #expect(
      Catalogue(.english).lines(Self.laid) == [
        "Temperament laid: Vallotti", "E4 against A3: 1 cent flat, 1.9 instead of 1.5 beats a second",
        "B3 against E4: 4 cents sharp", "F#4 against B3: in tune, 0.0 instead of 0.0 beats a second",
        "The circle closes from D4 to A3: 1 cent too narrow, 2.4 instead of 2.0 beats a second",
      ])
    let german = Catalogue(.german).lines(Self.laid)
    #expect(german[2] == "H3 nach E4: 4 Cent zu hoch" && german[3].hasPrefix("Fis4 nach H3: genau, 0,0 statt 0,0 "))
    let text = ResultText(MatchingFeedback(error: Cents(2), beats: 1, laid: Self.laid), Catalogue(.english))
    #expect(text.offset == "+2 cents, 1.0 beats/s" && text.words == "2 cents sharp, 1.0 beats a second")
    #expect(
      text.spoken
        == "2 cents sharp, 1.0 beats a second. Temperament laid. Largest error: B3, 4 cents sharp. "
        + "The circle closes from D4 to A3: 1 cent too narrow, 2.4 instead of 2.0 beats a second")
    let step = ViewState.Laying(step: 2, of: 11, note: Note(literal: 59), against: Note(literal: 64))
    #expect(Catalogue(.german).words(step) == "H3 nach E4, Schritt 2 von 11")
  }

  @Test(
    "beats on the other side of pure are named wide or narrow",
    arguments: [
      (-1.1, 1.1, "in tune, 1.1 beats a second narrow instead of 1.1 wide"),
      (0.7, -0.7, "in tune, 0.7 beats a second wide instead of 0.7 narrow"),
      (0.04, -0.7, "in tune, 0.0 instead of 0.7 beats a second"),
      (0.7, -0.04, "in tune, 0.7 instead of 0.0 beats a second"),
    ])
  func side(beats: Double, target: Double, result: String) {
    let row = TemperamentResult.Row(
      note: Note(literal: 59), reference: Note(literal: 64), cents: 0, beats: beats, targetBeats: target)
    let laid = TemperamentResult(temperament: "equal", rows: [row])
    #expect(Catalogue(.english).lines(laid).last == "B3 against E4: \(result)")
    #expect((Catalogue(.german).lines(laid).last ?? "").contains(" eng") == result.contains("narrow"))
  }

  @Test(
    "a chord's beats follow, without a sign",
    arguments: [
      (-4.0, -1.24, "\u{2212}4 cents, 1.2 beats/s", "4 cents flat, 1.2 beats a second"),
      (0, 10.38, "0 cents, 10.4 beats/s", "Dead centre, 10.4 beats a second"),
      (1, 0.04, "+1 cent, 0.0 beats/s", "1 cent sharp, 0.0 beats a second"),
    ])
  func beats(cents: Double, beats: Double, shown: String, spoken: String) {
    let text = ResultText(MatchingFeedback(error: Cents(cents), beats: beats), Catalogue(.english))
    #expect(text.offset == shown && text.spoken == spoken)
  }

  @Test("no colour and no mark is needed: words and numbers differ for every result", arguments: Language.allCases)
  func wordsSuffice(language: Language) {
    let catalogue = Catalogue(language)
    let texts = (-200...200).map { ResultText(MatchingFeedback(error: Cents(Double($0))), catalogue) }
    #expect(Set(texts.map(\.spoken)).count == texts.count)
    #expect(Set(texts.map(\.offset)).count == texts.count)
  }
}
