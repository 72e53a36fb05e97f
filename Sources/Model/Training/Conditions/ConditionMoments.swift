import Glibc

/// The moments of a condition's difference from g and of the lean after one answer, collected over g, and their change
/// as a line over g (weighted least squares).
struct ConditionMoments {
  /// One value for the condition's difference, and one for the lean.
  typealias Pair = (condition: Double, lean: Double)

  /// The change of the joint belief about a condition and the lean.
  struct Change {
    /// The movement of the means at the origin.
    var shift: Pair
    /// The movement of the slopes over g.
    var tilt: Pair
    /// The new variances and the covariance.
    var variance: (condition: Double, lean: Double, both: Double)
  }

  private var weight = 0.0, x = 0.0, xx = 0.0
  private var first: Pair = (0, 0), withX: Pair = (0, 0)
  private var second = (condition: 0.0, lean: 0.0, both: 0.0)

  /// Adds the sums at one g, x octaves above the origin: probability, and the probability times the deviations from the
  /// means before the answer, their squares and their product.
  mutating func add(
    x: Double, weight: Double, sums: Pair, squares: (condition: Double, lean: Double, both: Double)
  ) {
    self.weight += weight
    self.x += weight * x
    xx += weight * x * x
    first.condition += sums.condition
    first.lean += sums.lean
    withX.condition += sums.condition * x
    withX.lean += sums.lean * x
    second.condition += squares.condition
    second.lean += squares.lean
    second.both += squares.both
  }

  /// The change; nil without probability.
  var change: Change? {
    guard weight > 0, weight.isFinite else { return nil }
    let (middle, mean) = (x / weight, (condition: first.condition / weight, lean: first.lean / weight))
    let spread = xx / weight - middle * middle
    func tilt(_ withX: Double, _ mean: Double) -> Double {
      spread > 1e-9 ? (withX / weight - middle * mean) / spread : 0
    }
    let tilts = (condition: tilt(withX.condition, mean.condition), lean: tilt(withX.lean, mean.lean))
    // The second moments about the line include the variances at each g.
    func about(_ sum: Double, _ means: Double, _ tilts: Double) -> Double { sum / weight - means - tilts * spread }
    return Change(
      shift: (mean.condition - tilts.condition * middle, mean.lean - tilts.lean * middle), tilt: tilts,
      variance: (
        max(about(second.condition, mean.condition * mean.condition, tilts.condition * tilts.condition), 0),
        max(about(second.lean, mean.lean * mean.lean, tilts.lean * tilts.lean), 1e-9),
        about(second.both, mean.condition * mean.lean, tilts.condition * tilts.lean)
      ))
  }
}
