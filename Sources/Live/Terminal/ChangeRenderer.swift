import Pitch
import Ports
import Texts

/// Turns changes into lines, one each, never redrawn: for braille displays, `TERM=dumb` and pipes. Pure; any thread.
///
/// It is silent while a note sounds: whether an answer counts is a state, and a screen reader would read its line over
/// the note. An interval is named when practice begins, with the mode, and after that only when it changes, in the
/// feedback before its reference. Only if it was not in the view then is it named with the reference: a missing
/// question would be worse than a late line. The questions of exercises are shown at the first hub, for modes that were
/// never answered.
public struct ChangeRenderer: Sendable {
  private let catalogue: Catalogue
  private let status: StatusRenderer
  /// Whether it shows practice, audible pairs and the profile.
  private let tellsPractice: Bool

  /// Creates a renderer in `catalogue`'s language.
  /// - Parameters:
  ///   - tellsPractice: false: lines about the machine only.
  ///   - readsKeys: false if standard input is not a terminal: then no key is named.
  public init(_ catalogue: Catalogue, tellsPractice: Bool = true, readsKeys: Bool = true) {
    self.catalogue = catalogue
    self.tellsPractice = tellsPractice
    status = StatusRenderer(catalogue, style: .plain, readsKeys: readsKeys)
  }

  /// Returns the lines for the differences in `new`; for all of it without `old`.
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
      // A journal does not list the keys of a terminal: without a controller it has no line.
      let isNews = old.map { $0.controllers.isEmpty || catalogue.hub($0) != catalogue.hub(new) } ?? true
      return new.controllers.isEmpty || !isNews ? lines : lines + [catalogue.hub(new)]
    }
    if let feedback = new.feedback, old?.feedback == nil { lines.append(catalogue.word(feedback)) }
    if let result = new.result, old?.result == nil { lines.append(ResultText(result, catalogue).words) }
    if let laid = new.laid, old?.laid != laid { lines += catalogue.lines(laid) }
    if old?.heard == nil, let heard = catalogue.heard(new) { lines.append(heard) }
    lines += timerLines(from: old, to: new)
    if let mode = new.mode {
      if old?.mode != mode {
        lines +=
          [catalogue.name(of: mode), new.rhythm.map(catalogue.words), new.beating.map(catalogue.words)]
          .compactMap(\.self) + keys(new)
      }
      if let interval = newInterval(from: old, to: new) { lines.append(catalogue.name(of: interval)) }
      if let laying = new.laying, old?.laying != laying { lines.append(catalogue.words(laying)) }
    } else if let old {
      if old.mode != nil, new.timer == nil { lines.append(catalogue(.practiceStopped)) }
      let isAtHub = new.timer == nil
      if isAtHub, old.mode != nil || old.timer != nil || catalogue.hub(old) != catalogue.hub(new) {
        lines.append(catalogue.hub(new, readsKeys: status.readsKeys))
      }
    } else {
      // The instruction comes last: a braille display rests there.
      lines += catalogue.questions(new).map { "\(catalogue.name(of: $0.mode)): \($0.question)" }
      lines += [catalogue.hub(new, readsKeys: status.readsKeys)] + keys(new)
    }
    return lines
  }

  /// Returns the action of each key now in one line, in which nothing depends on the width of a gap.
  private func keys(_ view: ViewState) -> [String] {
    guard status.readsKeys else { return [] }
    let hints = status.keys(view).split(separator: StatusRenderer.gap)
    return [hints.map { status.inWords(String($0)) }.joined(separator: "; ")]
  }

  /// Returns the lines on changes of a timer, never its seconds: its configuration when it awaits confirmation, its
  /// cues, and its result.
  private func timerLines(from old: ViewState?, to new: ViewState) -> [String] {
    guard let timer = new.timer else { return [] }
    let before = old?.timer
    var lines: [String] = []
    if before?.phase != timer.phase, timer.phase == .confirming {
      let kind = timer.configuration.kind
      lines += ["\(catalogue.name(of: kind)): \(catalogue.use(of: kind))", catalogue.words(timer.configuration)]
    }
    // The mode that it starts has its own line; a mode that ends with it ends after its feedback.
    if new.mode == nil, before?.phase != timer.phase || old?.mode != nil {
      lines += [catalogue.line(timer)] + keys(new)
    }
    if let cue = timer.cue, cue != before?.cue, before != nil, !new.isListening {
      lines.append(catalogue.text(of: cue.cue))
    }
    return lines
  }

  /// Returns the interval that has not been named yet; nil in a temperament, whose steps have their own lines.
  private func newInterval(from old: ViewState?, to new: ViewState) -> DirectedInterval? {
    guard new.laying == nil else { return nil }
    guard let old, old.mode == new.mode else { return new.interval }
    let named = old.nextInterval ?? old.interval
    let asked = new.nextInterval ?? new.interval
    return asked == named ? nil : asked
  }

  private func controllerLines(from old: ViewState?, to new: ViewState) -> [String] {
    guard let old else { return status.controllers(new) }
    if old.controllers.isEmpty, new.controllers.isEmpty, !old.knowsControllers, new.knowsControllers {
      return status.controllers(new)
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
  /// Returns whether both give the same lines.
  fileprivate func looksLike(_ other: Self) -> Bool {
    name == other.name && mapping == other.mapping && asleep == other.asleep && otherListeners == other.otherListeners
  }
}

extension ViewState {
  /// Whether a note sounds, or is awaited: a line would then be read out over it.
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

  /// Whether it is a reply to the player's question about practice and profile.
  fileprivate var isAboutEar: Bool {
    switch self {
    case .here, .explanation: true
    default: false
    }
  }
}
