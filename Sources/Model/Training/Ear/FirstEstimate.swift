import Glibc
import Pitch

/// The distance to the first threshold that can be shown: the answers so far, and roughly how many more it takes.
public struct FirstEstimate: Hashable, Sendable {
  /// The number of answers given.
  public var answers: Int
  /// The approximate number of further answers; at least 1.
  public var more: Int

  /// The number of answers by which `more` may well be wrong.
  public static let uncertainty = 5

  /// Returns this estimate as shown to a player who has seen `earlier` for the same notes. An unexpected answer makes
  /// the ear less certain, but answering never moves the player farther from the end.
  public func told(after earlier: FirstEstimate?) -> FirstEstimate {
    FirstEstimate(answers: answers, more: min(more, earlier?.more ?? more))
  }
}

extension Ear {
  /// The limit of the count: a player who needs more answers is answering at random.
  private static let mostAnswers = 200
  /// The tolerance, in octaves, between the offset of a simulated answer and the offset that would be asked.
  private static let resolution = 0.05

  /// The distance to a first threshold for each answered class that has none to show in any condition.
  public func firstEstimates(over range: NoteRange) -> [IntervalClass: FirstEstimate] {
    Dictionary(
      uniqueKeysWithValues: intervalClasses.compactMap { intervalClass in
        report(intervalClass, over: range)?.first.map { (intervalClass, $0) }
      })
  }

  /// The distance to a threshold, in the condition practised last, for a class that has nothing to show. Takes up to
  /// some milliseconds.
  ///
  /// Answers are learned ahead from the current belief, each at the offset that would be asked next and right by
  /// exactly the expected share, until the band at the best-known note is narrow enough to show. For half of the
  /// simulated ears of 2 to 35 cents, 6 to 20 answers into their practice, the result was within two answers of the
  /// number needed.
  func firstEstimate(of intervalClass: IntervalClass, over range: NoteRange) -> FirstEstimate? {
    let estimate = estimate(of: intervalClass)
    let places = (range.low.number...range.high.number).compactMap { Note($0) }.map(estimate.field.place)
    guard let place = places.min(by: { estimate.threshold($0).variance < estimate.threshold($1).variance }) else {
      return nil
    }
    let share =
      TrainingSettings.standard.targetSuccess - EdgeStrategy.harderBy + EdgeStrategy.easierShare * EdgeStrategy.easierBy
    // `LapseQuestion` finds out separately whether many answers are lapses: the usual exercises simulated here would
    // not settle it.
    var grid = estimate.grid
    grid.weigh { _, lane in ThresholdGrid.fewLapses[lane] }
    var more = 0
    while !Self.canBeShown(place.threshold(grid.moments).variance), more < Self.mostAnswers {
      grid.expect(Self.answer(share: share, grid, place))
      more += 1
    }
    // Notes without an answer nearby are not shown, even if they are certain.
    return FirstEstimate(answers: estimate.answers, more: max(more, 1))
  }

  /// Whether a threshold with this variance is certain enough to show.
  static func canBeShown(_ variance: Double) -> Bool {
    2 * Quantiles.normal * variance.squareRoot() < widestBand
  }

  /// Returns the lapse-free probability of a right answer for each threshold, at the offset where a share of `share` is
  /// expected to be right.
  private static func answer(share: Double, _ grid: ThresholdGrid, _ place: KeyboardField.Place) -> [Double] {
    func probabilities(_ magnitude: Double) -> [Double] {
      (0..<ThresholdGrid.count).map { index in
        Observer.normal(Observer.thresholdPerSigma * magnitude * exp2(-place.octaves(at: ThresholdGrid.octaves(index))))
      }
    }
    var (low, high) = (log2(EdgeStrategy.floor.value), log2(EdgeStrategy.ceiling.value))
    while high - low > resolution {
      let middle = (low + high) / 2
      if grid.share(probabilities(exp2(middle))) < share { low = middle } else { high = middle }
    }
    return probabilities(exp2((low + high) / 2))
  }
}

extension ThresholdGrid {
  /// The expected share of right answers if the lapse-free probability at threshold i is `probabilities[i]`.
  func share(_ probabilities: [Double]) -> Double {
    let attention = 1 - Self.lapses
    let guess = Self.lapses / 2
    return zip(cells, probabilities).reduce(0) { $0 + ($1.0 * (guess + attention * $1.1)).sum() }
  }

  /// Learns an answer that is right by exactly the expected share: the average information of an answer.
  mutating func expect(_ probabilities: [Double]) {
    let right = share(probabilities)
    weigh { index, lane in
      let lapse = Self.lapses[lane]
      let probability = min(max(lapse / 2 + (1 - lapse) * probabilities[index], 1e-9), 1 - 1e-9)
      return exp(right * log(probability) + (1 - right) * log(1 - probability))
    }
  }
}
