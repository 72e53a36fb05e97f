import Glibc

/// A condition that a `ConditionEar` has a threshold for: all differences in it are in one unit.
protocol EarCondition: HistoryCondition {
  /// The unit's scale.
  static var scale: EarScale { get }
  /// The prior covariance, in octaves², of the deviations that the thresholds in two conditions have from the ear's
  /// general threshold. It falls with the distance of the conditions.
  func covariance(with other: Self) -> Double
}

/// The orders of magnitude of differences and thresholds in one unit.
struct EarScale: Sendable {
  /// The differences that teach something.
  let differences: ClosedRange<Double>
  /// The first question of a new ear.
  let first: Double
  /// The smallest question.
  let floor: Double
  /// log₂ of the median threshold before any answer; the means of a `ConditionField` hold at it.
  let origin: Double
  /// The prior standard deviation of log₂ of the threshold.
  let deviation: Double
  /// The prior standard deviation of the lean.
  let leanDeviation: Double

  /// The prior variance of the lean.
  var leanVariance: Double { leanDeviation * leanDeviation }
}
