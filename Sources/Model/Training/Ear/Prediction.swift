import Glibc
import Pitch

/// The predicted share right at one note, or in one condition of early or late, lapses included, for a difference in
/// either direction: the expectation for questions that have not been asked.
struct Prediction {
  /// The probability below which cells are left out: after some answers, four cells in five.
  static let negligible = 1e-6

  /// For each plausible threshold, without lapses: the change of z per unit (cents or normalised milliseconds), the
  /// shift by the lean, and the probability.
  private let points: [(perUnit: Double, lean: Double, weight: Double)]
  /// The contribution of guesses to the share right.
  private let guesses: Double

  /// Memberwise.
  init(points: [(perUnit: Double, lean: Double, weight: Double)], guesses: Double) {
    self.points = points
    self.guesses = guesses
  }

  /// The prediction of `estimate` at `note`, limited to the lapse rates that are 1 in `lapses`.
  init(
    _ estimate: ClassEstimate, at note: Note, lapses kept: ThresholdGrid.Lapses = ThresholdGrid.Lapses(repeating: 1)
  ) {
    let place = estimate.field.place(note)
    let outer = exp2((3 * place.heardVariance).squareRoot())
    let deviations: [(factor: Double, weight: Double)] = [(1 / outer, 1.0 / 6), (1, 2.0 / 3), (outer, 1.0 / 6)]
    var points: [(perCent: Double, weight: Double)] = []
    var (total, guesses) = (0.0, 0.0)
    let negligible = Self.negligible * (estimate.grid.lapseProbabilities * kept).sum()
    for (index, all) in estimate.grid.cells.enumerated() {
      let cell = all * kept
      let weight = cell.sum()
      guard weight > negligible else { continue }
      let lapses = (cell * ThresholdGrid.lapses).sum()
      total += weight
      guesses += lapses / 2
      let perCent = Observer.thresholdPerSigma * exp2(-place.octaves(at: ThresholdGrid.octaves(index)))
      points += deviations.map { (perCent * $0.factor, (weight - lapses) * $0.weight) }
    }
    let shift = estimate.lean.shift(at: note)
    self.points = points.map { perCent, weight in
      // The uncertainty of the lean adds to the ear's own noise.
      let width = (1 + perCent * perCent * shift.variance).squareRoot()
      return (perCent / width, (perCent * shift.cents + shift.sigmas) / width, weight / total)
    }
    self.guesses = guesses / total
  }

  /// The probability of a right answer to a difference of `magnitude` units.
  func probabilityRight(at magnitude: Double) -> Double {
    points.reduce(guesses) { right, point in
      let z = point.perUnit * magnitude
      return right + point.weight * (Observer.normal(z + point.lean) + Observer.normal(z - point.lean)) / 2
    }
  }

  /// The difference in units, within `magnitudes`, at which `share` of the answers are right, to four thousandths of an
  /// octave; an end of the range if it lies beyond.
  func magnitude(share: Double, within magnitudes: ClosedRange<Double>) -> Double {
    var (low, high) = (log2(magnitudes.lowerBound), log2(magnitudes.upperBound))
    while high - low > 0.004 {
      let middle = (low + high) / 2
      if probabilityRight(at: exp2(middle)) < share { low = middle } else { high = middle }
    }
    return exp2((low + high) / 2)
  }
}
