import Linux
import Simulation
import Training

/// The reports on simulated ears that practise early or late, each answer after one to six loops of the pattern.
struct TimingStudy: Sendable {
  /// The ears, and the counts of answers after which the report is examined.
  var comparison: TimingComparison
  /// The strategy.
  var strategy = StrategyName.edge

  /// The report on one ear after one of the counts.
  struct Outcome: Hashable, Sendable {
    /// The error of the threshold in the condition practised last, in octaves.
    var error: Double
    /// Whether its 90 % band held the true threshold.
    var isCovered: Bool
    /// The reported lean in milliseconds; nil: none.
    var lean: Banded?
    /// The share of right answers so far.
    var shareRight: Double
  }

  /// Each ear's outcome after each of the counts. On all cores.
  func outcomes() -> [[Outcome]] { parallel(comparison.listeners, outcomes) }

  private func outcomes(of index: Int) -> [Outcome] {
    var course = comparison.course(of: index, by: strategy)
    return comparison.counts.map { count in
      while course.answers < count { course.step() }
      return Outcome(
        error: course.error ?? .nan, isCovered: course.isCovered, lean: course.ear.report()?.lean,
        shareRight: Double(course.right) / Double(max(course.answers, 1)))
    }
  }
}
