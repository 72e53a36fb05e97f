import Pitch
import Ports
import Testing
import Texts

@testable import Training

@Suite("Spoken texts")
struct SpokenTests {
  static let up = DirectedInterval.perfectFifthUp
  static let sharp = MatchingFeedback(error: Cents(4))

  /// The list of further exercises after `steps` to the next.
  static func menu(_ steps: Int) -> ExerciseMenu {
    var menu = ExerciseMenu()
    for _ in 0..<steps { menu.goOn() }
    return menu
  }

  static var inMenu: SpokenStatus {
    var status = SpokenStatus(level: -20)
    status.menu = menu(1)
    return status
  }

  @Test("the list of further exercises holds those without a key, and restarts after the example")
  func list() {
    #expect(
      (0...8).map { Self.menu($0).entry } == [
        .mode(.listening), .mode(.intervalListening), .mode(.timing), .mode(.timingListening), .mode(.chords),
        .mode(.beats), .mode(.temperament), .example, .mode(.listening),
      ])
    let line = Catalogue(.english).line(.explanation(.menu(Self.menu(2), isNew: false), number: 1), in: ViewState())
    #expect(line == "Early or late, 3 of 8. Higher: the next. Lower: start. Both held: back.")
    #expect(Self.menu(7).number == 8 && Self.menu(7).count == 8 && Self.menu(8) == ExerciseMenu())
  }

  @Test("intervals are spoken by name, the prime without a direction")
  func intervals() throws {
    let english = Catalogue(.english)
    let german = Catalogue(.german)
    #expect(english.name(of: .perfectFifthUp) == "Perfect fifth up")
    #expect(german.name(of: .perfectFifthUp) == "Reine Quinte aufwärts")
    #expect(english.name(of: .prime) == "Unison")
    #expect(german.name(of: .prime) == "Prime")
    let third = try #require(DirectedInterval("m3 down"))
    #expect(english.name(of: third) == "Minor third down")
    #expect(german.name(of: third) == "Kleine Terz abwärts")
    let tritone = try #require(DirectedInterval("d5 up"))
    #expect(german.name(of: tritone) == "Tritonus aufwärts")
  }

  /// In the order of semitones, as the names are found by their place.
  @Test("all 25 intervals have their own name, the right one for the size", arguments: Language.allCases)
  func complete(language: Language) {
    let catalogue = Catalogue(language)
    let names = DirectedInterval.all.map(catalogue.name)
    #expect(Set(names).count == 25)
    #expect(names.allSatisfy { !$0.contains("{") && !$0.contains("interval") })
    let sizes: [String] =
      switch language {
      case .english:
        [
          "Unison", "Minor second", "Major second", "Minor third", "Major third", "Perfect fourth", "Tritone",
          "Perfect fifth", "Minor sixth", "Major sixth", "Minor seventh", "Major seventh", "Octave",
        ]
      case .german:
        [
          "Prime", "Kleine Sekunde", "Große Sekunde", "Kleine Terz", "Große Terz", "Reine Quarte", "Tritonus",
          "Reine Quinte", "Kleine Sexte", "Große Sexte", "Kleine Septime", "Große Septime", "Oktave",
        ]
      }
    for (interval, name) in zip(DirectedInterval.all, names) {
      #expect(name.hasPrefix(sizes[abs(interval.semitones)]))
    }
  }

  @Test(
    "each announcement has a sentence, in order",
    arguments: [
      ([.result(sharp)], "4 cents sharp.", "4 Cent zu hoch."),
      ([.result(MatchingFeedback(error: Cents(0)))], "Dead centre.", "Volltreffer."),
      (
        [.mode(.intervalMatching), .interval(up)], "Interval pitch matching. Perfect fifth up.",
        "Intervalle treffen. Reine Quinte aufwärts."
      ),
      (
        [.result(sharp), .interval(up.inverted)], "4 cents sharp. Perfect fifth down.",
        "4 Cent zu hoch. Reine Quinte abwärts."
      ),
      (
        [.mode(.chords), .result(MatchingFeedback(error: Cents(-4), beats: -1.24))],
        "Tune the chord. 4 cents flat, 1.2 beats a second.",
        "Akkorde stimmen. 4 Cent zu tief, 1,2 Schwebungen pro Sekunde."
      ),
      ([.heard(SpokenStatus.Heard(.lower, in: .listening))], "Lower.", "Tiefer."),
      ([.heard(SpokenStatus.Heard(.lower, in: .timingListening))], "Early.", "Zu früh."),
      ([.heard(SpokenStatus.Heard(.higher, in: .timing))], "Late.", "Zu spät."),
      (
        [.heard(SpokenStatus.Heard(.higher, in: .intervalListening)), .interval(up)], "Sharp. Perfect fifth up.",
        "Zu hoch. Reine Quinte aufwärts."
      ),
      (
        [
          .here(
            SpokenStatus(mode: .listening, result: .heard(SpokenStatus.Heard(.higher, in: .listening)), level: -20))
        ],
        "Listening. Last time: Higher. Level: minus 20 decibels.",
        "Zuhören. Zuletzt: Höher. Lautstärke: minus 20 Dezibel."
      ),
      (
        [
          .here(
            SpokenStatus(
              mode: .timing, result: .comparison(AnswerFeedback(answer: .higher, correct: true)), level: -20))
        ],
        "Early or late. Last time: Correct. Level: minus 20 decibels.",
        "Zu früh oder zu spät. Zuletzt: Richtig. Lautstärke: minus 20 Dezibel."
      ),
      ([.stopped], "Stopped.", "Gestoppt."), ([], "", ""),
      (
        [.here(SpokenStatus(sureness: .byPlace, level: -20))],
        "Not practising. Keys and pads far from the middle, outer buttons of a page, and arrows with Shift mean sure. "
          + "Level: minus 20 decibels.",
        "Du übst gerade nicht. Tasten und Pads weit von der Mitte, äußere Schaltflächen einer Seite und Pfeile mit "
          + "Umschalt heißen sicher. Lautstärke: minus 20 Dezibel."
      ),
      (
        [.here(SpokenStatus(mode: .beats, sureness: .noPlace, level: -20))],
        "Which beats faster. Your last answer counts as neither sure nor not sure, because its control has no place for "
          + "that. Level: minus 20 decibels.",
        "Was schwebt schneller. Deine letzte Antwort zählt weder als sicher noch als nicht sicher, denn ihr "
          + "Bedienelement hat dafür keinen Platz. Lautstärke: minus 20 Dezibel."
      ),
      (
        [.here(SpokenStatus(level: -20))], "Not practising. Level: minus 20 decibels.",
        "Du übst gerade nicht. Lautstärke: minus 20 Dezibel."
      ),
      (
        [.here(SpokenStatus(mode: .intervalMatching, interval: up, result: .matching(sharp), level: -31.6))],
        "Interval pitch matching. Perfect fifth up. Last time: 4 cents sharp. Level: minus 32 decibels.",
        "Intervalle treffen. Reine Quinte aufwärts. Zuletzt: 4 Cent zu hoch. Lautstärke: minus 32 Dezibel."
      ),
      (
        [.explanation(.menu(ExerciseMenu(), isNew: true))],
        "More exercises. Higher: the next. Lower: start. Both held: back. Listening, 1 of 8.",
        "Weitere Übungen. Höher: die nächste. Tiefer: starten. Beide halten: zurück. Zuhören, 1 von 8."
      ),
      ([.explanation(.menu(menu(2), isNew: false))], "Early or late, 3 of 8.", "Zu früh oder zu spät, 3 von 8."),
      ([.explanation(.menu(menu(3), isNew: false))], "Listening to rhythms, 4 of 8.", "Rhythmen hören, 4 von 8."),
      ([.explanation(.menu(menu(4), isNew: false))], "Tune the chord, 5 of 8.", "Akkorde stimmen, 5 von 8."),
      (
        [.explanation(.menu(menu(5), isNew: false))], "Which beats faster, 6 of 8.", "Was schwebt schneller, 6 von 8."
      ),
      ([.explanation(.menu(menu(6), isNew: false))], "Lay a temperament, 7 of 8.", "Temperatur legen, 7 von 8."),
      ([.explanation(.menu(menu(7), isNew: false))], "Hear an example, 8 of 8.", "Beispiel anhören, 8 von 8."),
      (
        [.here(inMenu)], "More exercises. Listening to intervals, 2 of 8. Level: minus 20 decibels.",
        "Weitere Übungen. Intervalle hören, 2 von 8. Lautstärke: minus 20 Dezibel."
      ),
      ([.words(["Is it lit?", "Pad 36", "Saved."])], "Is it lit? Pad 36. Saved.", "Is it lit? Pad 36. Saved."),
    ] as [([Announcement], String, String)])
  func sentences(announcements: [Announcement], english: String, german: String) {
    #expect(Catalogue(.english).spoken(announcements) == english)
    #expect(Catalogue(.german).spoken(announcements) == german)
  }
}
