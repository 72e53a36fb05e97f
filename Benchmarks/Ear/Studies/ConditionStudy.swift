import Glibc
import Linux
import Pitch
import Simulation
import Training

/// The reports of a contestant on thresholds in several conditions.
struct ConditionStudy: Sendable {
  /// The listeners and their practice; only the last count of answers is examined.
  var comparison: Comparison

  /// The final report on one listener.
  struct Outcome: Hashable, Sendable {
    /// The shown threshold over the true one in each condition of the plan, less 1; nil: nothing shown.
    var errors: [Double?]
    /// The reported difference of the last condition from the first, in octaves; nil unless both are reported.
    var difference: Double?
  }

  /// One outcome for each listener. On all cores.
  func outcomes(of contender: Contender) -> [Outcome] {
    parallel(comparison.listeners) { index in
      var course = comparison.course(of: index, before: contender)
      while course.answers < comparison.counts.last ?? 0 { course.step() }
      let shown = comparison.plan.conditions.map { course.shown(in: $0) }
      let errors = zip(comparison.plan.conditions, shown).map { condition, shown in
        shown.map { $0.value / exp2(course.trueOctaves(in: condition)) - 1 }
      }
      guard let first = shown.first ?? nil, let last = shown.last ?? nil else {
        return Outcome(errors: errors, difference: nil)
      }
      return Outcome(errors: errors, difference: log2(last.value / first.value))
    }
  }
}
