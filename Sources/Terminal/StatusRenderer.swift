import Practice
import Texts
import Training

/// Whether lines may carry bold and dim. Neither carries meaning.
public enum StatusStyle: Sendable {
  /// Letters only (`NO_COLOR`, or not a terminal).
  case plain
  /// The state in bold, the keys dimmed.
  case emphasised
}

/// Turns what there is to show into lines. A pure function of its input; any thread.
public struct StatusRenderer: Sendable {
  private let catalogue: Catalogue
  private let style: StatusStyle

  /// A renderer that speaks `catalogue`'s language.
  public init(_ catalogue: Catalogue, style: StatusStyle) {
    self.catalogue = catalogue
    self.style = style
  }

  /// The lines for a terminal of `width` columns and `height` rows, none wider, at most `height` − 1 of them: state
  /// first, then what needs saying, sound, controllers, and the keys.
  public func lines(_ view: ViewState, width: Int, height: Int) -> [String] {
    // The last column stays free: a terminal that has just filled it may or may not have gone to the next line.
    let columns = max(width - 1, 2)
    func wrapped(_ text: String) -> [String] { TextLayout.wrap(text, width: columns) }
    let head = wrapped(state(view)).map(bold)
    let keys = view.leaving ? [] : wrapped(self.keys(view)).map(dim)
    let body = (view.mode == nil ? hubBody(view) : practiceBody(view)).flatMap(wrapped)
    let room = max(height - 1, 1)
    // What is happening stays in sight in the smallest window; the keys give way first.
    let shown = head + body.prefix(max(room - head.count - keys.count, 0)) + keys
    return Array(shown.prefix(room))
  }

  private func hubBody(_ view: ViewState) -> [String] {
    view.notices.map(catalogue.line) + sound(view.sound) + controllers(view)
  }

  /// During an exercise only what goes wrong now: the rest was to be read at the hub and will be again.
  private func practiceBody(_ view: ViewState) -> [String] {
    let sound =
      switch view.sound {
      case .starting, .ready: [String]()
      case .lost, .failed: self.sound(view.sound)
      }
    return view.notices.filter(\.isAboutPractice).map(catalogue.line) + sound
  }

  /// The state in one line: mode, interval and phase, or what to do at the hub.
  func state(_ view: ViewState) -> String {
    if view.leaving { return catalogue(.practiceLeaving) }
    guard let mode = view.mode else { return hub(view) }
    return [catalogue.name(of: mode), view.interval.map(catalogue.name), phase(view)].compactMap(\.self)
      .joined(separator: "   ")
  }

  func hub(_ view: ViewState) -> String {
    switch view.sound {
    case .starting, .failed(_, willRetry: false): return catalogue(.hubStarting)
    case .lost, .failed(_, willRetry: true): return catalogue(.hubWaiting)
    case .ready: break
    }
    if let sleeping = view.controllers.first(where: \.asleep), view.controllers.allSatisfy(\.asleep) {
      return catalogue(.hubAsleep, ["controller": sleeping.name])
    }
    return catalogue(view.controllers.isEmpty ? .hubNoController : .hubReady)
  }

  func phase(_ view: ViewState) -> String? {
    switch view.phase {
    case .hub: nil
    case .reference: catalogue(.phaseListen)
    case .target, .awaitingAnswer: catalogue(view.canAnswer ? .phaseAnswer : .phaseListen)
    // One text from the note's first frame to the commit: nothing moves on the screen while the ear searches.
    case .tunable: catalogue(.phaseTune)
    case .feedback: view.feedback.map(feedback) ?? view.result.map { ResultText($0, catalogue).shown }
    }
  }

  func feedback(_ feedback: ComparisonFeedback) -> String {
    catalogue(feedback.correct ? .feedbackCorrect : .feedbackIncorrect)
  }

  func sound(_ sound: ViewState.Sound) -> [String] {
    switch sound {
    case .starting: [catalogue(.soundStarting)]
    case .ready(let description): [catalogue.line(description)]
    case .lost(let loss): [catalogue.line(loss)]
    // The end of the program, which says why itself.
    case .failed(_, willRetry: false): []
    // A line of its own: what stands before it may be a command to copy.
    case .failed(let failure, willRetry: true): [catalogue.line(failure), catalogue(.soundFailedRetrying)]
    }
  }

  func controllers(_ view: ViewState) -> [String] {
    guard !view.controllers.isEmpty else { return isNoneToTell(view) ? [catalogue(.controllerNone)] : [] }
    let names = view.controllers.map(\.name).joined(separator: ", ")
    let key = view.controllers.count == 1 ? TextKey.controllerOne : .controllerMany
    return [catalogue(key, ["controllers": names])] + view.controllers.compactMap(otherListeners)
  }

  /// Whether it is news that there is no controller: not before all has been looked for, nor beside the line on why.
  func isNoneToTell(_ view: ViewState) -> Bool {
    let hasReason = view.notices.contains { if case .noSequencer = $0 { true } else { false } }
    return switch view.sound {
    case .starting, .failed(_, willRetry: false): false
    case .ready, .lost, .failed(_, willRetry: true): !hasReason
    }
  }

  func otherListeners(_ controller: ViewState.Controller) -> String? {
    guard !controller.otherListeners.isEmpty else { return nil }
    let listeners = controller.otherListeners.joined(separator: ", ")
    return catalogue(.controllerOtherListeners, ["listeners": listeners, "controller": controller.name])
  }

  func keys(_ view: ViewState) -> String {
    guard let mode = view.mode else { return catalogue(view.letters ? .keysHub : .keysHubNoLetters) }
    guard mode.isComparison else { return catalogue(view.letters ? .keysMatching : .keysMatchingNoLetters) }
    let letters = ["higher": catalogue(.keyLetterHigher), "lower": catalogue(.keyLetterLower)]
    return catalogue(view.letters ? .keysTraining : .keysTrainingNoLetters, letters)
  }

  private func bold(_ text: String) -> String { style == .emphasised ? "\u{1B}[1m\(text)\u{1B}[22m" : text }
  private func dim(_ text: String) -> String { style == .emphasised ? "\u{1B}[2m\(text)\u{1B}[22m" : text }
}

extension ViewState.Notice {
  /// Whether it matters while notes sound.
  fileprivate var isAboutPractice: Bool {
    switch self {
    case .notSaving, .unmappedPresses: true
    case .noSequencer, .realtimeMissing, .noSound, .refused, .settings, .profile, .noSpeech: false
    }
  }
}
