import Glibc
import Pitch
import Training

/// What a contestant shows of an ear over a long time: one that stays as it is, or changes.
public struct ChangeStudy: Sendable {
  /// The listeners, and the counts of answers at which what is shown is looked at.
  public var comparison: Comparison

  /// Of these listeners.
  public init(_ comparison: Comparison) { self.comparison = comparison }

  /// What one listener was shown after one count of answers.
  public struct Outcome: Hashable, Sendable {
    /// log₂ of the threshold in cents that is shown.
    public var shownOctaves: Double
    /// How far that is from the true one.
    public var error: Double
    /// The trend that is shown, if any.
    public var trend: Trend?
  }

  /// Outcomes by listener, then count. On all cores.
  public func outcomes(of contender: Contender, progress: SimulationProgress? = nil) -> [[Outcome]] {
    parallel(comparison.listeners, progress: progress) { index in
      var course = comparison.course(of: index, before: contender)
      return comparison.counts.map { count in
        while course.answers < count { course.step() }
        let shown = log2(course.shown?.value ?? GridPosterior.priorCentre)
        return Outcome(
          shownOctaves: shown, error: shown - course.trueOctaves, trend: course.contestant.trend(at: course.now))
      }
    }
  }
}
