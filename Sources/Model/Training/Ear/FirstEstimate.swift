import Glibc
import Pitch

/// How far it is to the first threshold that can be shown: answers so far, and about how many more it takes.
public struct FirstEstimate: Hashable, Sendable {
  /// How many were given.
  public var answers: Int
  /// About how many more it takes; at least 1.
  public var more: Int

  /// This one as it is told to somebody who was told `earlier` of the same notes: an answer against all expectation
  /// makes the ear less sure, but nobody is farther from the end for having answered.
  public func told(after earlier: FirstEstimate?) -> FirstEstimate {
    FirstEstimate(answers: answers, more: min(more, earlier?.more ?? more))
  }
}

extension Ear {
  /// More than these are not counted: whoever needs more answers at random.
  private static let mostAnswers = 200
  /// How close, in octaves, the offset of an answer that is reckoned with comes to the one that would be asked.
  private static let resolution = 0.05

  /// How far each class is from a threshold that was answered and of which none can be shown, in any condition.
  public func firstEstimates(over range: NoteRange) -> [IntervalClass: FirstEstimate] {
    Dictionary(
      uniqueKeysWithValues: intervalClasses.compactMap { intervalClass in
        report(intervalClass, over: range)?.first.map { (intervalClass, $0) }
      })
  }

  /// How far a class that nothing can be shown of is from a threshold in the condition it was practised in last. Some
  /// milliseconds at most.
  ///
  /// From what is believed now, answers are learnt ahead, each at the offset that would be asked next and right to just
  /// the share that is expected of it, until the band at the note known best is narrow enough to be shown. Of simulated
  /// ears of 2 to 35 cents, 6 to 20 answers into their practice, half needed at most two answers more or fewer than
  /// this.
  func firstEstimate(of intervalClass: IntervalClass, over range: NoteRange) -> FirstEstimate? {
    let estimate = estimate(of: intervalClass)
    let places = (range.low.number...range.high.number).compactMap { Note($0) }.map(estimate.field.place)
    guard let place = places.min(by: { estimate.threshold($0).variance < estimate.threshold($1).variance }) else {
      return nil
    }
    let share =
      TrainingSettings.standard.targetSuccess - EdgeStrategy.harderBy + EdgeStrategy.easierShare * EdgeStrategy.easierBy
    // Whether many answers are guesses is asked apart from this (`GuessQuestion`): the usual exercises, which are
    // reckoned with here, would not settle it.
    var grid = estimate.grid
    grid.weigh { _, lane in ThresholdGrid.fewLapses[lane] }
    var more = 0
    while !Self.canBeShown(place.threshold(grid.moments).variance), more < Self.mostAnswers {
      grid.expect(Self.answer(share: share, grid, place))
      more += 1
    }
    // Where no answer lies near, nothing is shown however sure it is.
    return FirstEstimate(answers: estimate.answers, more: max(more, 1))
  }

  /// Whether a threshold of this variance is known well enough to be shown.
  static func canBeShown(_ variance: Double) -> Bool {
    2 * Quantiles.normal * variance.squareRoot() < widestBand
  }

  /// The lapse-free probability of a right answer, threshold by threshold, at the offset where `share` are expected to
  /// be right.
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
  /// The share of right answers that is expected where the lapse-free probability at threshold i is `probabilities[i]`.
  func share(_ probabilities: [Double]) -> Double {
    let attention = 1 - Self.lapses
    let guess = Self.lapses / 2
    return zip(cells, probabilities).reduce(0) { $0 + ($1.0 * (guess + attention * $1.1)).sum() }
  }

  /// Learns an answer that is right to just the share that is expected of it: what an answer tells on average.
  mutating func expect(_ probabilities: [Double]) {
    let right = share(probabilities)
    weigh { index, lane in
      let lapse = Self.lapses[lane]
      let probability = min(max(lapse / 2 + (1 - lapse) * probabilities[index], 1e-9), 1 - 1e-9)
      return exp(right * log(probability) + (1 - right) * log(1 - probability))
    }
  }
}
