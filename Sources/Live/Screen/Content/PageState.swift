import PlainText
import Ports
import Texts
import Timers
import Training

/// The state of practice as a page shows it, in the player's language; sent as JSON. A pure function of view state and
/// texts: before feedback, nothing in it depends on the target, its offset or the right answer.
struct PageState: Encodable, Equatable {
  /// The last answer.
  struct Feedback: Encodable, Equatable {
    var correct: Bool
    var answer: String
    var text: String
  }

  /// The final offset of a matched note, or the answer to an exercise in listening.
  struct Result: Encodable, Equatable {
    var direction: String
    var band: String
    /// The text for screen readers and braille displays.
    var text: String
    /// The visible text.
    var shown: String
  }

  /// The example being played by the explanation.
  struct Example: Encodable, Equatable {
    /// The side it illustrates; nil for both.
    var answer: String?
    var text: String
  }

  /// The last refusal. It has a count, so that an identical line is read again.
  struct Refused: Encodable, Equatable {
    var number: Int
    var line: String
  }

  struct Sound: Encodable, Equatable {
    var ready: Bool
    var line: String
  }

  struct Controller: Encodable, Equatable {
    var name: String
    var mapping: String
    var asleep: Bool
    var lines: [String]
  }

  struct Letters: Encodable, Equatable {
    var higher: String
    var lower: String
  }

  var mode: String?
  var title: String?
  var phase: String
  var epoch: Int?
  var canAnswer: Bool
  var canTune: Bool
  var line: String
  /// The question, if it must be visible: always for compared intervals, otherwise until it was answered once.
  var question: String?
  /// The questions of modes that were never answered.
  var questions: [String: String]?
  var interval: String?
  /// The rhythm and its tempo, in early or late.
  var rhythm: String?
  /// The interval and the timbre, in beats.
  var beating: String?
  /// The step of the temperament being laid, and whether it has a note to step back to.
  var laying: String?
  var stepsBack: Bool?
  /// The temperament laid last: a title, and lines about its notes.
  var laid: [String]?
  var nextInterval: String?
  var tuningRange: Double?
  /// Whether the reference can be repeated while a note is matched to it.
  var hearsAgain: Bool
  /// Whether an answer to the exercise, or at the hub to the next one, can be marked as sure; nil if not.
  var asksSureness: Bool?
  /// Instructions while matching with a controller; the pages have their own words for their slider.
  var hint: String?
  var feedback: Feedback?
  var result: Result?
  var example: Example?
  var sound: Sound
  var notices: [String]
  /// The newest status line, or explanation of the answers, as long as it is relevant.
  var here: String?
  var refusal: String?
  var refused: Refused?
  var controllers: [Controller]
  var letters: Letters?
  var timer: Timer?
  var timers: [TimerCard]
  var historyChanges: Int
  var leaving: Bool
}

extension PageState {
  /// Describes `view` in the language of `catalogue`.
  init(_ view: ViewState, _ catalogue: Catalogue) {
    mode = view.mode?.rawValue
    title = view.mode.map(catalogue.name)
    phase = view.phase.rawValue
    epoch = view.epoch.map { Int($0.number) }
    canAnswer = view.canAnswer
    canTune = view.canTune
    line = view.leaving ? catalogue(.practiceLeaving) : catalogue.phase(view) ?? catalogue.hub(view)
    question = catalogue.question(view) ?? (view.mode == .intervalComparison ? catalogue(.phaseAnswerInterval) : nil)
    questions =
      view.unanswered.isEmpty
      ? nil
      : Dictionary(uniqueKeysWithValues: catalogue.questions(view).map { ($0.mode.rawValue, $0.question) })
    interval = view.interval.map(catalogue.name)
    rhythm = view.rhythm.map(catalogue.words)
    beating = view.beating.map(catalogue.words)
    laying = view.laying.map(catalogue.words)
    stepsBack = view.stepsBack ? true : nil
    laid = view.laid.map(catalogue.lines)
    nextInterval = view.nextInterval.map(catalogue.name)
    tuningRange = view.canTune ? view.tuningRange : nil
    hearsAgain = view.hearsAgain
    asksSureness = view.asksSureness ? true : nil
    let hasController = view.controllers.contains { !$0.asleep }
    let usesController = hasController && view.tuningHand != .page
    hint = usesController && view.mode?.discipline == .matching ? catalogue.tuning(by: view.tuningHand) : nil
    feedback = view.feedback.map {
      Feedback(correct: $0.correct, answer: $0.answer.rawValue, text: catalogue.word($0))
    }
    result = view.result.map { Result($0, catalogue) } ?? Result(heardIn: view, catalogue)
    example = view.explained.map {
      Example(answer: $0.answer?.rawValue, text: CleanText.line(catalogue.line($0, in: view, on: .pages)))
    }
    sound = Sound(view.sound, catalogue)
    notices = catalogue.notices(view, on: .pages).map(CleanText.line)
    let told = view.notices.last(where: \.answersQuestion)
    here = told.map { CleanText.line(catalogue.line($0, in: view, on: .pages)) }
    refusal = view.notices.last(where: \.isRefusal).map { CleanText.line(catalogue.line($0, in: view, on: .pages)) }
    refused = view.refused.map { told in
      Refused(number: told.number, line: CleanText.line(catalogue.line(told.notice, in: view, on: .pages)))
    }
    controllers = view.controllers.map { controller in
      Controller(
        name: CleanText.line(controller.name), mapping: CleanText.line(controller.mapping), asleep: controller.asleep,
        lines: [catalogue.otherListeners(controller)].compactMap(\.self))
    }
    letters = view.letters ? Letters(higher: catalogue(.keyLetterHigher), lower: catalogue(.keyLetterLower)) : nil
    timer = view.timer.map { Timer($0, catalogue) }
    timers = TimerKind.allCases.map { TimerCard($0, view, catalogue) }
    historyChanges = view.historyChanges
    leaving = view.leaving
  }
}

extension PageState.Result {
  init(_ feedback: MatchingFeedback, _ catalogue: Catalogue) {
    direction = feedback.cents > 0 ? "sharp" : feedback.cents < 0 ? "flat" : "none"
    band = feedback.band.rawValue
    let words = ResultText(feedback, catalogue)
    (text, shown) = (words.spoken, words.offset)
  }

  /// Shows the answer of listening with the same arrow, which lies on its side for early and late; nil before it is
  /// given.
  init?(heardIn view: ViewState, _ catalogue: Catalogue) {
    guard let answer = view.heard, let text = catalogue.heard(view) else { return nil }
    let (higher, lower) = view.rhythm == nil ? ("sharp", "flat") : ("late", "early")
    self.init(direction: answer == .higher ? higher : lower, band: "close", text: text, shown: text)
  }
}

extension PageState.Sound {
  init(_ sound: ViewState.Sound, _ catalogue: Catalogue) {
    if case .ready = sound { ready = true } else { ready = false }
    line = catalogue.lines(sound).joined(separator: " ")
  }
}
