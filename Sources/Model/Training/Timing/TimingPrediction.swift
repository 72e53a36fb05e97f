import Glibc

/// The predicted share right in one condition, lapses included, for a displacement that is early as often as late.
struct TimingPrediction {
  /// The probability below which cells are left out.
  private static let negligible = 1e-6

  /// For each plausible threshold, without lapses: the change of z per normalised millisecond, the shift by the lean,
  /// and the probability.
  private var points: [(perUnit: Double, lean: Double, weight: Double)] = []
  /// The contribution of guesses to the share right.
  private var guesses = 0.0

  /// The prediction of `ear` in `condition`.
  init(_ ear: TimingEar, in condition: TimingCondition) {
    let field = ear.field ?? TimingField(home: condition)
    let place = field.place(condition)
    let reach = (3 * place.variance).squareRoot()
    let differences: [(reach: Double, weight: Double)] =
      reach > 0 ? [(-reach, 1.0 / 6), (0, 2.0 / 3), (reach, 1.0 / 6)] : [(0, 1)]
    let follows = place.variance > 0 ? place.withLean / place.variance : 0
    let variance = max(field.covariance[0] - follows * place.withLean, 0)
    for (index, cell) in ear.grid.cells.enumerated() {
      let weight = cell.sum()
      guard weight > Self.negligible else { continue }
      let lapses = (cell * ThresholdGrid.lapses).sum()
      guesses += lapses / 2
      let height = ThresholdGrid.octaves(index)
      let lean = field.mean[0] + field.slope[0] * (height - TimingField.origin)
      for difference in differences {
        let slope = Observer.thresholdPerSigma * exp2(-place.octaves(at: height) - difference.reach)
        // The uncertainty of the lean adds to the ear's own noise.
        let perUnit = slope / (1 + slope * slope * variance).squareRoot()
        points.append(
          (perUnit, perUnit * (lean + follows * difference.reach), (weight - lapses) * difference.weight))
      }
    }
  }

  /// The probability of a right answer to a displacement of `magnitude` normalised milliseconds.
  func probabilityRight(at magnitude: Double) -> Double {
    points.reduce(guesses) { right, point in
      let z = point.perUnit * magnitude
      return right + point.weight * (Observer.normal(z + point.lean) + Observer.normal(z - point.lean)) / 2
    }
  }

  /// The displacement in normalised milliseconds, within `magnitudes`, at which `share` of the answers are right, to
  /// four thousandths of an octave; an end of the range if it lies beyond.
  func magnitude(share: Double, within magnitudes: ClosedRange<Double>) -> Double {
    var (low, high) = (log2(magnitudes.lowerBound), log2(magnitudes.upperBound))
    while high - low > 0.004 {
      let middle = (low + high) / 2
      if probabilityRight(at: exp2(middle)) < share { low = middle } else { high = middle }
    }
    return exp2((low + high) / 2)
  }
}
