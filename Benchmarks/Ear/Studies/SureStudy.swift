import Glibc
import Linux
import Pitch
import Simulation
import Training

/// The errors of thresholds learned from rated answers, and the least possible ones for the same exercises.
struct SureStudy: Sendable {
  /// The listeners: ears without lean, all with the same threshold, lapse rate and criterion.
  var comparison: Comparison

  /// The result of one listener.
  struct Outcome: Sendable {
    /// The error in octaves after each of the counts.
    var errors: [Double] = []
    /// Whether the 90 % band held the threshold after each of the counts.
    var isCovered: [Bool] = []
    /// The least variances of the threshold's log₂ after each of the counts; empty without a criterion.
    var least: [(known: Double, estimated: Double)] = []
    /// The share of right answers.
    var shareRight = 0.0
  }

  /// The outcomes with `contender`, in the listeners' order. On all cores.
  func outcomes(of contender: Contender) -> [Outcome] {
    parallel(comparison.listeners) { index in
      var course = comparison.course(of: index, before: contender)
      let traits = course.listener.traits
      var outcome = Outcome()
      var bound = RatingBound(lapse: traits.lapse, sureness: traits.sureness)
      for count in comparison.counts {
        while course.answers < count {
          let offset = course.step().exercise.offset.magnitude.value
          bound?.add(z: SimulatedListener.thresholdPerSigma * offset / traits.threshold)
        }
        outcome.errors.append(course.error)
        outcome.isCovered.append(course.shown?.band.contains(traits.threshold) == true)
        if let bound { outcome.least.append((bound.leastVariance(criterion: 0), bound.leastVariance(criterion: 0.3))) }
      }
      outcome.shareRight = Double(course.right) / Double(max(1, course.answers))
      return outcome
    }
  }
}

/// The Cramér–Rao bound of a threshold from rated answers, with a prior (van Trees 1968).
private struct RatingBound {
  let lapse: Double
  let criterion: Double
  /// The Fisher information about log₂ of the threshold, the criterion and the lapse rate.
  private var information = [SIMD3<Double>](repeating: .zero, count: 3)

  /// No information yet; nil without a criterion.
  init?(lapse: Double, sureness: Sureness) {
    guard case .criterion(let criterion) = sureness else { return nil }
    self.lapse = lapse
    self.criterion = criterion
  }

  /// Adds an answer at detectability `z`.
  mutating func add(z: Double) {
    func above(_ bound: Double) -> Double { 0.5 * erfc((bound - z) / 2.0.squareRoot()) }
    func density(_ bound: Double) -> Double { exp(-(z - bound) * (z - bound) / 2) / (2 * Double.pi).squareRoot() }
    let normals = [0, above(criterion), above(0), above(-criterion), 1]
    let densities = [0, density(criterion), density(0), density(-criterion), 0]
    // The criterion moves the outer bounds, in opposite directions.
    let moves = [0, -densities[1], 0, densities[3], 0]
    for answer in 0..<4 {
      let attentive = normals[answer + 1] - normals[answer]
      let gradient = SIMD3(
        (1 - lapse) * (densities[answer + 1] - densities[answer]) * -z * M_LN2,
        (1 - lapse) * (moves[answer + 1] - moves[answer]), 0.25 - attentive)
      let probability = max(lapse / 4 + (1 - lapse) * attentive, 1e-12)
      for row in 0..<3 { information[row] += gradient[row] / probability * gradient }
    }
  }

  /// The least variance of the threshold's log₂, if the criterion is known to a standard deviation of `criterion`.
  func leastVariance(criterion deviation: Double) -> Double {
    // The priors of the model: 1.75 octaves, and lapse rates that differ by about 0.03.
    let threshold = information[0][0] + 1 / (1.75 * 1.75)
    let lapses = information[2][2] + 1 / (0.03 * 0.03)
    guard deviation > 0 else { return 1 / (threshold - information[0][2] * information[0][2] / lapses) }
    let criteria = information[1][1] + 1 / (deviation * deviation)
    let (first, second, both) = (information[0][1], information[0][2], information[1][2])
    let lost =
      (first * first * lapses - 2 * first * second * both + second * second * criteria)
      / (criteria * lapses - both * both)
    return 1 / (threshold - lost)
  }
}
