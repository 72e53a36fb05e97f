import Foundation
import Ports

extension Catalogue {
  /// Where practice is, in sentences: mode and interval, last result, timer, level.
  public func lines(_ here: Whereabouts) -> [String] {
    let result = here.result.map {
      switch $0 {
      case .comparison(let feedback): word(feedback)
      case .matching(let feedback): ResultText(feedback, self).spoken
      }
    }
    let timer = here.timer.map { timer in
      [name(of: timer.configuration.kind), line(timer), spokenTime(timer), roundLine(timer)]
    }
    return [here.mode.map(name) ?? self(.hereHub)] + [here.interval.map(name)].compactMap(\.self)
      + [result.map { self(.hereResult, ["result": $0]) }].compactMap(\.self) + (timer ?? [])
      + [self(.hereLevel, ["level": "\(Int(here.level.magnitude.rounded()))"])]
  }
}
