import Glibc

/// The evidence of interval classes about one another: players who hear thirds well hear sixths well.
///
/// A normal hierarchy in octaves: the classes' thresholds are scattered about a common height, which is above that of
/// unison. Each class keeps the evidence of its own answers, under the same wide prior; the others' answers replace
/// that prior when it is used. So a class that was never asked begins near the others, and one with many answers is
/// independent of them.
enum SharedStrength {
  /// Standard deviation of one class about the common height.
  static let between = 0.5
  /// The distance of the common height above unison, with its standard deviation.
  static let aboveUnison = (mean: 0.8, deviation: 0.8)

  /// The belief about a threshold, as a normal distribution in octaves.
  struct Belief: Hashable {
    var mean: Double
    var variance: Double

    /// The wide prior of every class by itself.
    static let wide = Belief(
      mean: ClassEstimate.priorMean, variance: ClassEstimate.priorDeviation * ClassEstimate.priorDeviation)

    /// Returns this belief combined with an independent reading.
    func combined(mean other: Double, variance otherVariance: Double) -> Belief {
      let precision = 1 / variance + 1 / otherVariance
      return Belief(mean: (mean / variance + other / otherVariance) / precision, variance: 1 / precision)
    }

    /// The logarithm of the density, up to a constant.
    func logDensity(_ octaves: Double) -> Double {
      -(octaves - mean) * (octaves - mean) / (2 * variance) - log(variance) / 2
    }
  }

  /// The reading of the threshold in `condition` from the answers of `estimate` alone; nil while they carry no
  /// information.
  private static func reading(_ estimate: ClassEstimate, in condition: Condition) -> (mean: Double, variance: Double)? {
    let (mean, variance) = estimate.height(in: condition)
    let precision = 1 / variance - 1 / Belief.wide.variance
    guard estimate.answers > 0, precision > 0.01 else { return nil }
    return ((mean / variance - Belief.wide.mean / Belief.wide.variance) / precision, 1 / precision)
  }

  /// The belief about `intervalClass` in `condition` from the other classes. Unison ignores the others.
  static func belief(
    of intervalClass: IntervalClass, in condition: Condition, among classes: [IntervalClass: ClassEstimate]
  ) -> Belief {
    guard intervalClass != .unison else { return .wide }
    var common = Belief(mean: Belief.wide.mean + aboveUnison.mean / 2, variance: Belief.wide.variance)
    func reading(of intervalClass: IntervalClass) -> (mean: Double, variance: Double)? {
      classes[intervalClass].flatMap { Self.reading($0, in: condition) }
    }
    if let unison = reading(of: .unison) {
      common = common.combined(
        mean: unison.mean + aboveUnison.mean, variance: unison.variance + aboveUnison.deviation * aboveUnison.deviation)
    }
    for other in classes.keys.sorted() where other != .unison && other != intervalClass {
      guard let reading = reading(of: other) else { continue }
      common = common.combined(mean: reading.mean, variance: reading.variance + between * between)
    }
    return Belief(mean: common.mean, variance: common.variance + between * between)
  }

  /// The estimate of `intervalClass` in `condition`, with the evidence of the other classes.
  static func estimate(
    of intervalClass: IntervalClass, in condition: Condition, among classes: [IntervalClass: ClassEstimate]
  ) -> ClassEstimate {
    let own = classes[intervalClass]?.moved(to: condition) ?? ClassEstimate(intervalClass, in: condition)
    let belief = belief(of: intervalClass, in: condition, among: classes)
    guard belief != .wide else { return own }
    return own.weighed { exp(belief.logDensity($0) - Belief.wide.logDensity($0)) }
  }
}
