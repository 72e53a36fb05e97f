import Pitch
import Practice
import Texts

/// Turns changes into lines, one each, never redrawn: for braille displays, `TERM=dumb` and pipes. Pure; any thread.
///
/// While a note sounds nothing is said: that an answer counts is a state, and a line for it would be read out over the
/// note. An interval is named when practice begins, with the mode, and after that only when it changes, in the feedback
/// before its reference. Only where the loop did not tell it then is it named with the reference: a question that is not
/// asked would be worse than a line too late.
public struct ChangeRenderer: Sendable {
  private let catalogue: Catalogue
  private let status: StatusRenderer

  /// A renderer that speaks `catalogue`'s language.
  public init(_ catalogue: Catalogue) {
    self.catalogue = catalogue
    status = StatusRenderer(catalogue, style: .plain)
  }

  /// The lines that tell what is different in `new`; all of it where there is no `old`.
  public func lines(from old: ViewState?, to new: ViewState) -> [String] {
    var lines = old?.pages != new.pages ? catalogue.pages(new) : []
    if old?.sound != new.sound { lines += catalogue.lines(new.sound) }
    lines += controllerLines(from: old, to: new)
    let known = old?.notices ?? []
    lines += new.notices.filter { !known.contains($0) }.map(catalogue.line)
    if let old, known.contains(where: \.isAboutSaving), !new.notices.contains(where: \.isAboutSaving), !old.leaving {
      lines.append(catalogue(.storeSavingAgain))
    }
    if new.leaving {
      if old?.leaving != true { lines.append(catalogue(.practiceLeaving)) }
      return lines
    }
    if let feedback = new.feedback, old?.feedback == nil { lines.append(catalogue.word(feedback)) }
    if let result = new.result, old?.result == nil { lines.append(ResultText(result, catalogue).spoken) }
    if let mode = new.mode {
      if old?.mode != mode { lines += [catalogue.name(of: mode), status.keys(new)] }
      if let interval = newInterval(from: old, to: new) { lines.append(catalogue.name(of: interval)) }
    } else if let old {
      if old.mode != nil { lines.append(catalogue(.practiceStopped)) }
      if old.mode != nil || catalogue.hub(old) != catalogue.hub(new) { lines.append(catalogue.hub(new)) }
    } else {
      lines += [catalogue.hub(new), status.keys(new)]
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
    name == other.name && profile == other.profile && asleep == other.asleep && otherListeners == other.otherListeners
  }
}

extension ViewState.Notice {
  fileprivate var isAboutSaving: Bool {
    if case .notSaving = self { true } else { false }
  }
}
