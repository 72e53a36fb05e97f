import Glibc
import Pitch

/// The lean towards "higher" (positive) or "lower", in σ of the ear's own noise, over the keyboard: normal, on nine nodes an
/// octave apart, linear between them.
///
/// A pull of the first tone towards the middle of the range shifts the criterion, and stays even with long practice (Dirks,
/// Guest & Oxenham); estimated here, it can be told and does not pass for a coarser threshold.
struct LeanField: Hashable, Sendable {
  /// The MIDI note of the first node, C1.
  static let lowest = 24
  /// How many nodes; the last is C9.
  static let count = 9
  /// Standard deviations before any answer, of all regions together and of one region's own: most players lean little.
  private static let (general, regional) = (0.17, 0.08)

  private(set) var mean: [Double]
  private(set) var covariance: [Double]

  /// The prior: no lean.
  init() {
    mean = [Double](repeating: 0, count: Self.count)
    covariance = Self.priorCovariance
  }

  /// From a snapshot; nil unless these can be leans.
  init?(mean: [Double], covariance: [Double]) {
    guard mean.count == Self.count, covariance.count == Self.count * Self.count,
      (mean + covariance).allSatisfy({ abs($0) < 100 }),
      (0..<Self.count).allSatisfy({ covariance[$0 * Self.count + $0] > 0 })
    else { return nil }
    self.mean = mean
    self.covariance = covariance
  }

  /// Mean and variance at `note`.
  func lean(at note: Note) -> (mean: Double, variance: Double) {
    let (node, share) = Self.position(note)
    let next = min(node + 1, Self.count - 1)
    let mean = (1 - share) * mean[node] + share * mean[next]
    let gains = self.gains(node, next, share)
    let variance = (1 - share) * gains[node] + share * gains[next]
    return (mean, variance > 1e-9 ? variance : 1e-9)
  }

  /// Learns an answer at `note` that has probability `probability(lean)` under each lean: the belief there becomes the
  /// normal one with the same mean and variance (moment matching on three points), and its neighbours follow.
  mutating func learn(at note: Note, probability: (Double) -> Double) {
    let (node, share) = Self.position(note)
    let next = min(node + 1, Self.count - 1)
    let gains = self.gains(node, next, share)
    let (center, variance) = lean(at: note)
    let reach = (3 * variance).squareRoot()
    let (low, middle, high) = (
      probability(center - reach) / 6, probability(center) * 2 / 3, probability(center + reach) / 6
    )
    let total = low + middle + high
    guard total > 0, total.isFinite else { return }
    let shift = (high - low) * reach / total
    let after = (high + low) * reach * reach / total - shift * shift
    let lost = (1 - min(max(after / variance, 0.05), 1)) / variance
    for row in 0..<Self.count {
      mean[row] += gains[row] / variance * shift
      for column in 0..<Self.count { covariance[row * Self.count + column] -= gains[row] * gains[column] * lost }
    }
    // As in `KeyboardField`.
    if !(covariance + mean).allSatisfy({ abs($0) < 100 }) { self = LeanField() }
  }

  /// Goes back towards the prior by `share`.
  mutating func forget(share: Double) {
    for node in 0..<Self.count { mean[node] *= 1 - share / 2 }
    for index in covariance.indices { covariance[index] += share * (Self.priorCovariance[index] - covariance[index]) }
  }

  private func gains(_ node: Int, _ next: Int, _ share: Double) -> [Double] {
    (0..<Self.count).map { column -> Double in
      let here = covariance[node * Self.count + column]
      let there = covariance[next * Self.count + column]
      return (1 - share) * here + share * there
    }
  }

  private static func position(_ note: Note) -> (Int, Double) {
    let position = min(max(Double(note.number - lowest) / 12, 0), Double(count - 1))
    let node = Int(position)
    return (node, position - Double(node))
  }

  private static let priorCovariance: [Double] = (0..<count).flatMap { left in
    (0..<count).map { right in
      let distance = Double(left - right)
      return general * general + regional * regional * exp(-distance * distance / 2)
    }
  }
}
