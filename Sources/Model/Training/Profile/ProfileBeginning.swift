import Foundation
import Pitch

/// The distance to a player's first thresholds, by interval class.
public struct ProfileBeginning: Hashable, Sendable {
  /// The distance by class, without classes that have a threshold or were never answered.
  public var comparisons: [IntervalClass: FirstEstimate]

  /// Memberwise.
  public init(comparisons: [IntervalClass: FirstEstimate] = [:]) {
    self.comparisons = comparisons
  }

  /// Returns the same as shown to a player who has seen `earlier` for the same notes: answering never increases the
  /// distance.
  public func told(after earlier: ProfileBeginning) -> ProfileBeginning {
    ProfileBeginning(
      comparisons: Dictionary(
        uniqueKeysWithValues: comparisons.map { ($0, $1.told(after: earlier.comparisons[$0])) }))
  }
}

extension PerceptualProfile {
  /// The modes that were answered, as far as interval classes can show: unison counts as the mode without intervals.
  public var answeredModes: Set<Mode> {
    let comparisons = ear.intervalClasses.map { $0 == .unison ? Mode.comparison : .intervalComparison }
    let matches = MatchingKind.all.filter { matchings[$0.place].matches > 0 }.map(\.mode)
    return Set(comparisons + matches + (timing.ear.isCold ? [] : [.timing]) + (beats.ear.isCold ? [] : [.beats]))
  }

  /// Returns the distance to first thresholds over `range`, as in `report`. Takes up to some milliseconds for each
  /// class.
  public func beginning(over range: NoteRange, now: Date) -> ProfileBeginning {
    ProfileBeginning(comparisons: ear(agedTo: reference(now)).firstEstimates(over: range))
  }
}

extension ProfileReport {
  /// Limits the distance shown to the one in `beginning`.
  public mutating func tell(after beginning: ProfileBeginning) {
    for index in comparisons.indices {
      let report = comparisons[index]
      comparisons[index].first = report.first?.told(after: beginning.comparisons[report.intervalClass])
    }
  }
}
