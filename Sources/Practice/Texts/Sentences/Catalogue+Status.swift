import Pictures
import Ports
import Training

/// The state of practice in sentences, shared by terminal and pages.
extension Catalogue {
  /// Returns the next step at the hub, or the condition it waits for. `readsKeys` is false if no key can begin
  /// practice.
  public func hub(_ view: ViewState, readsKeys: Bool = true) -> String {
    switch view.sound {
    case .starting, .failed(_, willRetry: false): return self(.hubStarting)
    case .lost, .failed(_, willRetry: true): return self(.hubWaiting)
    case .ready: break
    }
    if let sleeping = view.controllers.first(where: \.asleep), view.controllers.allSatisfy(\.asleep) {
      return self(.hubAsleep, ["controller": sleeping.name])
    }
    guard view.controllers.isEmpty else { return self(.hubReady) }
    if readsKeys { return self(.hubNoController) }
    return self(view.pages == nil ? .hubNoKeysNoPages : .hubNoKeys)
  }

  /// Returns the phase of an exercise; nil at the hub. Before feedback it does not depend on the exercise.
  public func phase(_ view: ViewState) -> String? {
    switch view.phase {
    case .hub: nil
    case .reference: self(.phaseListen)
    case .target, .awaitingAnswer: self(view.canAnswer ? answers(view) : .phaseListen)
    // One text from the note's first frame to the commit, so that the screen stays still while the player tunes.
    case .tunable: tuning(by: view.tuningHand)
    case .waiting: heard(view) ?? self(view.timer == nil ? .phaseAway : .phaseWaiting)
    case .feedback: view.feedback.map(word) ?? view.result.map { ResultText($0, self).shown } ?? heard(view)
    }
  }

  /// Returns the text that names both answers.
  private func answers(_ view: ViewState) -> TextKey {
    if view.mode == .timing { return .phaseAnswerTiming }
    if view.mode == .beats { return .phaseAnswerBeats }
    // An interval is not higher or lower than another: its second note is sharp or flat.
    return view.interval == nil ? .phaseAnswer : .phaseAnswerInterval
  }

  /// Returns the question of an exercise of `mode`, in one sentence.
  public func question(of mode: Mode) -> String { text("ask.\(mode.rawValue)", [:]) }

  /// Returns the question of the current mode, in one sentence, until the mode was first answered; nil afterwards and
  /// at the hub.
  public func question(_ view: ViewState) -> String? {
    view.mode.flatMap { view.unanswered.contains($0) ? question(of: $0) : nil }
  }

  /// Returns what the current kind of listening plays, in one sentence; nil in other modes and at the hub.
  public func listening(_ view: ViewState) -> String? {
    switch view.mode?.discipline {
    case .listening: self(.trainingListen)
    case .timingListening: self(.trainingTimingListen)
    case .comparison, .matching, .timing, .beats, nil: nil
    }
  }

  /// Returns the questions of all modes that were never answered, in the order of modes.
  public func questions(_ view: ViewState) -> [(mode: Mode, question: String)] {
    Mode.allCases.filter(view.unanswered.contains).map { ($0, question(of: $0)) }
  }

  /// Returns the current sentence of the explanation for display, with an arrow for the side that it is about.
  public func explained(_ view: ViewState) -> String? {
    view.explained.map { notice in
      let mark = notice.answer.map { $0 == .higher ? "↑ " : "↓ " } ?? ""
      return mark + line(notice, in: view)
    }
  }

  /// Returns how to tune and commit a note with `hand`.
  public func tuning(by hand: ViewState.TuningHand) -> String {
    switch hand {
    case .slider: self(.phaseTune)
    case .page: self(.phaseTunePage)
    case .finger: self(.phaseTuneFinger)
    case .halves: self(.phaseTuneHalves)
    case .keys: self(.phaseTuneKeys)
    }
  }

  /// Returns the number of the exercise: `3 of 20`.
  public func words(_ exercise: ViewState.ExerciseNumber) -> String {
    self(.practiceExercise, ["number": "\(exercise.number)", "count": "\(exercise.count)"])
  }

  /// Returns a rhythm and its tempo: `Straight sixteenths, 80 beats per minute`.
  public func words(_ rhythm: ViewState.Rhythm) -> String {
    let pattern = shown(rhythm.pattern.rawValue, of: .timingPattern)
    return self(.phaseRhythm, ["pattern": pattern, "tempo": "\(rhythm.tempo)"])
  }

  /// Returns interval and timbre of beats, and why it is not the timbre of the settings, if so: `Major thirds, string
  /// timbre`.
  public func words(_ beating: ViewState.Beating) -> String {
    let words = pictureWords
    let condition = words.name(of: BeatsCondition(beating.interval, beating.timbre))
    guard let silent = beating.silent else { return condition }
    return self(.phaseBeatsInstead, ["condition": condition, "timbre": words(PictureWord(silent))])
  }

  /// Returns whether an answer was right, in a word.
  public func word(_ feedback: AnswerFeedback) -> String {
    self(feedback.correct ? .feedbackCorrect : .feedbackIncorrect)
  }

  /// Returns the answer of listening while it is given.
  public func heard(_ view: ViewState) -> String? {
    guard let answer = view.heard, let mode = view.mode else { return nil }
    return word(SpokenStatus.Heard(answer, in: mode))
  }

  /// Returns an answer of listening, in a word.
  public func word(_ heard: SpokenStatus.Heard) -> String {
    let isHigher = heard.answer == .higher
    if heard.mode.playsPatterns { return self(isHigher ? .heardLate : .heardEarly) }
    if heard.mode.asksIntervals { return self(isHigher ? .heardSharp : .heardFlat) }
    return self(isHigher ? .heardHigher : .heardLower)
  }

  /// Returns the lines on the sound; none if the end of the program explains it.
  public func lines(_ sound: ViewState.Sound) -> [String] {
    switch sound {
    case .starting: [self(.soundStarting)]
    case .ready(let description): [line(description)]
    case .lost(let loss): [line(loss)]
    // The end of the program gives the reason.
    case .failed(_, willRetry: false): []
    // On a separate line: the line before may be a command to copy.
    case .failed(let failure, willRetry: true): [line(failure), self(.soundFailedRetrying)]
    }
  }

  /// Returns the notices to show now: all at the hub, only those about practice while notes sound. The explanation is
  /// shown elsewhere.
  public func notices(_ view: ViewState, on surface: Surface = .terminal) -> [String] {
    view.notices.filter { (view.mode == nil || $0.isAboutPractice) && $0 != view.explained }.map {
      line($0, in: view, on: surface)
    }
  }

  /// Returns `notice` as shown in `view`.
  public func line(_ notice: ViewState.Notice, in view: ViewState, on surface: Surface = .terminal) -> String {
    guard notice == .timerWaits, let timer = view.timer else { return line(notice, on: surface) }
    // Without a controller there are no keys for Higher and Lower, but pages have buttons.
    if surface == .pages, view.controllers.isEmpty { return "\(name(of: timer.configuration.kind)): \(line(timer))" }
    // The meaning of the keys depends on the timer's phase.
    return timer.phase == .paused ? self(.practiceTimerPaused) : line(notice, on: surface)
  }

  /// Returns the plugged-in controllers, and their other listeners. Without one, the keyboard takes their place if
  /// `readsKeys`; the reason is a notice.
  public func controllers(_ view: ViewState, readsKeys: Bool = true) -> [String] {
    guard !view.controllers.isEmpty else {
      guard view.knowsControllers else { return [] }
      let none = view.hasNoSequencer ? [] : [self(.controllerNone)]
      let lines = none + (readsKeys ? [self(.controllerKeyboard)] : [])
      return lines.isEmpty ? [] : [lines.joined(separator: " ")]
    }
    let names = view.controllers.map(\.name).joined(separator: ", ")
    let key = view.controllers.count == 1 ? TextKey.controllerOne : .controllerMany
    return [self(key, ["controllers": names])] + view.controllers.compactMap(otherListeners)
  }

  /// Returns the address of the pages, if they are served.
  public func pages(_ view: ViewState) -> [String] { view.pages.map { [self(.pagesAddress, ["address": $0])] } ?? [] }

  /// Returns the other listeners of `controller`, in a line; nil if it has none.
  public func otherListeners(_ controller: ViewState.Controller) -> String? {
    guard !controller.otherListeners.isEmpty else { return nil }
    let listeners = controller.otherListeners.joined(separator: ", ")
    return self(.controllerOtherListeners, ["listeners": listeners, "controller": controller.name])
  }
}

extension ViewState {
  /// Whether the search for controllers has ended, so that a missing one can be reported.
  public var knowsControllers: Bool {
    switch sound {
    case .starting, .failed(_, willRetry: false): false
    case .ready, .lost, .failed(_, willRetry: true): true
    }
  }

  /// Whether a notice gives the reason for missing controllers.
  fileprivate var hasNoSequencer: Bool { notices.contains { if case .noSequencer = $0 { true } else { false } } }
}

extension ViewState.Notice {
  /// The side that the notice's example is about; nil for other notices.
  public var answer: Answer? { if case .explanation(.pair(let answer, _), _) = self { answer } else { nil } }

  /// Whether the notice matters while notes sound.
  public var isAboutPractice: Bool {
    switch self {
    case .notSaving, .unmappedPresses, .otherOutput, .unheard, .here, .explanation: true
    case .noSequencer, .realtimeMissing, .lateSound, .headphonesPulled, .idle, .noSound, .refused, .timerWaits,
      .settings,
      .mapping,
      .noSpeech, .noPages, .noBrowser, .stranger:
      false
    }
  }
}
