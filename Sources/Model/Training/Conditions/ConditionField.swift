import Glibc

/// Everything that the belief about a `ConditionEar` has besides the height g, the log₂ of the threshold in the first
/// condition practised, called home: the lean, and for each other condition the difference of its threshold from g in
/// octaves. Jointly normal given g, with means that are linear in g.
///
/// Node 0 is the lean in the unit of the conditions, node i the i-th other condition. Conditions are a Gaussian
/// process: a new one is predicted from all practised ones.
struct ConditionField<Key: EarCondition>: Hashable, Sendable {
  let home: Key
  private(set) var others: [Key] = []
  private(set) var mean = [0.0]
  private(set) var slope = [0.0]
  private(set) var covariance = [Key.scale.leanVariance]

  /// The prior.
  init(home: Key) { self.home = home }

  /// Restores the field from a snapshot; nil unless the values can be a field.
  init?(home: Key, others: [Key], mean: [Double], slope: [Double], covariance: [Double]) {
    let size = others.count + 1
    guard mean.count == size, slope.count == size, covariance.count == size * size,
      (0..<size).allSatisfy({ covariance[$0 * size + $0] > 0 }), size <= Key.most,
      Set(others + [home]).count == size
    else { return nil }
    self.home = home
    self.others = others
    self.mean = mean
    self.slope = slope
    self.covariance = covariance
    guard isSane else { return nil }
  }

  private var isSane: Bool { [mean, slope, covariance].allSatisfy { $0.allSatisfy { abs($0) < 1e5 } } }

  /// The number of nodes.
  var size: Int { others.count + 1 }

  /// The belief about one condition: a difference from g in octaves, given g.
  struct Place {
    /// The node; nil for home and for conditions that were never practised.
    var node: Int?
    /// The mean at the origin, and the slope over g.
    var mean = 0.0, slope = 0.0
    /// The variance given g; 0 at home.
    var variance = 0.0
    /// The covariance with the lean.
    var withLean = 0.0

    /// The mean of the threshold's log₂ if g is `height`.
    func octaves(at height: Double) -> Double { height + mean + slope * (height - Key.scale.origin) }

    /// The log₂ of the threshold if only the moments of g are known.
    func threshold(_ height: ThresholdGrid.Moments) -> ThresholdGrid.Moments {
      (octaves(at: height.mean), (1 + slope) * (1 + slope) * height.variance + variance)
    }
  }

  /// The belief about `condition`.
  func place(_ condition: Key) -> Place {
    if condition == home { return Place() }
    if let node = others.firstIndex(of: condition).map({ $0 + 1 }) {
      return Place(
        node: node, mean: mean[node], slope: slope[node], variance: max(covariance[node * size + node], 1e-9),
        withLean: covariance[node])
    }
    let (weights, remainder) = prediction(of: condition)
    var place = Place(variance: remainder)
    for (row, weight) in weights.enumerated() {
      place.mean += weight * mean[row + 1]
      place.slope += weight * slope[row + 1]
      place.withLean += weight * covariance[row + 1]
      for (column, other) in weights.enumerated() {
        place.variance += weight * other * covariance[(row + 1) * size + column + 1]
      }
    }
    return place
  }

  /// The lean's moments in the unit of the conditions.
  func lean(_ height: ThresholdGrid.Moments) -> (mean: Double, variance: Double) {
    (mean[0] + slope[0] * (height.mean - Key.scale.origin), covariance[0] + slope[0] * slope[0] * height.variance)
  }

  /// Adds a node for `condition`, which has none.
  mutating func add(_ condition: Key) {
    let (weights, remainder) = prediction(of: condition)
    let (old, size) = (size, size + 1)
    var gains = [Double](repeating: 0, count: old)
    for (row, weight) in weights.enumerated() {
      for column in 0..<old { gains[column] += weight * covariance[(row + 1) * old + column] }
    }
    let variance = zip(weights, gains.dropFirst()).reduce(remainder) { $0 + $1.0 * $1.1 }
    var wider = [Double](repeating: 0, count: size * size)
    for row in 0..<old {
      for column in 0..<old { wider[row * size + column] = covariance[row * old + column] }
      wider[row * size + old] = gains[row]
      wider[old * size + row] = gains[row]
    }
    wider[old * size + old] = variance
    mean.append(zip(weights, mean.dropFirst()).reduce(0) { $0 + $1.0 * $1.1 })
    slope.append(zip(weights, slope.dropFirst()).reduce(0) { $0 + $1.0 * $1.1 })
    covariance = wider
    others.append(condition)
  }

  /// Forgets a condition other than home.
  mutating func remove(_ condition: Key) {
    guard let index = others.firstIndex(of: condition) else { return }
    let kept = (0..<size).filter { $0 != index + 1 }
    covariance = kept.flatMap { row in kept.map { covariance[row * size + $0] } }
    mean.remove(at: index + 1)
    slope.remove(at: index + 1)
    others.remove(at: index)
  }

  /// Replaces the belief about the condition at `place` and the lean by one moved by `change`; the other nodes follow
  /// through their covariances.
  mutating func learn(_ place: Place, _ change: ConditionMoments.Change) {
    let size = size
    // The weight of each node on the two that were observed.
    var gains = [(condition: Double, lean: Double)](repeating: (0, 0), count: size)
    let lean = max(covariance[0], 1e-9)
    if let node = place.node {
      let determinant = max(place.variance * lean - place.withLean * place.withLean, 1e-12)
      for other in 0..<size {
        let (first, second) = (covariance[other * size + node], covariance[other * size])
        gains[other] = (
          (first * lean - second * place.withLean) / determinant,
          (second * place.variance - first * place.withLean) / determinant
        )
      }
    } else {
      for other in 0..<size { gains[other].lean = covariance[other * size] / lean }
    }
    let lost = (
      condition: place.variance - change.variance.condition, lean: lean - change.variance.lean,
      both: place.withLean - change.variance.both
    )
    for row in 0..<size {
      let gain = gains[row]
      mean[row] += gain.condition * change.shift.condition + gain.lean * change.shift.lean
      slope[row] += gain.condition * change.tilt.condition + gain.lean * change.tilt.lean
    }
    gains.withUnsafeBufferPointer { gains in
      covariance.withUnsafeMutableBufferPointer { covariance in
        for row in 0..<size {
          let first = gains[row].condition * lost.condition + gains[row].lean * lost.both
          let second = gains[row].condition * lost.both + gains[row].lean * lost.lean
          for column in 0..<size {
            covariance[row * size + column] -= first * gains[column].condition + second * gains[column].lean
          }
        }
      }
    }
    // A damaged snapshot can hold a matrix that is not a covariance; learning then diverges.
    for node in 0..<size where !(covariance[node * size + node] > 1e-9) { covariance[node * size + node] = 1e-9 }
    if !isSane { reset() }
  }

  /// Removes `share` of the slopes, so that the means stay at the height `height`.
  mutating func uncouple(share: Double, at height: Double) {
    for node in 0..<size {
      mean[node] += share * slope[node] * (height - Key.scale.origin)
      slope[node] -= share * slope[node]
    }
  }

  /// Makes g, with these moments, drift by a step of `variance` together with all conditions: the differences stay.
  mutating func drift(variance: Double, at height: ThresholdGrid.Moments) {
    let share = variance / (height.variance + variance)
    let size = size
    for row in 0..<size {
      for column in 0..<size {
        covariance[row * size + column] += slope[row] * slope[column] * height.variance * share
      }
    }
    uncouple(share: share, at: height.mean)
  }

  /// Returns towards the prior by `share`.
  mutating func forget(share: Double) {
    for node in 0..<size {
      mean[node] -= share / 2 * mean[node]
      slope[node] -= share / 2 * slope[node]
    }
    for row in 0..<size {
      for column in 0..<size {
        covariance[row * size + column] += share * (prior(row, column) - covariance[row * size + column])
      }
    }
  }

  private mutating func reset() {
    mean = [Double](repeating: 0, count: size)
    slope = mean
    covariance = (0..<size * size).map { prior($0 / size, $0 % size) }
  }

  // MARK: - The prior

  /// Covariance of two nodes before any answer.
  private func prior(_ row: Int, _ column: Int) -> Double {
    guard row > 0, column > 0 else { return row == column ? Key.scale.leanVariance : 0 }
    return prior(others[row - 1], others[column - 1])
  }

  /// Prior covariance of two conditions' differences from home.
  private func prior(_ one: Key, _ other: Key) -> Double {
    one.covariance(with: other) - one.covariance(with: home) - other.covariance(with: home)
      + home.covariance(with: home)
  }

  /// The prediction of `condition`'s difference: a weight for each other condition, and the variance that remains
  /// (kriging; Rasmussen & Williams 2006, 2.25). Solved by Cholesky's factors.
  private func prediction(of condition: Key) -> (weights: [Double], remainder: Double) {
    let count = others.count
    var factor = [Double](repeating: 0, count: count * count)
    for row in 0..<count {
      for column in 0...row {
        var sum = prior(others[row], others[column]) + (row == column ? 1e-6 : 0)
        for inner in 0..<column { sum -= factor[row * count + inner] * factor[column * count + inner] }
        factor[row * count + column] =
          row == column ? max(sum, 1e-9).squareRoot() : sum / factor[column * count + column]
      }
    }
    let with = others.map { prior($0, condition) }
    var weights = with
    for row in 0..<count {
      for column in 0..<row { weights[row] -= factor[row * count + column] * weights[column] }
      weights[row] /= factor[row * count + row]
    }
    for row in (0..<count).reversed() {
      for below in row + 1..<max(count, row + 1) { weights[row] -= factor[below * count + row] * weights[below] }
      weights[row] /= factor[row * count + row]
    }
    let explained = zip(weights, with).reduce(0) { $0 + $1.0 * $1.1 }
    return (weights, max(prior(condition, condition) - explained, 1e-6))
  }
}
