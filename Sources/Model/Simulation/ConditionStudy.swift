import Glibc
import Pitch
import Training

/// What a contestant shows of thresholds that belong to conditions.
public struct ConditionStudy: Sendable {
  /// The listeners and their practice; only the last count of answers is examined.
  public var comparison: Comparison

  /// Of these listeners.
  public init(_ comparison: Comparison) { self.comparison = comparison }

  /// What one listener was shown in the end.
  public struct Outcome: Hashable, Sendable {
    /// Shown over true threshold in each condition of the plan, less 1; nil: nothing shown.
    public var errors: [Double?]
    /// How much larger the last condition is shown to be than the first, in octaves; nil: not both are shown.
    public var difference: Double?
  }

  /// One outcome for each listener. On all cores.
  public func outcomes(of contender: Contender, progress: SimulationProgress? = nil) -> [Outcome] {
    parallel(comparison.listeners, progress: progress) { index in
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
