import Pitch
import Ports
import Texts
import Timers

@testable import Controllers
@testable import Training

/// What there can be to show, by name: for the golden pictures and for properties that hold for all of it.
enum StatusScenes {
  static let speakers = SoundDescription(
    server: .pipewire, rate: 48000, period: 128, latency: 384, output: "Built-in Audio")

  static func make(_ change: (inout ViewState) -> Void) -> ViewState {
    var content = ViewState()
    content.sound = .ready(speakers)
    content.controllers = [.init(name: "MPK mini 3")]
    change(&content)
    return content
  }

  /// In practice of `mode` at `phase`.
  static func practising(
    _ mode: Mode, _ phase: ViewState.Phase, interval: DirectedInterval? = nil, next: DirectedInterval? = nil,
    cents: Double? = nil, letters: Bool = true
  ) -> ViewState {
    make {
      $0.mode = mode
      $0.phase = phase
      $0.canTune = phase == .tunable
      $0.interval = interval
      $0.nextInterval = next
      $0.result = cents.map { MatchingFeedback(error: Cents($0)) }
      $0.letters = letters
    }
  }

  /// Matching, unison and intervals, from start to stop.
  static let matching: [(name: String, content: ViewState)] = [
    ("matching: reference", practising(.matching, .reference)),
    ("matching: tuning", practising(.matching, .tunable)),
    ("matching: dead centre", practising(.matching, .feedback, cents: 0)),
    ("matching: next reference, without letters", practising(.matching, .reference, letters: false)),
    ("matching: close", practising(.matching, .feedback, cents: -3)),
    ("matching: next reference", practising(.matching, .reference)),
    ("matching: moderate", practising(.matching, .feedback, cents: 18)),
    ("matching: next tuning", practising(.matching, .tunable)),
    ("matching: far", practising(.matching, .feedback, cents: -48)),
    ("interval matching: reference", practising(.intervalMatching, .reference, interval: fifth)),
    ("interval matching: tuning", practising(.intervalMatching, .tunable, interval: fifth)),
    ("interval matching: result", practising(.intervalMatching, .feedback, interval: fifth, cents: 1)),
    (
      "interval matching: the same interval comes next",
      practising(.intervalMatching, .feedback, interval: fifth, next: fifth, cents: 1)
    ),
    ("interval matching: the same interval", practising(.intervalMatching, .tunable, interval: fifth)),
    (
      "interval matching: another interval comes next",
      practising(.intervalMatching, .feedback, interval: fifth, next: fifth.inverted, cents: -31)
    ),
    ("interval matching: another interval", practising(.intervalMatching, .reference, interval: fifth.inverted)),
    (
      "interval comparison: an interval that was not told before",
      practising(.intervalComparison, .reference, interval: .prime)
    ),
    (
      "interval comparison: an answer counts",
      make {
        $0.mode = .intervalComparison; $0.phase = .target; $0.canAnswer = true; $0.interval = fifth
        $0.exercise = .init(3, of: 20)
      }
    ),
    ("matching: tuning by the keys of the computer", make { $0.tune(.keys) }),
    ("matching: tuning by two keys", make { $0.tune(.halves) }),
    ("hub after intervals", make { _ in }),
  ]

  /// Chords, from start to stop.
  static let chords: [(name: String, content: ViewState)] = [
    ("tune the chord: tuning", practising(.chords, .tunable, interval: Chord.majorThird.interval)),
    ("tune the chord: flat", chord(cents: -4, beats: -1.2)),
    ("tune the chord: dead centre, tempered", chord(cents: 0, beats: 10.4)),
    (
      "tune the chord: another chord comes next",
      chord(cents: 12, beats: 3.3, next: Chord.dominantSeventh.interval)
    ),
    ("hub after chords", make { _ in }),
  ]

  private static func chord(cents: Double, beats: Double, next: DirectedInterval? = nil) -> ViewState {
    var view = practising(.chords, .feedback, interval: Chord.majorThird.interval, next: next)
    view.result = MatchingFeedback(error: Cents(cents), beats: beats)
    return view
  }

  /// Listening, unison and intervals, from start to stop.
  static let listening: [(name: String, content: ViewState)] = [
    ("listening: reference", heard(.listening, .reference)),
    ("listening: target", heard(.listening, .target)),
    ("listening: the answer", heard(.listening, .feedback, .higher)),
    ("listening: the next pair", heard(.listening, .reference)),
    ("listening: another answer", heard(.listening, .feedback, .lower)),
    ("listening to intervals: target", heard(.intervalListening, .target, interval: fifth)),
    ("listening to intervals: the answer", heard(.intervalListening, .feedback, .lower, interval: fifth)),
    ("listening to rhythms: the pattern", heard(.timingListening, .target)),
    ("listening to rhythms: the answer", heard(.timingListening, .feedback, .lower)),
    ("hub after listening", make { _ in }),
  ]

  /// Early or late, from start to stop.
  static let timing: [(name: String, content: ViewState)] = [
    ("early or late: before the first accent", beating(.reference)),
    ("early or late: an answer counts", beating(.target)),
    ("early or late: correct", beating(.feedback, AnswerFeedback(answer: .higher, correct: true))),
    ("early or late: the next one", beating(.target)),
    ("early or late: the pattern is over", beating(.awaitingAnswer)),
    ("early or late: incorrect", beating(.feedback, AnswerFeedback(answer: .lower, correct: false))),
    ("hub after early or late", make { _ in }),
  ]

  /// A temperament, from its tenth note to its result.
  static let temperament: [(name: String, content: ViewState)] = [
    ("lay a temperament: tuning", laying(.tunable, step: 10)),
    ("lay a temperament: a result, and the next note", laying(.feedback, step: 11)),
    ("lay a temperament: the last note", laying(.tunable, step: 11)),
    ("lay a temperament: how the circle closes, and the next one", laying(.feedback, step: 1, laid: true)),
    ("lay a temperament: the next one", laying(.tunable, step: 1, laid: true)),
    ("hub after a temperament", make { $0.laid = laying(.feedback, step: 1, laid: true).laid }),
  ]

  private static func laying(_ phase: ViewState.Phase, step: Int, laid: Bool = false) -> ViewState {
    let order = TemperamentOrder.fifthsFromA
    let tuned = order.steps[step - 1]
    var view = practising(.temperament, phase, next: phase == .feedback ? tuned.interval : nil)
    view.laying = ViewState.Laying(step: step, of: 11, note: tuned.note, against: tuned.reference)
    view.stepsBack = step > 1 || laid
    if laid {
      view.laid = TemperamentResult(
        temperament: "equal",
        rows: order.steps.enumerated().map { index, step in
          .init(
            note: step.note, reference: step.reference, cents: Double(index - 4), beats: Double(index) / 4,
            targetBeats: 1)
        },
        closing: order.closing.map {
          .init(note: $0.note, reference: $0.reference, cents: 6, beats: 1.7, targetBeats: 1)
        })
    }
    if phase == .feedback { view.result = MatchingFeedback(error: Cents(2), beats: 1.5, laid: view.laid) }
    return view
  }

  /// Which beats faster, from start to stop.
  static let beats: [(name: String, content: ViewState)] = [
    ("which beats faster: the first interval", comparingBeats(.reference)),
    ("which beats faster: an answer counts", comparingBeats(.target)),
    ("which beats faster: correct", comparingBeats(.feedback, AnswerFeedback(answer: .higher, correct: true))),
    ("which beats faster: octaves of an organ", comparingBeats(.reference, nil, .init(.octave, .organ))),
    ("which beats faster: both are over", comparingBeats(.awaitingAnswer)),
    ("which beats faster: incorrect", comparingBeats(.feedback, AnswerFeedback(answer: .lower, correct: false))),
    ("hub after which beats faster", make { _ in }),
  ]

  /// In beats at `phase`.
  static func comparingBeats(
    _ phase: ViewState.Phase, _ feedback: AnswerFeedback? = nil,
    _ beating: ViewState.Beating = .init(.third, .string, insteadOf: .sine)
  ) -> ViewState {
    var view = practising(.beats, phase)
    view.beating = beating
    view.canAnswer = phase == .target || phase == .awaitingAnswer
    view.feedback = feedback
    return view
  }

  /// In early or late at `phase`.
  static func beating(
    _ phase: ViewState.Phase, _ feedback: AnswerFeedback? = nil, _ pattern: TimingPattern = .straight16ths
  ) -> ViewState {
    var view = practising(.timing, phase)
    view.rhythm = .init(pattern, tempo: 80)
    view.canAnswer = phase == .target || phase == .awaitingAnswer
    view.feedback = feedback
    return view
  }

  private static func heard(
    _ mode: Mode, _ phase: ViewState.Phase, _ answer: Answer? = nil, interval: DirectedInterval? = nil
  ) -> ViewState {
    var view = practising(mode, phase, interval: interval)
    view.heard = answer
    if mode.playsPatterns { view.rhythm = .init(.straight16ths, tempo: 80) }
    return view
  }
  private static let fifth = DirectedInterval.perfectFifthUp

  static let all: [(name: String, content: ViewState)] =
    practice + matching + chords + temperament + listening + timing + beats + timers + troubles

  private static let threeSets =
    (try? TimerConfiguration(.amrap(durationSeconds: 300), sets: 3)) ?? .standard(.amrap)

  /// A timer at each point where its keys mean something else.
  private static let timers: [(name: String, content: ViewState)] =
    [.confirming, .countdown, .running, .resting, .paused, .finished].map { phase in
      ("timer: \(phase)", make { $0.timer = .init(phase: phase, configuration: threeSets) })
    } + [
      (
        "timer: an exercise",
        make {
          $0.mode = .comparison; $0.phase = .target; $0.canAnswer = true
          $0.timer = .init(phase: .running, configuration: .standard(.amrap))
        }
      ),
      (
        "timer: a start beside it was refused",
        make {
          $0.timer = .init(phase: .paused, configuration: .standard(.amrap)); $0.notices = [.timerWaits]
        }
      ),
      ("timer: a pair in a rest", resting(nil)), ("timer: its answer", resting(.higher)),
      ("timer: the rest goes on", resting(nil)), ("hub after a timer", make { _ in }),
    ]

  private static func resting(_ answer: Answer?) -> ViewState {
    var view = heard(.intervalComparison, .waiting, answer, interval: fifth)
    view.timer = .init(phase: .resting, configuration: threeSets)
    return view
  }

  private static let practice: [(name: String, content: ViewState)] = [
    ("before anything is known", ViewState()),
    ("hub", make { _ in }),
    (
      "hub without a controller or letters",
      make {
        $0.controllers = []; $0.letters = false
      }
    ),
    (
      "hub without a sequencer",
      make {
        $0.controllers = []; $0.notices = [.noSequencer(.missing)]
      }
    ),
    ("hub asleep", make { $0.controllers[0].asleep = true }),
    ("hub after nobody was there", make { $0.notices = [.idle(minutes: 3)] }),
    (
      "hub with two controllers, one also played by others",
      make {
        $0.controllers = [.init(name: "MPK mini 3", otherListeners: ["FLUID Synth", "Ardour"]), .init(name: "ピアノ")]
      }
    ),
    (
      "reference",
      make {
        $0.mode = .comparison; $0.phase = .reference
      }
    ),
    (
      "target",
      make {
        $0.mode = .comparison; $0.phase = .target; $0.canAnswer = true
      }
    ),
    (
      "awaiting an answer",
      make {
        $0.mode = .comparison; $0.phase = .awaitingAnswer; $0.canAnswer = true
      }
    ),
    (
      "correct",
      make {
        $0.mode = .comparison; $0.phase = .feedback; $0.feedback = AnswerFeedback(answer: .higher, correct: true)
      }
    ),
    (
      "incorrect",
      make {
        $0.mode = .comparison; $0.phase = .feedback; $0.feedback = AnswerFeedback(answer: .higher, correct: false)
      }
    ),
  ]

  private static let troubles: [(name: String, content: ViewState)] = [
    (
      "answers cannot be saved, and what does not matter now",
      make {
        $0.mode = .comparison; $0.phase = .reference
        $0.notices = [.notSaving(reason: "disk I/O error"), .realtimeMissing]
      }
    ),
    ("sound lost", make { $0.sound = .lost(.hung) }),
    ("no sound, trying", make { $0.sound = .failed(.pipewireJACKMissing, willRetry: true) }),
    ("no sound, and no more trying", make { $0.sound = .failed(.noServer(detail: ""), willRetry: false) }),
    (
      "dummy driver",
      make { $0.sound = .ready(SoundDescription(server: .dummy, rate: 48000, period: 256, latency: 0, output: "")) }
    ),
    (
      "everything that needs saying",
      make {
        $0.controllers = []
        $0.notices = [
          .notSaving(reason: "disk I/O error"), .noSequencer(.notPermitted), .realtimeMissing, .noSound,
          .refused(.unsuitableMode(.matching)), .unmappedPresses(controller: "nanoPAD2"),
          .settings(
            SettingsFileProblem(
              file: "settings.yaml", line: 2, column: 8, reason: .setting(.unknownKey("tck", suggestions: [.tick])))),
          .mapping(
            MappingProblem(
              file: "pads.yaml", position: SourcePosition(line: 9, column: 5),
              reason: .badRange(key: "notes", value: "51-36"))),
        ]
      }
    ),
    ("leaving", make { $0.leaving = true }),
  ]
}

extension ViewState {
  /// Matching, with the tunable note to be brought home by `hand`.
  fileprivate mutating func tune(_ hand: TuningHand) {
    mode = .matching
    phase = .tunable
    canTune = true
    tuningHand = hand
  }
}
