import Foundation
import Pitch
import Ports
import Testing
import Texts
import Timers

@testable import Screen
@testable import Training

@Suite("The state of practice on a page")
struct PageStateTests {
  private static func view(_ change: (inout ViewState) -> Void) -> ViewState {
    var view = ViewState()
    view.sound = .ready(
      SoundDescription(server: .jack, rate: 48_000, period: 128, latency: 256, output: "Speakers"))
    change(&view)
    return view
  }

  private static func json(_ view: ViewState, _ language: Language = .english) -> String {
    String(decoding: Reply.bytes(PageState(view, Catalogue(language))) ?? [], as: UTF8.self)
  }

  @Test("an awaited answer has every existing part and no others")
  func awaited() {
    let view = Self.view {
      $0.mode = .intervalComparison
      $0.phase = .awaitingAnswer
      $0.epoch = Epoch(12)
      $0.canAnswer = true
      $0.interval = .perfectFifthUp
      $0.controllers = [.init(name: "MPK mini 3", mapping: "Akai MPK mini", otherListeners: ["FLUID Synth"])]
    }
    #expect(
      Self.json(view) == """
        {"canAnswer":true,"canTune":false,"controllers":[{"asleep":false,\
        "lines":["These programs also play what MPK mini 3 sends: FLUID Synth."],"mapping":"Akai MPK mini","name":"MPK mini 3"}],\
        "epoch":12,"hearsAgain":false,"historyChanges":0,"interval":"Perfect fifth up","leaving":false,"letters":{"higher":"h","lower":"l"},\
        "line":"Sharp or flat?","mode":"interval-comparison","notices":[],"phase":"awaiting-answer",\
        "question":"Sharp or flat?",\
        "sound":{"line":"Sound: JACK, Speakers, 48 kHz, buffer 128.","ready":true},"timers":\(Self.timers),"title":"Interval comparison"}
        """)
  }

  /// The three timers before anything was chosen.
  private static let timers = String(
    decoding: Reply.bytes(TimerKind.allCases.map { PageState.TimerCard($0, ViewState(), Catalogue(.english)) }) ?? [],
    as: UTF8.self)

  @Test("the button for tuning the last note again is there as long as it has a note")
  func stepsBack() {
    for stepsBack in [true, false] {
      let view = Self.view {
        $0.mode = .temperament
        $0.laying = ViewState.Laying(step: 5, of: 11, note: Note(literal: 61), against: Note(literal: 66))
        $0.laid = TemperamentResult(temperament: "equal", rows: [])
        $0.stepsBack = stepsBack
      }
      #expect(PageState(view, Catalogue(.english)).stepsBack == (stepsBack ? true : nil))
    }
  }

  @Test("Start counts no answers")
  func countsNothing() {
    let begun = Self.view {
      $0.beginning = ProfileBeginning(comparisons: [.unison: FirstEstimate(answers: 6, more: 13)])
    }
    #expect(Self.json(begun) == Self.json(Self.view { _ in }))
  }

  @Test("feedback and result are shown in both languages")
  func feedback() {
    let answered = Self.view {
      $0.mode = .comparison
      $0.phase = .feedback
      $0.feedback = AnswerFeedback(answer: .lower, correct: false)
    }
    let feedback = PageState(answered, Catalogue(.english)).feedback
    #expect(feedback == .init(correct: false, answer: "lower", text: "Incorrect"))
    let cases: [(cents: Double, result: PageState.Result)] = [
      (-27.2, .init(direction: "flat", band: "moderate", text: "27 Cent zu tief", shown: "\u{2212}27 Cent")),
      (0.4, .init(direction: "none", band: "dead-centre", text: "Volltreffer", shown: "0 Cent")),
      (1, .init(direction: "sharp", band: "close", text: "1 Cent zu hoch", shown: "+1 Cent")),
      (31, .init(direction: "sharp", band: "far", text: "31 Cent zu hoch", shown: "+31 Cent")),
    ]
    for (cents, expected) in cases {
      let view = Self.view {
        $0.mode = .matching
        $0.phase = .feedback
        $0.result = MatchingFeedback(error: Cents(cents))
      }
      #expect(PageState(view, Catalogue(.german)).result == expected)
    }
  }

  @Test("a question is shown until its first answer, and always for compared intervals", arguments: Language.allCases)
  func question(language: Language) {
    let texts = Catalogue(language)
    for mode in Mode.allCases where mode.discipline.teaches {
      var view = Self.view {
        $0.mode = mode
        $0.unanswered = [mode]
      }
      #expect(PageState(view, texts).question == texts.question(of: mode))
      #expect(PageState(view, texts).questions == [mode.rawValue: texts.question(of: mode)])
      view.unanswered = Set(Mode.allCases).subtracting([mode])
      let standing = PageState(view, texts).question
      view.canAnswer = true
      view.phase = .target
      view.interval = .perfectFifthUp
      #expect(standing == (mode == .intervalComparison ? texts.phase(view) : nil))
    }
    #expect(PageState(Self.view { _ in }, texts).questions == nil)
  }

  @Test(
    "early or late shows its rhythm, and the same question from the first accent to the answer",
    arguments: Language.allCases)
  func rhythm(language: Language) {
    let texts = Catalogue(language)
    var view = Self.view {
      $0.mode = .timing
      $0.phase = .target
      $0.canAnswer = true
      $0.rhythm = .init(.triplets1, tempo: 96)
    }
    let sounding = PageState(view, texts)
    let isEnglish = language == .english
    #expect(sounding.rhythm == (isEnglish ? "Triplets, 96 beats per minute" : "Triolen, 96 Schläge pro Minute"))
    #expect(sounding.line == (isEnglish ? "Early or late?" : "Zu früh oder zu spät?"))
    view.phase = .awaitingAnswer
    #expect(PageState(view, texts).line == sounding.line && PageState(view, texts).interval == nil)
  }

  @Test("an example is shown in the place of results, and is not a quiet line")
  func example() {
    let pairs: [(Explanation, PageState.Example?)] = [
      (
        .pair(.higher, isFiner: true),
        .init(answer: "higher", text: "Jetzt näher beieinander. Der zweite ist immer noch höher.")
      ),
      (.pair(.lower, isFiner: false), .init(answer: "lower", text: "Jetzt ist der zweite tiefer.")),
      (.hands(.keys), .init(answer: nil, text: "Zum Antworten gibt es zwei Schaltflächen: Höher und Tiefer.")),
      (.over(hasController: false), nil),
    ]
    for (explanation, expected) in pairs {
      let state = PageState(Self.view { $0.notices = [.explanation(explanation, number: 1)] }, Catalogue(.german))
      #expect(state.example == expected)
      #expect(state.notices.isEmpty == (expected != nil))
    }
  }

  @Test("while notes sound only new problems are shown, at the hub all notices")
  func notices() {
    let all: [ViewState.Notice] = [.realtimeMissing, .notSaving(reason: "disk I/O error")]
    #expect(PageState(Self.view { $0.notices = all }, Catalogue(.english)).notices.count == 2)
    let practising = Self.view {
      $0.notices = all
      $0.mode = .matching
      $0.phase = .tunable
    }
    #expect(
      PageState(practising, Catalogue(.english)).notices
        == ["Answers are not being saved (disk I/O error). Peach holds them in memory and keeps trying."])
  }

  @Test("the reason for a refused start is announced by itself, and only that")
  func refusal() {
    let notices: [ViewState.Notice] = [.realtimeMissing, .noSound, .lateSound(milliseconds: 40)]
    for language in Language.allCases {
      let catalogue = Catalogue(language)
      #expect(PageState(Self.view { $0.notices = notices }, catalogue).refusal == catalogue(.soundRefused))
      #expect(PageState(Self.view { $0.notices = [.realtimeMissing] }, catalogue).refusal == nil)
    }
  }

  @Test("a status requested in practice includes the newest answer")
  func whereabouts() {
    let practising = Self.view {
      $0.mode = .matching
      $0.phase = .tunable
      $0.notices = [
        .here(SpokenStatus(level: -30), number: 1), .here(SpokenStatus(level: -20), number: 2), .realtimeMissing,
      ]
    }
    #expect(PageState(practising, Catalogue(.english)).here == "Not practising. Level: minus 20 decibels.")
    #expect(PageState(Self.view { $0.notices = [.realtimeMissing] }, Catalogue(.english)).here == nil)
  }

  @Test("the slider's limits are sent while it tunes, as keys move it too")
  func tuningRange() {
    let tuned = Self.view {
      $0.tuningRange = 40
      $0.canTune = true
    }
    #expect(PageState(tuned, Catalogue(.english)).tuningRange == 40)
    #expect(PageState(Self.view { $0.tuningRange = 40 }, Catalogue(.english)).tuningRange == nil)
  }

  @Test("letters are absent if they are not keys, and a device's name is one clean line")
  func names() {
    let view = Self.view {
      $0.letters = false
      $0.controllers = [.init(name: "a\u{1B}[2J\n</script>\u{202E}b", mapping: "x")]
    }
    let json = Self.json(view)
    #expect(!json.contains("letters"))
    #expect(json.contains("a�[2J </script>b"))
    #expect(!json.contains("\n"))
  }

  @Test("missing sound is shown, with whether practice can start")
  func sound() {
    let lost = PageState(Self.view { $0.sound = .lost(.hung) }, Catalogue(.english))
    #expect(
      lost.sound == .init(ready: false, line: "Sound: the sound server is not responding. Peach is waiting for it."))
    #expect(lost.line == "Waiting for sound.")
    #expect(PageState(ViewState(), Catalogue(.german)).sound.ready == false)
    let leaving = PageState(Self.view { $0.leaving = true }, Catalogue(.english))
    #expect(leaving.line == "Closing Peach." && leaving.leaving)
  }
}
