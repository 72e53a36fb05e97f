import Glibc
import Pitch
import Training

/// The posterior of one threshold from all answers, with a free lapse rate: the simple fit of the baseline.
package struct GridPosterior: Sendable {
  /// The centre of the prior, in cents.
  package static let priorCentre = 15.0

  /// The weights by lapse, then threshold; they sum to 1.
  private var weights: [Double]

  init() {
    weights = YardstickGrid.lapses.flatMap { _ in YardstickGrid.prior.map { $0 / Double(YardstickGrid.lapses.count) } }
  }

  /// Creates the posterior from the logarithms of likelihoods, by lapse, then threshold, and the prior of each
  /// threshold.
  package init(logLikelihoods: [Double], prior: [Double]) {
    let highest = logLikelihoods.max() ?? 0
    let count = YardstickGrid.count
    weights = logLikelihoods.indices.map { exp(logLikelihoods[$0] - highest) * prior[$0 % count] }
    normalize(weights.reduce(0, +))
  }

  /// Learns whether an answer to `cents` was right. Distances that are not positive and finite teach nothing.
  mutating func learn(_ cents: Double, correct: Bool) {
    guard cents.isFinite, cents > 0 else { return }
    let count = YardstickGrid.count
    let sum = YardstickGrid.withNormals(atOctaves: log2(cents)) { normal in
      weights.withUnsafeMutableBufferPointer { weights in
        var sum = 0.0
        for threshold in 0..<count {
          let normal = normal(threshold)
          var index = threshold
          for lapse in YardstickGrid.lapses {
            let right = lapse / 2 + (1 - lapse) * normal
            let weight = weights[index] * (correct ? right : 1 - right)
            weights[index] = weight
            sum += weight
            index += count
          }
        }
        return sum
      }
    }
    normalize(sum)
  }

  private mutating func normalize(_ sum: Double) {
    let scale = 1 / sum
    weights.withUnsafeMutableBufferPointer { weights in
      // A weight of 0 could never recover.
      for index in weights.indices { weights[index] = max(weights[index] * scale, 1e-300) }
    }
  }

  /// The smallest distance, of 64 to an octave within `levels`, at which the predicted share right is `success`.
  func level(for success: Double, within levels: ClosedRange<Cents>) -> Cents {
    let count = YardstickGrid.count
    var guessed = 0.0
    var told = [Double](repeating: 0, count: count)
    for (row, lapse) in YardstickGrid.lapses.enumerated() {
      for threshold in 0..<count {
        let weight = weights[row * count + threshold]
        guessed += weight * lapse / 2
        told[threshold] += weight * (1 - lapse)
      }
    }
    let fineness = Double(YardstickGrid.fineness)
    var low = Int((log2(levels.lowerBound.value) * fineness).rounded(.up))
    var high = Int((log2(levels.upperBound.value) * fineness).rounded(.down))
    while low < high {
      let middle = (low + high) >> 1
      let predicted = YardstickGrid.withNormals(atOctaves: Double(middle) / fineness) { normal in
        told.withUnsafeBufferPointer { told in
          var sum = guessed
          for threshold in 0..<count { sum += told[threshold] * normal(threshold) }
          return sum
        }
      }
      if predicted < success { low = middle + 1 } else { high = middle }
    }
    return Cents(exp2(Double(low) / fineness))
  }

  /// The probability of each threshold, lapses summed out.
  private var marginal: [Double] {
    let count = YardstickGrid.count
    return (0..<count).map { threshold in
      YardstickGrid.lapses.indices.reduce(0) { $0 + weights[$1 * count + threshold] }
    }
  }

  /// The mean of log₂ of the threshold.
  package var meanOctaves: Double { zip(marginal, YardstickGrid.octaves).reduce(0) { $0 + $1.0 * $1.1 } }

  /// 2 to the mean of log₂ of the threshold, in cents, with the middle 90 %.
  var threshold: Banded {
    let marginal = marginal
    let value = exp2(meanOctaves)
    let band = min(value, exp2(quantile(0.05, of: marginal)))...max(value, exp2(quantile(0.95, of: marginal)))
    return Banded(value, band)
  }

  /// Each weight is spread evenly over the grid step about its threshold.
  private func quantile(_ share: Double, of marginal: [Double]) -> Double {
    var below = 0.0
    for (index, weight) in marginal.enumerated() {
      if below + weight >= share {
        let part = weight > 0 ? (share - below) / weight : 0.5
        return YardstickGrid.octaves[index] + (part - 0.5) / Double(YardstickGrid.stepsPerOctave)
      }
      below += weight
    }
    return YardstickGrid.octaves[marginal.count - 1]
  }
}
