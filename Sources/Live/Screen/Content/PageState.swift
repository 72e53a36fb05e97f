import PlainText
import Ports
import Texts
import Timers
import Training

/// What a page shows of practice, in the player's language; sent as JSON. A pure function of view state and texts: until
/// feedback nothing in it depends on the target, its offset or the right answer.
struct PageState: Encodable, Equatable {
  /// What was answered.
  struct Feedback: Encodable, Equatable {
    var correct: Bool
    var answer: String
    var text: String
  }

  /// How far off a matched note ended, or what a pair that was heard was.
  struct Result: Encodable, Equatable {
    var direction: String
    var band: String
    /// For ears and fingers.
    var text: String
    /// For eyes.
    var shown: String
  }

  /// What is explained by an example.
  struct Example: Encodable, Equatable {
    /// The side that it is about; nil where it is about both.
    var answer: String?
    var text: String
  }

  /// What was refused last. It counts, so that the same line is read again.
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
  /// What is asked, where that has to stand: always of intervals that are compared, of all else until it was answered once.
  var question: String?
  /// What is asked by modes that were never answered.
  var questions: [String: String]?
  var interval: String?
  var nextInterval: String?
  var tuningRange: Double?
  /// Whether the reference can be heard again while a note is matched to it.
  var hearsAgain: Bool
  /// While matching with a controller how that is done; for their own slider pages have words of their own.
  var hint: String?
  var feedback: Feedback?
  var result: Result?
  var example: Example?
  var sound: Sound
  var notices: [String]
  /// The newest answer to where practice is, or to what its answers mean, for as long as it matters.
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
  /// What `view` says in the language of `catalogue`.
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
    nextInterval = view.nextInterval.map(catalogue.name)
    tuningRange = view.canTune ? view.tuningRange : nil
    hearsAgain = view.hearsAgain
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

  /// The answer of a pair that was heard points the same way; nil while none is told.
  init?(heardIn view: ViewState, _ catalogue: Catalogue) {
    guard let answer = view.heard, let text = catalogue.heard(view) else { return nil }
    self.init(direction: answer == .higher ? "sharp" : "flat", band: "close", text: text, shown: text)
  }
}

extension PageState.Sound {
  init(_ sound: ViewState.Sound, _ catalogue: Catalogue) {
    if case .ready = sound { ready = true } else { ready = false }
    line = catalogue.lines(sound).joined(separator: " ")
  }
}
