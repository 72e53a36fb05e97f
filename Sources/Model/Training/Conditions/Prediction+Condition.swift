import Glibc

extension Prediction {
  /// The prediction of `ear` in `condition`.
  init<Key: EarCondition>(_ ear: ConditionEar<Key>, in condition: Key) {
    let field = ear.field ?? ConditionField(home: condition)
    let place = field.place(condition)
    let reach = (3 * place.variance).squareRoot()
    let differences: [(reach: Double, weight: Double)] =
      reach > 0 ? [(-reach, 1.0 / 6), (0, 2.0 / 3), (reach, 1.0 / 6)] : [(0, 1)]
    let follows = place.variance > 0 ? place.withLean / place.variance : 0
    let variance = max(field.covariance[0] - follows * place.withLean, 0)
    var points: [(perUnit: Double, lean: Double, weight: Double)] = []
    var guesses = 0.0
    for (index, cell) in ear.grid.cells.enumerated() {
      let weight = cell.sum()
      guard weight > Self.negligible else { continue }
      let lapses = (cell * ThresholdGrid.lapses).sum()
      guesses += lapses / 2
      let height = ThresholdGrid.octaves(index)
      let lean = field.mean[0] + field.slope[0] * (height - Key.scale.origin)
      for difference in differences {
        let slope = Observer.thresholdPerSigma * exp2(-place.octaves(at: height) - difference.reach)
        // The uncertainty of the lean adds to the ear's own noise.
        let perUnit = slope / (1 + slope * slope * variance).squareRoot()
        points.append(
          (perUnit, perUnit * (lean + follows * difference.reach), (weight - lapses) * difference.weight))
      }
    }
    self.init(points: points, guesses: guesses)
  }
}
