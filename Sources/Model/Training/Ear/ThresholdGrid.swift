import Glibc

/// The joint belief about one threshold and the lapse rate: a probability for each cell of a grid. No shape is assumed,
/// as after a few right answers at 100 cents the posterior is flat on one side and a cliff on the other.
///
/// 145 steps of a twelfth of an octave by eight lapse rates; one answer costs about two microseconds.
struct ThresholdGrid: Hashable, Sendable {
  /// One lapse rate in each lane.
  typealias Lapses = SIMD8<Double>

  /// log₂ of the smallest threshold in cents: 0.09.
  static let lowest = -3.5
  /// Octaves between two cells.
  static let step = 1.0 / 12
  /// The number of thresholds; the highest is 362 cents.
  static let count = 145
  /// The lapse rates, up to two lapses in five answers. Each represents all rates nearer to it than to its neighbours.
  static let lapses = Lapses(0, 0.01, 0.03, 0.055, 0.09, 0.16, 0.26, 0.4)
  /// The prior of the lapse rates. Most ears lapse in none to one answer in ten; the threshold's error depends on this
  /// range, because answers that are 80 % right hardly separate one such rate from another. One ear in a hundred
  /// lapses more often: a larger share would mistake coarse ears without lapses for fine ones that guess.
  static let lapsePrior = Lapses(0.168, 0.138, 0.265, 0.286, 0.133, 0.003, 0.003, 0.004)
  /// Masks: 1 for each rate that counts as many lapses, and 1 for each that does not.
  static let (manyLapses, fewLapses) = (Lapses(0, 0, 0, 0, 0, 1, 1, 1), Lapses(1, 1, 1, 1, 1, 0, 0, 0))
  /// The mean of the lapse rate before any answer.
  static let lapsePriorMean = (lapses * lapsePrior).sum() / lapsePrior.sum()

  /// Probabilities, threshold by threshold; they sum to 1.
  private(set) var cells: [Lapses]

  /// log₂ cents of cell `index`.
  static func octaves(_ index: Int) -> Double { lowest + Double(index) * step }

  /// Normal in octaves, independent of lapses.
  init(mean: Double, deviation: Double, lapses: Lapses = lapsePrior) {
    cells = (0..<Self.count).map { index in
      let z = (Self.octaves(index) - mean) / deviation
      return lapses * exp(-z * z / 2)
    }
    normalize()
  }

  /// Restores the grid from a snapshot; nil unless the numbers are a distribution.
  init?(_ numbers: [Double]) {
    guard numbers.count == Self.count * Lapses.scalarCount, numbers.allSatisfy({ $0 >= 0 && $0.isFinite }) else {
      return nil
    }
    cells = (0..<Self.count).map { index in
      Lapses((0..<Lapses.scalarCount).map { numbers[index * Lapses.scalarCount + $0] })
    }
    let total = cells.reduce(Lapses.zero, +).sum()
    guard total > 0.5, total < 2 else { return nil }
  }

  /// The probabilities as stored.
  var numbers: [Double] { cells.flatMap { cell in (0..<Lapses.scalarCount).map { cell[$0] } } }

  /// Learns an answer whose lapse-free probability of being right, at threshold i, is `probabilities[i]`. Returns the
  /// predicted probability of a right answer.
  @discardableResult
  mutating func learn(correct: Bool, probabilities: [Double]) -> Double {
    let guess = Self.lapses / 2
    let attention = 1 - Self.lapses
    var (predicted, total) = (Lapses.zero, Lapses.zero)
    for index in 0..<Self.count {
      let right = guess + attention * probabilities[index]
      let before = cells[index]
      total += before
      predicted += before * right
      cells[index] = correct ? before * right : before * (1 - right)
    }
    let share = predicted.sum() / total.sum()
    normalize()
    return share
  }

  /// Spreads the threshold by a random walk's step of variance `variance` (octaves², small).
  mutating func drift(variance: Double) {
    let share = variance / (2 * Self.step * Self.step)
    var before = cells[0]
    for index in 0..<Self.count {
      let here = cells[index]
      let after = index + 1 < Self.count ? cells[index + 1] : here
      cells[index] = here + share * (before - 2 * here + after)
      before = here
    }
  }

  /// Moves each threshold t to `offset.mean` + (1 + `offset.slope`)·t from there onwards, both counted from `origin`,
  /// spread by a normal distribution of `offset.variance`. The smallest spread is the least the grid's steps can
  /// resolve.
  mutating func move(by offset: (mean: Double, slope: Double, variance: Double), from origin: Double) {
    let deviation = offset.variance > Self.finestMove * Self.finestMove ? offset.variance.squareRoot() : Self.finestMove
    // A damaged snapshot may hold NaN.
    guard (offset.mean + offset.slope + deviation).isFinite else { return }
    let reach = 4 * deviation
    var moved = [Lapses](repeating: .zero, count: Self.count)
    for index in 0..<Self.count where cells[index].sum() > 0 {
      let octaves = Self.octaves(index)
      let centre = octaves + offset.mean + offset.slope * (octaves - origin)
      // Values beyond the ends go to the ends.
      func cell(_ octaves: Double) -> Int {
        Int(min(max((octaves - Self.lowest) / Self.step, 0), Double(Self.count - 1)).rounded())
      }
      let (first, last) = (cell(centre - reach), cell(centre + reach))
      let weights = (first...last).map { place -> Double in
        let z = (Self.octaves(place) - centre) / deviation
        return exp(-z * z / 2)
      }
      let total = weights.reduce(0, +)
      for (place, weight) in zip(first...last, weights) {
        moved[place] += (total > 0 ? weight / total : 1 / Double(weights.count)) * cells[index]
      }
    }
    cells = moved
    normalize()
  }

  /// The least standard deviation of a move, in octaves: a much narrower normal distribution falls between the cells.
  private static let finestMove = 0.7 * step

  /// Believes with probability `hazard` that the threshold has jumped: by a Laplace-distributed number of octaves with
  /// this `scale`. Two first-order recursive filters make the convolution.
  mutating func jump(hazard: Double, scale: Double) {
    let decay = exp(-Self.step / scale)
    let gain = (1 - decay) / (1 + decay)
    let stays = 1 - hazard
    var jumped = [Lapses](repeating: .zero, count: Self.count)
    var sum = Lapses.zero
    for index in 0..<Self.count {
      sum = sum * decay + cells[index]
      jumped[index] = sum
    }
    sum = .zero
    for index in stride(from: Self.count - 1, through: 0, by: -1) {
      jumped[index] += sum
      sum = (sum + cells[index]) * decay
    }
    for index in 0..<Self.count { cells[index] = stays * cells[index] + hazard * gain * jumped[index] }
  }

  /// Returns towards the prior lapse rates by `share`: attention is not the same every day.
  mutating func forgetLapses(share: Double) {
    for index in 0..<Self.count {
      cells[index] = (1 - share) * cells[index] + (share * cells[index].sum()) * Self.lapsePrior
    }
  }

  /// The variance in octaves² that `days` add to a threshold.
  static func drift(days: Double) -> Double { min(0.0016 * days, 0.09) }

  /// Ages the threshold and the lapse rate by `days`, up to a year.
  mutating func age(days: Double) {
    let variance = Self.drift(days: days)
    // The three-point walk is stable only with small steps.
    let steps = max(1, Int((variance / 0.003).rounded(.up)))
    for _ in 0..<steps { drift(variance: variance / Double(steps)) }
    forgetLapses(share: 1 - exp(-days / 60))
  }

  /// Brings the sum back to 1.
  mutating func normalize() {
    let total = cells.reduce(Lapses.zero, +).sum()
    guard total > 0, total.isFinite else {
      self = ThresholdGrid(mean: ClassEstimate.priorMean, deviation: ClassEstimate.priorDeviation)
      return
    }
    let scale = 1 / total
    for index in 0..<Self.count { cells[index] *= scale }
  }

  /// Returns the grid weighted by a function of the threshold, such as the evidence of other estimates.
  func weighed(by weight: (Double) -> Double) -> ThresholdGrid {
    var grid = self
    for index in 0..<Self.count { grid.cells[index] *= weight(Self.octaves(index)) }
    grid.normalize()
    return grid
  }

  /// Weights each cell by `weight` of its threshold's index and its lapse rate's lane.
  mutating func weigh(by weight: (_ index: Int, _ lane: Int) -> Double) {
    for index in 0..<Self.count {
      for lane in 0..<Lapses.scalarCount { cells[index][lane] *= weight(index, lane) }
    }
    normalize()
  }

  /// The probabilities of the lapse rates, summed over thresholds.
  var lapseProbabilities: Lapses { cells.reduce(.zero, +) }

  /// The evidence of the answers for many lapses against few: the odds, divided by those before any answer (Bayes
  /// factor).
  var evidenceOfLapses: Double {
    func odds(_ probabilities: Lapses) -> Double {
      (probabilities * Self.manyLapses).sum() / max((probabilities * Self.fewLapses).sum(), 1e-300)
    }
    return odds(lapseProbabilities) / odds(Self.lapsePrior)
  }

  /// Mean and variance of a threshold's log₂.
  typealias Moments = (mean: Double, variance: Double)

  /// Mean and variance of log₂ of the threshold.
  var moments: Moments {
    var (total, first, second) = (0.0, 0.0, 0.0)
    for index in 0..<Self.count {
      let weight = cells[index].sum()
      let octaves = Self.octaves(index)
      total += weight
      first += weight * octaves
      second += weight * octaves * octaves
    }
    let mean = first / total
    return (mean, max(second / total - mean * mean, 1e-9))
  }
}
