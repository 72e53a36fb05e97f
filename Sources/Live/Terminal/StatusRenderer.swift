import Foundation
import Ports
import Texts
import Training

/// Whether lines may contain bold and dim text. Neither carries meaning.
public enum StatusStyle: Sendable {
  /// Letters only (`NO_COLOR`, or not a terminal).
  case plain
  /// The state in bold, the keys dimmed.
  case emphasised
}

/// Turns the view state into lines. A pure function of its input; any thread.
public struct StatusRenderer: Sendable {
  private let catalogue: Catalogue
  private let style: StatusStyle
  /// False if standard input is not a terminal: then no key is named.
  let readsKeys: Bool

  /// Creates a renderer in `catalogue`'s language. With `readsKeys` false, no line names a key.
  public init(_ catalogue: Catalogue, style: StatusStyle, readsKeys: Bool = true) {
    self.catalogue = catalogue
    self.style = style
    self.readsKeys = readsKeys
  }

  /// A panel shown below the state in place of all else, until the player closes it.
  public enum Panel: Hashable, Sendable {
    /// The action of each key now.
    case keys
    /// A text, starting at this line, wrapped for the window.
    case text([String], from: Int = 0)
  }

  /// Returns the lines for a terminal of `width` columns and `height` rows, none wider, up to `height` − 1 of them:
  /// state first, then the `panel`, or messages, sound, controllers, and the keys.
  public func lines(_ view: ViewState, width: Int, height: Int, panel: Panel? = nil) -> [String] {
    // The last column stays free: after filling it a terminal may or may not have moved to the next line.
    let columns = max(width - 1, 2)
    func wrapped(_ text: String) -> [String] { TextLayout.wrap(text, width: columns) }
    let head = wrapped(state(view)).map(bold)
    let keys =
      view.leaving || panel == .keys || !readsKeys
      ? [] : TextLayout.wrap(hints: self.keys(view, under: panel), gap: Self.gap, width: columns).map(dim)
    let inside: [String] =
      switch panel {
      case .keys where !view.leaving: timerBody(view) + keyList(view, isReading: true)
      case .text(let lines, _) where !view.leaving: lines
      default: timerBody(view) + (view.mode == nil ? hubBody(view) : practiceBody(view))
      }
    let body = inside.flatMap(wrapped)
    let room = max(height - 1, 1)
    let bodyRoom = max(room - head.count - keys.count, 0)
    var first = 0
    if case .text(_, let from) = panel { first = min(from, max(body.count - bodyRoom, 0)) }
    // The current state stays visible in the smallest window; the keys are dropped first.
    let shown = head + Array(body.dropFirst(first).prefix(bodyRoom)) + keys
    return Array(shown.prefix(room))
  }

  /// Returns `panel` one page further down or up in such a terminal: no further than its last or first line.
  func turned(_ panel: Panel, down: Bool, _ view: ViewState, width: Int, height: Int) -> Panel {
    guard case .text(let lines, let from) = panel else { return panel }
    let count = lines.reduce(0) { $0 + TextLayout.wrap($1, width: max(width - 1, 2)).count }
    let rest = self.lines(view, width: width, height: height, panel: .text([])).count
    let page = max(height - 1 - rest, 1)
    return .text(lines, from: max(min(from + (down ? page : -page), count - page), 0))
  }

  /// Returns the state of a practice timer in one line; its configuration if it awaits confirmation.
  private func timerBody(_ view: ViewState) -> [String] {
    guard let timer = view.timer, timer.phase != .finished, !view.leaving else { return [] }
    let lines = [catalogue.setLine(timer), catalogue.slotLine(timer), catalogue.roundLine(timer)].compactMap(\.self)
    if timer.phase == .confirming {
      return [catalogue.use(of: timer.configuration.kind), catalogue.words(timer.configuration)]
    }
    return [([catalogue.time(timer)] + lines).joined(separator: "   ")]
  }

  private func hubBody(_ view: ViewState) -> [String] {
    (view.laid.map(catalogue.lines) ?? []) + catalogue.notices(view) + catalogue.lines(view.sound) + controllers(view)
      + catalogue.pages(view)
  }

  /// Returns the controllers, or the keyboard in their place.
  func controllers(_ view: ViewState) -> [String] { catalogue.controllers(view, readsKeys: readsKeys) }

  /// Returns the lines during an exercise: the question, until it was answered once (in listening, which has none, what
  /// is played), and current problems: the rest was readable at the hub and will be again.
  private func practiceBody(_ view: ViewState) -> [String] {
    let sound =
      switch view.sound {
      case .starting, .ready: [String]()
      case .lost, .failed: catalogue.lines(view.sound)
      }
    return [catalogue.question(view), catalogue.listening(view)].compactMap(\.self) + catalogue.notices(view) + sound
      + (view.laid.map(catalogue.lines) ?? [])
  }

  /// Returns the state in one line: mode, interval, rhythm or beats, and phase, or the instruction at the hub.
  func state(_ view: ViewState) -> String {
    if view.leaving { return catalogue(.practiceLeaving) }
    guard let mode = view.mode else {
      return catalogue.explained(view) ?? view.timer.map(timerState) ?? catalogue.hub(view, readsKeys: readsKeys)
    }
    return [
      catalogue.name(of: mode), view.exercise.map(catalogue.words), view.interval.map(catalogue.name),
      view.rhythm.map(catalogue.words), view.beating.map(catalogue.words), view.laying.map(catalogue.words),
      catalogue.phase(view),
      view.changedInterval.map { catalogue(.phaseNext, ["interval": catalogue.name(of: $0)]) },
    ].compactMap(\.self)
      .joined(separator: "   ")
  }

  /// Returns a timer's name and state.
  private func timerState(_ timer: ViewState.Timer) -> String {
    "\(catalogue.name(of: timer.configuration.kind))   \(catalogue.line(timer))"
  }

  /// Returns the action of each key now, in a line; at its end the key that shows all of them. `isReading`: a panel is
  /// open, which the leave key closes.
  func keys(_ view: ViewState, isReading: Bool = false) -> String {
    let help = catalogue(.keysHelp, ["key": view.letters ? "?" : "F1"])
    return (ownKeys(view) + [leaveKey(view, isReading: isReading), help]).joined(separator: Self.gap)
  }

  private func keys(_ view: ViewState, under panel: Panel?) -> String {
    // The keys belong to the displayed text.
    guard case .text = panel else { return keys(view, isReading: panel != nil) }
    return [catalogue(.keysTurn), leaveKey(view, isReading: true)].joined(separator: Self.gap)
  }

  /// Returns all active keys, one to a line.
  public func keyList(_ view: ViewState, isReading: Bool = false) -> [String] {
    let more =
      switch view.mode?.discipline {
      case .matching:
        (view.hearsAgain ? hints(.keysMoreMatching, ["key": name("r", "F3", view)]) : [])
          + (view.stepsBack ? hints(.keysMoreTemperament) : [])
      case nil where view.timer == nil:
        hints(.keysMoreIntervals) + (view.letters ? hints(.keysMoreListening) + hints(.keysMoreLetters) : [])
          + hints(.keysMoreExplain, ["key": name("x", "F4", view)])
      case .comparison, .listening, .timing, .timingListening, .beats, nil: [String]()
      }
    let hide = isReading ? hints(.keysHide, ["key": name("?", "F1", view)]) : []
    return ownKeys(view) + more + hints(.keysAlways, ["key": name("w", "F2", view)])
      + [leaveKey(view, isReading: isReading)] + hide
  }

  /// Returns all active keys, one to a line, for touch or hearing.
  public func keyListInWords(_ view: ViewState) -> [String] { keyList(view).map(inWords) }

  /// Returns a key with its action for touch or hearing: arrows have names, keys with the same action are separated by
  /// commas.
  func inWords(_ hint: String) -> String {
    let parts = hint.split(separator: ":", maxSplits: 1)
    guard let first = parts.first else { return hint }
    let names = first.split(separator: " ")
    let named = names.allSatisfy { $0.count == 1 } ? names.joined(separator: ", ") : String(first)
    return ([named] + parts.dropFirst().map(String.init)).joined(separator: ":")
      .replacing("↑", with: catalogue(.keysUp)).replacing("↓", with: catalogue(.keysDown))
      .replacing("←", with: catalogue(.keysLeft)).replacing("→", with: catalogue(.keysRight))
  }

  /// The gap between two keys of a line.
  static let gap = "   "

  /// Returns the action of each key now, except the leave key.
  private func ownKeys(_ view: ViewState) -> [String] {
    guard let mode = view.mode else { return view.timer.map(keys) ?? hints(.keysHub, answerKeys(view)) }
    switch mode.discipline {
    case .matching: return hints(.keysMatching)
    // Listening has no question.
    case .listening, .timingListening: return []
    case .timing: return hints(.keysTiming) + sureKeys(view)
    case .beats: return hints(.keysBeats, answerKeys(view)) + sureKeys(view)
    case .comparison: return hints(.keysTraining, answerKeys(view)) + sureKeys(view)
    }
  }

  /// Returns the keys of Higher and Lower: an arrow, and a letter where letters are keys.
  private func answerKeys(_ view: ViewState) -> [String: String] {
    guard view.letters else { return ["higher": "↑", "lower": "↓"] }
    return ["higher": "↑ \(catalogue(.keyLetterHigher))", "lower": "↓ \(catalogue(.keyLetterLower))"]
  }

  /// Returns the keys that mark an answer as sure, if it can be.
  private func sureKeys(_ view: ViewState) -> [String] { view.asksSureness ? hints(.keysSure) : [] }

  /// Returns the action of each key on a timer now, outside of practice.
  private func keys(_ timer: ViewState.Timer) -> [String] {
    switch timer.phase {
    case .idle, .confirming: hints(.keysTimerConfirming)
    case .running where timer.configuration.source == .free: hints(.keysTimerFree)
    case .countdown, .running: []
    case .resting: hints(.keysTimerResting)
    case .paused: hints(.keysTimerPaused)
    case .finished: hints(.keysTimerFinished)
    }
  }

  /// Returns what the leave key leaves now: the displayed text first, then the current activity, finally the program.
  private func leaveKey(_ view: ViewState, isReading: Bool) -> String {
    let deed: TextKey =
      switch view.timer?.phase {
      case _ where isReading: .keysLeaveClose
      // A key that would stop an exercise pauses a timer.
      case .countdown, .running, .resting: .keysLeavePause
      case _ where view.mode != nil: .keysLeaveStop
      case .idle, .confirming: .keysLeaveBack
      case .paused: .keysLeaveWaiting
      case .finished, nil: .keysLeaveQuit
      }
    return catalogue(deed, ["key": view.letters ? "q" : "Esc"])
  }

  private func hints(_ key: TextKey, _ values: [String: String] = [:]) -> [String] {
    catalogue(key, values).components(separatedBy: Self.gap)
  }

  /// Returns the name of a key that may have a letter: both, or the other name alone.
  private func name(_ letter: String, _ other: String, _ view: ViewState) -> String {
    view.letters ? "\(letter) \(catalogue(.or)) \(other)" : other
  }

  private func bold(_ text: String) -> String { style == .emphasised ? "\u{1B}[1m\(text)\u{1B}[22m" : text }
  private func dim(_ text: String) -> String { style == .emphasised ? "\u{1B}[2m\(text)\u{1B}[22m" : text }
}
