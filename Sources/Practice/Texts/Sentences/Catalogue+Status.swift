import Pictures
import Ports
import Training

/// What practice is doing, in sentences: the one place for terminal and pages.
extension Catalogue {
  /// What to do at the hub, or what it waits for.
  public func hub(_ view: ViewState) -> String {
    switch view.sound {
    case .starting, .failed(_, willRetry: false): return self(.hubStarting)
    case .lost, .failed(_, willRetry: true): return self(.hubWaiting)
    case .ready: break
    }
    if let sleeping = view.controllers.first(where: \.asleep), view.controllers.allSatisfy(\.asleep) {
      return self(.hubAsleep, ["controller": sleeping.name])
    }
    return self(view.controllers.isEmpty ? .hubNoController : .hubReady)
  }

  /// Where in an exercise practice is; nil at the hub. Until feedback it says nothing that depends on the exercise.
  public func phase(_ view: ViewState) -> String? {
    switch view.phase {
    case .hub: nil
    case .reference: self(.phaseListen)
    // An interval is not higher or lower than another: its second note is sharp or flat of it.
    case .target, .awaitingAnswer:
      self(!view.canAnswer ? .phaseListen : view.interval == nil ? .phaseAnswer : .phaseAnswerInterval)
    // One text from the note's first frame to the commit: nothing moves on the screen while the ear searches.
    case .tunable: tuning(by: view.tuningHand)
    case .waiting: heard(view) ?? self(view.timer == nil ? .phaseAway : .phaseWaiting)
    case .feedback: view.feedback.map(word) ?? view.result.map { ResultText($0, self).shown } ?? heard(view)
    }
  }

  /// What an exercise of `mode` asks, in one sentence.
  public func question(of mode: Mode) -> String { text("ask.\(mode.rawValue)", [:]) }

  /// What is asked, in one sentence, for as long as nothing of that mode was ever answered; nil afterwards and at the hub.
  public func question(_ view: ViewState) -> String? {
    view.mode.flatMap { view.unanswered.contains($0) ? question(of: $0) : nil }
  }

  /// The same of all modes that were never answered, by mode, in the order of modes.
  public func questions(_ view: ViewState) -> [(mode: Mode, question: String)] {
    Mode.allCases.filter(view.unanswered.contains).map { ($0, question(of: $0)) }
  }

  /// What is explained now, for eyes: the sentence, with an arrow to the side that it is about.
  public func explained(_ view: ViewState) -> String? {
    view.explained.map { notice in
      let mark = notice.answer.map { $0 == .higher ? "↑ " : "↓ " } ?? ""
      return mark + line(notice, in: view)
    }
  }

  /// How a note is tuned and committed with `hand`.
  public func tuning(by hand: ViewState.TuningHand) -> String {
    switch hand {
    case .slider: self(.phaseTune)
    case .page: self(.phaseTunePage)
    case .finger: self(.phaseTuneFinger)
    case .halves: self(.phaseTuneHalves)
    case .keys: self(.phaseTuneKeys)
    }
  }

  /// Which exercise of how many: `3 of 20`.
  public func words(_ exercise: ViewState.ExerciseNumber) -> String {
    self(.practiceExercise, ["number": "\(exercise.number)", "count": "\(exercise.count)"])
  }

  /// Whether an answer was right, in a word.
  public func word(_ feedback: ComparisonFeedback) -> String {
    self(feedback.correct ? .feedbackCorrect : .feedbackIncorrect)
  }

  /// In listening, while it is told, which way the second note was off.
  public func heard(_ view: ViewState) -> String? {
    view.heard.map { word(Whereabouts.Heard($0, isInterval: view.interval != nil)) }
  }

  /// Which way it was off, in a word.
  public func word(_ heard: Whereabouts.Heard) -> String {
    switch (heard.answer, heard.isInterval) {
    case (.higher, false): self(.heardHigher)
    case (.lower, false): self(.heardLower)
    case (.higher, true): self(.heardSharp)
    case (.lower, true): self(.heardFlat)
    }
  }

  /// What is to be said of the sound; nothing where the end of the program says it.
  public func lines(_ sound: ViewState.Sound) -> [String] {
    switch sound {
    case .starting: [self(.soundStarting)]
    case .ready(let description): [line(description)]
    case .lost(let loss): [line(loss)]
    // The end of the program, which says why itself.
    case .failed(_, willRetry: false): []
    // A line of its own: what stands before it may be a command to copy.
    case .failed(let failure, willRetry: true): [line(failure), self(.soundFailedRetrying)]
    }
  }

  /// The notices of `view` that need saying now: all at the hub, while notes sound only what goes wrong there. What is explained stands
  /// elsewhere.
  public func notices(_ view: ViewState, on surface: Surface = .terminal) -> [String] {
    view.notices.filter { (view.mode == nil || $0.isAboutPractice) && $0 != view.explained }.map {
      line($0, in: view, on: surface)
    }
  }

  /// `notice` as it stands in `view`.
  public func line(_ notice: ViewState.Notice, in view: ViewState, on surface: Surface = .terminal) -> String {
    guard notice == .timerWaits, let timer = view.timer else { return line(notice, on: surface) }
    // Without a controller nobody has a Higher and a Lower: pages have buttons for it.
    if surface == .pages, view.controllers.isEmpty { return "\(name(of: timer.configuration.kind)): \(line(timer))" }
    // What its keys do now depends on what it waits for.
    return timer.phase == .paused ? self(.practiceTimerPaused) : line(notice, on: surface)
  }

  /// Which controllers are plugged in, and who else listens to them.
  public func controllers(_ view: ViewState) -> [String] {
    guard !view.controllers.isEmpty else { return view.tellsMissingController ? [self(.controllerNone)] : [] }
    let names = view.controllers.map(\.name).joined(separator: ", ")
    let key = view.controllers.count == 1 ? TextKey.controllerOne : .controllerMany
    return [self(key, ["controllers": names])] + view.controllers.compactMap(otherListeners)
  }

  /// Where pages are, if they are.
  public func pages(_ view: ViewState) -> [String] { view.pages.map { [self(.pagesAddress, ["address": $0])] } ?? [] }

  /// Who else listens to `controller`, in a line; nil for nobody.
  public func otherListeners(_ controller: ViewState.Controller) -> String? {
    guard !controller.otherListeners.isEmpty else { return nil }
    let listeners = controller.otherListeners.joined(separator: ", ")
    return self(.controllerOtherListeners, ["listeners": listeners, "controller": controller.name])
  }
}

extension ViewState {
  /// Whether it is news that there is no controller: not before all has been looked for, nor beside the line on why.
  public var tellsMissingController: Bool {
    let hasReason = notices.contains { if case .noSequencer = $0 { true } else { false } }
    return switch sound {
    case .starting, .failed(_, willRetry: false): false
    case .ready, .lost, .failed(_, willRetry: true): !hasReason
    }
  }
}

extension ViewState.Notice {
  /// The side that the example is about which it explains; nil for all else.
  public var answer: Answer? { if case .explanation(.pair(let answer, _), _) = self { answer } else { nil } }

  /// Whether it matters while notes sound.
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
