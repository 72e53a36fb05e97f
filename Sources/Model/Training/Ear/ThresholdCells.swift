import Glibc

/// Probabilities by threshold, on the grid of `ThresholdGrid`; the lanes are lapse rates or uses of "sure".
extension [SIMD8<Double>] {
  /// Restores a distribution from a snapshot; nil unless the numbers are one.
  init?(numbers: [Double]) {
    let lanes = Element.scalarCount
    guard numbers.count == ThresholdGrid.count * lanes, numbers.allSatisfy({ $0 >= 0 && $0.isFinite }) else {
      return nil
    }
    self = (0..<ThresholdGrid.count).map { index in Element((0..<lanes).map { numbers[index * lanes + $0] }) }
    let total = reduce(.zero, +).sum()
    guard total > 0.5, total < 2 else { return nil }
  }

  /// The probabilities as stored.
  var numbers: [Double] { flatMap { cell in (0..<Element.scalarCount).map { cell[$0] } } }

  /// A random walk's step, see `ThresholdGrid`.
  mutating func drift(variance: Double) {
    let share = variance / (2 * ThresholdGrid.step * ThresholdGrid.step)
    var before = self[0]
    for index in indices {
      let here = self[index]
      let after = index + 1 < count ? self[index + 1] : here
      self[index] = here + share * (before - 2 * here + after)
      before = here
    }
  }

  /// The least standard deviation of a move, in octaves: a much narrower normal distribution falls between the cells.
  private static var finestMove: Double { 0.7 * ThresholdGrid.step }

  /// Moves each threshold, see `ThresholdGrid`.
  mutating func move(by offset: (mean: Double, slope: Double, variance: Double), from origin: Double) {
    let deviation = offset.variance > Self.finestMove * Self.finestMove ? offset.variance.squareRoot() : Self.finestMove
    // A damaged snapshot may hold NaN.
    guard (offset.mean + offset.slope + deviation).isFinite else { return }
    let reach = 4 * deviation
    var moved = [Element](repeating: .zero, count: count)
    for index in indices where self[index].sum() > 0 {
      let octaves = ThresholdGrid.octaves(index)
      let centre = octaves + offset.mean + offset.slope * (octaves - origin)
      // Values beyond the ends go to the ends.
      func cell(_ octaves: Double) -> Int {
        Int(Swift.min(Swift.max((octaves - ThresholdGrid.lowest) / ThresholdGrid.step, 0), Double(count - 1)).rounded())
      }
      let (first, last) = (cell(centre - reach), cell(centre + reach))
      let weights = (first...last).map { place -> Double in
        let z = (ThresholdGrid.octaves(place) - centre) / deviation
        return exp(-z * z / 2)
      }
      let total = weights.reduce(0, +)
      for (place, weight) in zip(first...last, weights) {
        moved[place] += (total > 0 ? weight / total : 1 / Double(weights.count)) * self[index]
      }
    }
    self = moved
  }

  /// A jump, see `ThresholdGrid`. Two first-order recursive filters make the convolution.
  mutating func jump(hazard: Double, scale: Double) {
    let decay = exp(-ThresholdGrid.step / scale)
    let gain = (1 - decay) / (1 + decay)
    let stays = 1 - hazard
    var jumped = [Element](repeating: .zero, count: count)
    var sum = Element.zero
    for index in indices {
      sum = sum * decay + self[index]
      jumped[index] = sum
    }
    sum = .zero
    for index in indices.reversed() {
      jumped[index] += sum
      sum = (sum + self[index]) * decay
    }
    for index in indices { self[index] = stays * self[index] + hazard * gain * jumped[index] }
  }
}
