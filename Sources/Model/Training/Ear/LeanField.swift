import Glibc
import Pitch

/// The lean towards one answer over the keyboard: normal, on nine nodes an octave apart, linear between them.
///
/// A pull of the first tone towards the middle of the range shifts the criterion, even after long practice (Dirks,
/// Guest & Oxenham). Estimated here, it can be reported and does not pass for a coarser threshold.
struct LeanField: Hashable, Sendable {
  /// The MIDI note of the first node, C1.
  static let lowest = 24
  /// The number of nodes; the last is C9.
  static let count = 9

  /// The kind of lean.
  enum Kind: Hashable, Sendable {
    /// The lean in unison, towards "higher" (positive) or "lower", in σ of the ear's own noise: a habit. Most players
    /// lean little.
    case unison
    /// The lean in an interval, towards "wide" (positive) or "narrow" in either direction, in units of 20 cents: the
    /// ear's size of the interval less the tuning's. Most ears deviate for some intervals, with successive octaves 5 to
    /// 15 cents wide (Jaatinen, Pätynen & Alho 2019), even fine ears. The position of a curve and its steepness are
    /// learned separately, because neither carries information about the other.
    case interval

    /// The kind for `intervalClass`.
    init(_ intervalClass: IntervalClass) { self = intervalClass == .unison ? .unison : .interval }

    /// The standard deviations before any answer, of all regions together and of a single region.
    fileprivate var deviations: (general: Double, regional: Double) {
      switch self {
      case .unison: (0.17, 0.08)
      case .interval: (0.6, 0.1)
      }
    }
  }

  private let kind: Kind
  /// Whether it is the lean in an interval.
  var isInterval: Bool { kind == .interval }
  private(set) var mean: [Double]
  private(set) var covariance: [Double]

  /// The prior: no lean.
  init(_ kind: Kind) {
    self.kind = kind
    mean = [Double](repeating: 0, count: Self.count)
    covariance = Self.priorCovariance(of: kind)
  }

  /// Restores the field from a snapshot; nil unless the values can be leans.
  init?(_ kind: Kind, mean: [Double], covariance: [Double]) {
    guard mean.count == Self.count, covariance.count == Self.count * Self.count,
      (mean + covariance).allSatisfy({ abs($0) < 100 }),
      (0..<Self.count).allSatisfy({ covariance[$0 * Self.count + $0] > 0 })
    else { return nil }
    self.kind = kind
    self.mean = mean
    self.covariance = covariance
  }

  /// The effect of the lean on an offset.
  struct Shift {
    /// The amount added to the ear's z if "higher" or "wide" is right, and subtracted if it is wrong.
    var sigmas = 0.0
    /// The same for the offset's magnitude, in cents.
    var cents = 0.0
    /// The variance of `cents`.
    var variance = 0.0
  }

  /// Cents in the unit of an interval's lean.
  static let unit = 20.0

  /// The expected shift at `note`. For unison the mean is used: directions are fair coins, so the uncertainty averages
  /// out.
  func shift(at note: Note) -> Shift {
    let (mean, variance) = lean(at: note)
    return switch kind {
    case .unison: Shift(sigmas: mean)
    case .interval: Shift(cents: mean * Self.unit, variance: variance * Self.unit * Self.unit)
    }
  }

  /// The shift of a lean known to be `lean`.
  func shift(by lean: Double) -> Shift {
    switch kind {
    case .unison: Shift(sigmas: lean)
    case .interval: Shift(cents: lean * Self.unit)
    }
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

  /// Mean and variance of Σ weight · lean over these notes.
  func sum(_ notes: [(note: Note, weight: Double)]) -> (mean: Double, variance: Double) {
    var weights = [Double](repeating: 0, count: Self.count)
    for (note, weight) in notes {
      let (node, share) = Self.position(note)
      weights[node] += (1 - share) * weight
      weights[min(node + 1, Self.count - 1)] += share * weight
    }
    var (sum, variance) = (0.0, 0.0)
    for row in 0..<Self.count {
      sum += weights[row] * mean[row]
      for column in 0..<Self.count {
        variance += weights[row] * weights[column] * covariance[row * Self.count + column]
      }
    }
    return (sum, max(variance, 0))
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
    if !(covariance + mean).allSatisfy({ abs($0) < 100 }) { self = LeanField(kind) }
  }

  /// Returns towards the prior by `share`.
  mutating func forget(share: Double) {
    for node in 0..<Self.count { mean[node] *= 1 - share / 2 }
    let prior = Self.priorCovariance(of: kind)
    for index in covariance.indices { covariance[index] += share * (prior[index] - covariance[index]) }
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

  private static func priorCovariance(of kind: Kind) -> [Double] {
    let (general, regional) = kind.deviations
    return (0..<count).flatMap { left in
      (0..<count).map { right in
        let distance = Double(left - right)
        return general * general + regional * regional * exp(-distance * distance / 2)
      }
    }
  }
}
