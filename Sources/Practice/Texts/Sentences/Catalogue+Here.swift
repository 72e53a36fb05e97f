import Controllers
import Foundation
import Ports

extension Catalogue {
  /// Returns the state of practice in sentences: mode and interval, last result, timer, level.
  public func lines(_ here: SpokenStatus) -> [String] {
    let result = here.result.map {
      switch $0 {
      case .comparison(let feedback): word(feedback)
      case .matching(let feedback): ResultText(feedback, self).spoken
      case .heard(let heard): word(heard)
      }
    }
    let timer = here.timer.map { timer in
      [name(of: timer.configuration.kind), line(timer), spokenTime(timer), roundLine(timer)]
    }
    // Appended one by one: older compilers cannot type-check their sum.
    var sentences = [here.mode.map(name) ?? self(here.menu == nil ? .hereHub : .menuTitle)]
    if let menu = here.menu { sentences.append(word(menu)) }
    if let interval = here.interval { sentences.append(name(of: interval)) }
    if let beating = here.beating { sentences.append(words(beating)) }
    if let laying = here.laying { sentences.append(words(laying)) }
    switch here.sureness {
    case .byPlace: sentences.append(self(.hereSureness))
    case .noPlace: sentences.append(self(.hereNoSureness))
    case nil: break
    }
    if let result { sentences.append(self(.hereResult, ["result": result])) }
    sentences += timer ?? []
    sentences.append(self(.hereLevel, ["level": "\(Int(here.level.magnitude.rounded()))"]))
    return sentences
  }
  /// Returns a sentence of the explanation.
  func lines(_ explanation: Explanation) -> [String] {
    switch explanation {
    case .pair(.higher, let isFiner): [self(isFiner ? .explainHigherFiner : .explainHigher)]
    case .pair(.lower, let isFiner): [self(isFiner ? .explainLowerFiner : .explainLower)]
    case .hands(.keys): [self(.explainKeys, ["up": self(.keysUp), "down": self(.keysDown)])]
    case .hands(.controller(let name, let higher, let lower)):
      [self(.explainHands, ["controller": name, "higher": words(higher, .higher), "lower": words(lower, .lower)])]
    case .over(let hasController): [self(.explainOver), self(hasController ? .hubReady : .hubNoController)]
    case .later: [self(.explainLater)]
    case .menu(let menu, isNew: false): [word(menu)]
    case .menu(let menu, isNew: true): [self(.menuTitle), self(.menuKeys), word(menu)]
    }
  }

  /// Returns the current entry of the list of further exercises and its number: `Listening, 1 of 4`.
  func word(_ menu: ExerciseMenu) -> String {
    let exercise =
      switch menu.entry {
      case .mode(let mode): name(of: mode)
      case .example: self(.menuExample)
      }
    return self(.menuEntry, ["exercise": exercise, "number": "\(menu.number)", "count": "\(menu.count)"])
  }

  private func words(_ places: [RolePlace], _ role: Role) -> String {
    places.map { words(of: $0, as: role) }.joined(separator: ", ")
  }
}
