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

  /// Probabilities, threshold by threshold; they sum to 1.
  private(set) var cells: [Lapses]
  /// The use of "sure"; nil before the first sure answer.
  private(set) var confidence: ConfidenceGrid?

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

  /// The answer to learn with its rating. Ratings count from the answer after the first sure one: an ear whose player
  /// is never sure is the ear without ratings.
  func rated(correct: Bool, isSure: Bool?) -> RatedAnswer? {
    isSure.flatMap { confidence?.answer(correct: correct, isSure: $0) }
  }

  /// Learns an answer rated `isSure` (nil: not rated), whose lapse-free probability of being right, at threshold i, is
  /// `right[i]`; `rated` is the answer with the lapse-free probability of what it says, by use of "sure". Returns the
  /// predicted probability of a right answer.
  mutating func learn(
    correct: Bool, isSure: Bool?, right: [Double], rated: (answer: RatedAnswer, probabilities: [ConfidenceGrid.Uses])?
  ) -> Double {
    defer { count(isSure: isSure) }
    guard let rated else { return learn(correct: correct, probabilities: right) }
    let share = share(right)
    learn(rated.answer, rated.probabilities)
    return share
  }

  private mutating func learn(_ answer: RatedAnswer, _ probabilities: [ConfidenceGrid.Uses]) {
    let attention = 1 - Self.lapses
    for index in 0..<Self.count {
      let before = cells[index]
      let lapse = min((before * Self.lapses).sum() / max(before.sum(), 1e-300), 1)
      let uses = confidence?.uses(at: index) ?? .zero
      let guess = (uses * answer.guess).sum()
      cells[index] = before * (Self.lapses * guess + attention * (uses * probabilities[index]).sum())
      confidence?.cells[index] *= lapse * answer.guess + (1 - lapse) * probabilities[index]
    }
    normalize()
  }

  private mutating func count(isSure: Bool?) {
    guard let isSure else { return }
    if confidence == nil, isSure { confidence = ConfidenceGrid(over: cells) } else { confidence?.count(isSure: isSure) }
  }

  /// Spreads the threshold by a random walk's step of variance `variance` (octaves², small).
  mutating func drift(variance: Double) {
    cells.drift(variance: variance)
    confidence?.cells.drift(variance: variance)
  }

  /// Moves each threshold t to `offset.mean` + (1 + `offset.slope`)·t from there onwards, both counted from `origin`,
  /// spread by a normal distribution of `offset.variance`. The smallest spread is the least the grid's steps can
  /// resolve.
  mutating func move(by offset: (mean: Double, slope: Double, variance: Double), from origin: Double) {
    cells.move(by: offset, from: origin)
    confidence?.cells.move(by: offset, from: origin)
    normalize()
  }

  /// Believes with probability `hazard` that the threshold has jumped: by a Laplace-distributed number of octaves with
  /// this `scale`.
  mutating func jump(hazard: Double, scale: Double) {
    cells.jump(hazard: hazard, scale: scale)
    confidence?.cells.jump(hazard: hazard, scale: scale)
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
    confidence?.forget(share: 1 - exp(-days / 120))
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
    confidence?.follow(cells)
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

extension ThresholdGrid {
  func write(to writer: inout SnapshotWriter) {
    writer.write(cells.numbers)
    writer.write(confidence == nil ? 0 : 1)
    confidence?.write(to: &writer)
  }

  init(from reader: inout SnapshotReader) throws(SnapshotReader.Unreadable) {
    guard let cells = [Lapses](numbers: try reader.numbers(Self.count * Lapses.scalarCount)) else {
      throw SnapshotReader.Unreadable()
    }
    self.cells = cells
    if try reader.integer(in: 0...1) == 1 { confidence = try ConfidenceGrid(from: &reader) }
  }
}
