import Foundation
import Pitch

/// How far it is to the first numbers that can be told of a player.
public struct ProfileBeginning: Hashable, Sendable {
  /// To a threshold; nil where there is one, and before the first answer.
  public var comparison: FirstEstimate?
  /// The kinds of matching that were practised, without numbers; none where one of them has numbers.
  public var matchings: [MatchingReport]

  /// Memberwise; nothing was answered of what is left out.
  public init(comparison: FirstEstimate? = nil, matchings: [MatchingReport] = []) {
    self.comparison = comparison
    self.matchings = matchings
  }
}

extension PerceptualProfile {
  /// The modes that were answered: of comparisons as far as their intervals tell, unison being that of the mode without.
  public var answeredModes: Set<Mode> {
    let comparisons = ear.intervalClasses.map { $0 == .unison ? Mode.comparison : .intervalComparison }
    let matches = MatchingKind.all.filter { matchings[$0.place].matches > 0 }
      .map { $0.asksIntervals ? Mode.intervalMatching : .matching }
    return Set(comparisons + matches)
  }

  /// How far it is to first numbers over `range`, as `report` has it. Some milliseconds at most.
  public func beginning(over range: NoteRange, now: Date) -> ProfileBeginning {
    let practised = MatchingKind.all.filter { matchings[$0.place].matches > 0 }
    let isKnown = practised.contains { matchings[$0.place].isKnown }
    return ProfileBeginning(
      comparison: ear(agedTo: reference(now)).firstEstimate(over: range),
      matchings: isKnown
        ? []
        : practised.map {
          MatchingReport(asksIntervals: $0.asksIntervals, isHeld: $0.isHeld, matches: matchings[$0.place].matches)
        })
  }
}

extension ProfileReport {
  /// Tells of how far it is to a threshold no more than `beginning` did.
  public mutating func tell(after beginning: ProfileBeginning) {
    for index in comparisons.indices {
      comparisons[index].first = comparisons[index].first?.told(after: beginning.comparison)
    }
  }
}
