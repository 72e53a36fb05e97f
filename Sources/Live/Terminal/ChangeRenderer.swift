import Pitch
import Ports
import Texts

/// Turns changes into lines, one each, never redrawn: for braille displays, `TERM=dumb` and pipes. Pure; any thread.
///
/// While a note sounds nothing is said: that an answer counts is a state, and a line for it would be read out over the
/// note. An interval is named when practice begins, with the mode, and after that only when it changes, in the feedback
/// before its reference. Only where the loop did not tell it then is it named with the reference: a question that is not
/// asked would be worse than a line too late. What exercises ask is said at the first hub, of those that were never answered.
public struct ChangeRenderer: Sendable {
  private let catalogue: Catalogue
  private let status: StatusRenderer
  /// Whether it tells what is practised and heard, and what is known of the ear.
  private let tellsPractice: Bool
  private let readsKeys: Bool

  /// A renderer that speaks `catalogue`'s language.
  /// - Parameters:
  ///   - tellsPractice: false: lines about the machine alone.
  ///   - readsKeys: false where standard input is not a terminal: no key is named then.
  public init(_ catalogue: Catalogue, tellsPractice: Bool = true, readsKeys: Bool = true) {
    self.catalogue = catalogue
    self.tellsPractice = tellsPractice
    self.readsKeys = readsKeys
    status = StatusRenderer(catalogue, style: .plain)
  }

  /// The lines that tell what is different in `new`; all of it where there is no `old`.
  public func lines(from old: ViewState?, to new: ViewState) -> [String] {
    var lines = old?.pages != new.pages ? catalogue.pages(new) : []
    if old?.sound != new.sound { lines += catalogue.lines(new.sound) }
    lines += controllerLines(from: old, to: new)
    let known = old?.notices ?? []
    let again = old?.refused == new.refused ? nil : new.refused?.notice
    let news = new.notices.filter { (!known.contains($0) || $0 == again) && (tellsPractice || !$0.isAboutEar) }
    lines += news.map { catalogue.line($0, in: new) }
    if let old, known.contains(where: \.isAboutSaving), !new.notices.contains(where: \.isAboutSaving), !old.leaving {
      lines.append(catalogue(.storeSavingAgain))
    }
    if new.leaving {
      if old?.leaving != true { lines.append(catalogue(.practiceLeaving)) }
      return lines
    }
    guard tellsPractice else {
      // What keys of a terminal do is no concern of a journal: without a controller there is nothing to say.
      let isNews = old.map { $0.controllers.isEmpty || catalogue.hub($0) != catalogue.hub(new) } ?? true
      return new.controllers.isEmpty || !isNews ? lines : lines + [catalogue.hub(new)]
    }
    if let feedback = new.feedback, old?.feedback == nil { lines.append(catalogue.word(feedback)) }
    if let result = new.result, old?.result == nil { lines.append(ResultText(result, catalogue).spoken) }
    if old?.heard == nil, let heard = catalogue.heard(new) { lines.append(heard) }
    lines += timerLines(from: old, to: new)
    if let mode = new.mode {
      if old?.mode != mode { lines += [catalogue.name(of: mode)] + keys(new) }
      if let interval = newInterval(from: old, to: new) { lines.append(catalogue.name(of: interval)) }
    } else if let old {
      if old.mode != nil, new.timer == nil { lines.append(catalogue(.practiceStopped)) }
      let isAtHub = new.timer == nil
      if isAtHub, old.mode != nil || old.timer != nil || catalogue.hub(old) != catalogue.hub(new) {
        lines.append(hub(new))
      }
    } else {
      // What to do comes last: a braille display rests there.
      lines += catalogue.questions(new).map { "\(catalogue.name(of: $0.mode)): \($0.question)" }
      lines += [hub(new)] + keys(new)
    }
    return lines
  }

  /// What each key does now, to be felt or heard: arrows have names, keys that do the same stand between commas, and nothing depends on
  /// how wide a gap is.
  private func keys(_ view: ViewState) -> [String] {
    guard readsKeys else { return [] }
    let line = status.keys(view).split(separator: StatusRenderer.gap).map { hint in
      let parts = hint.split(separator: ":", maxSplits: 1)
      guard let first = parts.first else { return String(hint) }
      let names = first.split(separator: " ")
      let named = names.allSatisfy { $0.count == 1 } ? names.joined(separator: ", ") : String(first)
      return ([named] + parts.dropFirst().map(String.init)).joined(separator: ":")
        .replacing("↑", with: catalogue(.keysUp)).replacing("↓", with: catalogue(.keysDown))
    }.joined(separator: "; ")
    return [line]
  }

  /// How practice begins; without keys and controllers, why it does not.
  private func hub(_ view: ViewState) -> String {
    let hub = catalogue.hub(view)
    return !readsKeys && hub == catalogue(.hubNoController) ? catalogue(.hubNoKeys) : hub
  }

  /// A timer is told where it changes, never by the second: what it is set to when it is to be confirmed, its cues, and what
  /// became of it.
  private func timerLines(from old: ViewState?, to new: ViewState) -> [String] {
    guard let timer = new.timer else { return [] }
    let before = old?.timer
    var lines: [String] = []
    if before?.phase != timer.phase, timer.phase == .confirming {
      let kind = timer.configuration.kind
      lines += ["\(catalogue.name(of: kind)): \(catalogue.use(of: kind))", catalogue.words(timer.configuration)]
    }
    // The mode that begins with it is told by itself; what ends with it ends after its feedback.
    if new.mode == nil, before?.phase != timer.phase || old?.mode != nil {
      lines += [catalogue.line(timer)] + keys(new)
    }
    if let cue = timer.cue, cue != before?.cue, before != nil, !new.isListening {
      lines.append(catalogue.text(of: cue.cue))
    }
    return lines
  }

  /// The interval that has not been named yet.
  private func newInterval(from old: ViewState?, to new: ViewState) -> DirectedInterval? {
    guard let old, old.mode == new.mode else { return new.interval }
    let named = old.nextInterval ?? old.interval
    let asked = new.nextInterval ?? new.interval
    return asked == named ? nil : asked
  }

  private func controllerLines(from old: ViewState?, to new: ViewState) -> [String] {
    guard let old else { return catalogue.controllers(new) }
    if old.controllers.isEmpty, new.controllers.isEmpty, !old.tellsMissingController, new.tellsMissingController {
      return catalogue.controllers(new)
    }
    let before = old.controllers
    let now = new.controllers
    let gone = before.filter { controller in !now.contains { $0.name == controller.name } }
    let come = now.filter { controller in !before.contains { $0.name == controller.name } }
    let listened = now.filter { !before.contains(where: $0.looksLike) }.compactMap(catalogue.otherListeners)
    return gone.map { catalogue(.controllerDisconnected, ["controller": $0.name]) }
      + come.map { catalogue(.controllerConnected, ["controller": $0.name]) } + listened
  }
}

extension ViewState.Controller {
  /// Whether it says the same in lines.
  fileprivate func looksLike(_ other: Self) -> Bool {
    name == other.name && mapping == other.mapping && asleep == other.asleep && otherListeners == other.otherListeners
  }
}

extension ViewState {
  /// Whether a note sounds, or is awaited: nothing is read out then.
  fileprivate var isListening: Bool {
    switch phase {
    case .reference, .target, .tunable, .awaitingAnswer: true
    case .hub, .feedback, .waiting: false
    }
  }
}

extension ViewState.Notice {
  fileprivate var isAboutSaving: Bool {
    if case .notSaving = self { true } else { false }
  }

  /// Whether it answers a player who asked, with what is practised and known of the ear.
  fileprivate var isAboutEar: Bool {
    switch self {
    case .here, .explanation: true
    default: false
    }
  }
}
