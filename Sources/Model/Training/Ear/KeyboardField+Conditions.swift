/// The offsets of conditions: a node for each condition except the one whose height is g, which has none. The threshold
/// at a note in another condition is g plus the note's deviation plus the condition's offset: one curve for all, moved
/// as a whole.
///
/// A player who has practised in one condition only has 23 nodes and no offset, exactly as without conditions.
extension KeyboardField {
  /// The node of `condition`; nil for g's condition and for one that was never practised.
  func node(of condition: Condition) -> Int? { others.firstIndex(of: condition).map { Self.count + $0 } }

  /// The practised condition nearest to `condition`, with the variance of the difference between their thresholds.
  func nearest(to condition: Condition) -> (condition: Condition, variance: Double) {
    others.reduce((home, condition.variance(from: home))) { nearest, other in
      let variance = condition.variance(from: other)
      return variance < nearest.1 ? (other, variance) : nearest
    }
  }

  /// The height in `condition` relative to g, with its uncertainty given g: mean at the origin, slope on g less 1,
  /// variance.
  func offset(of condition: Condition) -> (mean: Double, slope: Double, variance: Double) {
    if condition == home { return (0, 0, 0) }
    if let node = node(of: condition) { return (mean[node], slope[node], covariance[node * size + node]) }
    let (near, added) = nearest(to: condition)
    let offset = offset(of: near)
    return (offset.mean, offset.slope, offset.variance + added)
  }

  /// Adds a node for a condition that was never practised, predicted from the nearest practised one.
  mutating func add(_ condition: Condition) {
    let (near, added) = nearest(to: condition)
    let origin = node(of: near)
    let (old, size) = (size, size + 1)
    var wider = [Double](repeating: 0, count: size * size)
    for row in 0..<old {
      for column in 0..<old { wider[row * size + column] = covariance[row * old + column] }
      guard let origin else { continue }
      wider[row * size + old] = covariance[row * old + origin]
      wider[old * size + row] = covariance[row * old + origin]
    }
    wider[old * size + old] = added + (origin.map { covariance[$0 * old + $0] } ?? 0)
    mean.append(origin.map { mean[$0] } ?? 0)
    slope.append(origin.map { slope[$0] } ?? 0)
    covariance = wider
    others.append(condition)
  }

  /// Forgets a condition other than g's own.
  mutating func remove(_ condition: Condition) {
    guard let node = node(of: condition) else { return }
    let kept = (0..<size).filter { $0 != node }
    covariance = kept.flatMap { row in kept.map { covariance[row * size + $0] } }
    mean.remove(at: node)
    slope.remove(at: node)
    others.remove(at: node - Self.count)
  }

  /// Makes `condition`, which has a node, the condition of g: g′ = g + its offset. `before` and `after` are the moments
  /// of g and of g′.
  ///
  /// Everything except g is normal, so this is a change of variables: the distribution of the nodes given g′ follows
  /// from their covariances with it. The new home's offset is then subtracted from every other offset; the old home's
  /// offset is the new one's with its sign changed.
  mutating func move(to condition: Condition, before: ThresholdGrid.Moments, after: ThresholdGrid.Moments) {
    guard let moved = node(of: condition) else { return }
    let size = size
    let reach = (1 + slope[moved]) * before.variance
    // Variance cut off by the ends of the grid does not count as knowledge.
    let spread = max(after.variance, (1 + slope[moved]) * reach + covariance[moved * size + moved])
    let shared = (0..<size).map { slope[$0] * reach + covariance[$0 * size + moved] }
    let slopes = shared.map { $0 / spread }
    for node in 0..<size {
      mean[node] += slope[node] * (before.mean - Self.origin) + slopes[node] * (Self.origin - after.mean)
    }
    for row in 0..<size {
      for column in 0..<size {
        covariance[row * size + column] +=
          slope[row] * slope[column] * before.variance - slopes[row] * slopes[column] * spread
      }
    }
    slope = slopes
    subtract(moved)
    others[moved - Self.count] = home
    home = condition
  }

  /// Subtracts the offset at `node` from all others, and negates its own.
  private mutating func subtract(_ node: Int) {
    let size = size
    func minus(_ own: Double, _ here: Double, at other: Int) -> Double {
      other < Self.count ? own : (other == node ? 0 : own) - here
    }
    let (meanHere, slopeHere) = (mean[node], slope[node])
    for other in Self.count..<size {
      mean[other] = minus(mean[other], meanHere, at: other)
      slope[other] = minus(slope[other], slopeHere, at: other)
    }
    for row in 0..<size {
      let here = covariance[row * size + node]
      for other in Self.count..<size {
        covariance[row * size + other] = minus(covariance[row * size + other], here, at: other)
      }
    }
    for column in 0..<size {
      let here = covariance[node * size + column]
      for other in Self.count..<size {
        covariance[other * size + column] = minus(covariance[other * size + column], here, at: other)
      }
    }
    for node in 0..<size where !(covariance[node * size + node] > 1e-6) { covariance[node * size + node] = 1e-6 }
  }

  /// Lets g, with these moments, drift by a step of `variance` together with the other conditions: the knowledge of
  /// their differences stays, and each becomes less certain in itself.
  mutating func drift(variance: Double, at general: ThresholdGrid.Moments) {
    guard !others.isEmpty else { return }
    let share = variance / (general.variance + variance)
    let size = size
    for row in Self.count..<size {
      for column in Self.count..<size {
        covariance[row * size + column] += slope[row] * slope[column] * general.variance * share
      }
    }
    for node in Self.count..<size {
      mean[node] += share * slope[node] * (general.mean - Self.origin)
      slope[node] -= share * slope[node]
    }
  }
}
