import Glibc
import Pitch

/// The belief about one interval class: the general height g of the threshold with the lapse rate on a grid, and the
/// keyboard's deviations and the lean as normal fields given g.
///
/// Each answer is learned by assumed-density filtering (Minka 2001): the grid exactly, with the field at the answer's
/// note integrated out on three points; the fields by their current mean and variance. The cost of an update does not
/// depend on the number of earlier answers.
struct ClassEstimate: Hashable, Sendable {
  /// log₂ of 15 cents.
  static let priorMean = log2(15.0)
  /// The standard deviation of the prior, in octaves.
  static let priorDeviation = 1.75
  /// Variance in octaves² that each answer adds to g: ears move slowly.
  static let driftVariance = 3e-7
  /// The probability that the threshold has jumped since the last answer (a cold, a new instrument), usually and while
  /// answers contradict the predictions; and the size of the jump in octaves.
  static let jump = (hazard: 1.0 / 100_000, surprisedHazard: 1.0 / 250, scale: 0.8)
  /// The share by which regions are uncoupled from g with each answer while a jump of the threshold is certain: the
  /// knowledge learned together with the old g describes the differences of regions, not their heights.
  static let uncoupling = 1.0 / 30
  /// The share by which lapse rates return to their prior with each answer.
  static let lapseForgetting = 1.0 / 20_000
  /// Before this many answers, and above this deviation in octaves, the estimate is too vague for a reading.
  static let vague = (answers: 40, deviation: 0.45)

  /// g and the lapse rate, under a prior that is the same for all classes: see `SharedStrength`.
  private(set) var grid = ThresholdGrid(mean: priorMean, deviation: priorDeviation)
  private(set) var field = KeyboardField()
  private(set) var lean: LeanField
  /// The deviation of recent answers from the predictions; near 0 while predictions hold.
  private(set) var surprise = Surprise()
  /// The number of answers, by note. The counts do not age: a note that was asked once stays familiar.
  private(set) var answersByNote = [Int](repeating: 0, count: 128)
  /// The number of answers, by condition, for the conditions kept separately.
  private(set) var answersByCondition: [Condition: Int] = [:]

  /// The number of answers.
  var answers: Int { answersByNote.reduce(0, +) }

  /// Returns the number of answers at notes with these numbers. Numbers that are not MIDI notes are left out.
  func answers(at numbers: ClosedRange<Int>) -> Int {
    answersByNote[numbers.clamped(to: 0...127)].reduce(0, +)
  }

  /// The prior for `intervalClass`, to be practised in `condition`.
  init(_ intervalClass: IntervalClass = .unison, in condition: Condition = .usual) {
    field = KeyboardField(in: condition)
    lean = LeanField(LeanField.Kind(intervalClass))
  }

  /// The condition whose height is g: the one practised last.
  var condition: Condition { field.home }

  /// Moves to `condition`: g becomes the height there, and the beliefs about all other conditions stay.
  mutating func move(to condition: Condition) {
    guard condition != field.home else { return }
    guard answers > 0 else {
      field.home = condition
      return
    }
    if field.node(of: condition) == nil {
      if field.others.count + 1 >= Condition.most { forgetRarest() }
      field.add(condition)
      // Answers that contradict the prediction from other conditions do not mean that the ear has changed.
      surprise = Surprise()
    }
    let before = grid.moments
    grid.move(by: field.offset(of: condition), from: KeyboardField.origin)
    field.move(to: condition, before: before, after: grid.moments)
  }

  /// Returns this estimate moved to `condition`.
  func moved(to condition: Condition) -> ClassEstimate {
    var estimate = self
    estimate.move(to: condition)
    return estimate
  }

  private mutating func forgetRarest() {
    let rarest = field.others.min {
      (answersByCondition[$0, default: 0], $0) < (answersByCondition[$1, default: 0], $1)
    }
    guard let rarest else { return }
    field.remove(rarest)
    answersByCondition[rarest] = nil
  }

  /// Returns this estimate, weighted by `weight` as further evidence about g (log₂ of cents).
  func weighed(by weight: (Double) -> Double) -> ClassEstimate {
    var estimate = self
    estimate.grid = grid.weighed(by: weight)
    return estimate
  }

  /// Learns one answer to an `offset` that is neither zero nor beyond all hearing, rated `isSure` (nil: not rated).
  /// Returns the reading of the threshold from this answer alone, without its rating, since a criterion that drifts
  /// would look like a trend; nil while the estimate is too vague.
  mutating func learn(note: Note, offset: Double, correct: Bool, isSure: Bool? = nil) -> ThresholdReading? {
    let reading = reading(note: note, offset: offset, correct: correct)
    if !field.others.isEmpty { field.drift(variance: Self.driftVariance, at: grid.moments) }
    grid.drift(variance: Self.driftVariance)
    let hazard = Self.jump.hazard + (Self.jump.surprisedHazard - Self.jump.hazard) * surprise.strength
    grid.jump(hazard: hazard, scale: Self.jump.scale)
    grid.forgetLapses(share: Self.lapseForgetting)
    if surprise.strength > 0 { field.uncouple(share: Self.uncoupling * surprise.strength, at: grid.moments.mean) }
    let place = field.place(note)
    let shift = lean.shift(at: note)
    let direction = offset > 0 ? 1.0 : -1.0
    let magnitude = offset.magnitude
    let rated = grid.rated(correct: correct, isSure: isSure)
    learnLean(note: note, place: place, magnitude: magnitude, direction: direction, correct: correct, rated: rated)
    var likelihood = Likelihood(place: place, magnitude: magnitude, direction: direction, shift: shift)
    if let rated { likelihood.rate(rated, grid) }
    learnField(place, likelihood, correct: correct)
    let predicted = grid.learn(
      correct: correct, isSure: isSure, right: likelihood.mean, rated: rated.map { ($0, likelihood.uses) })
    surprise.learn(predicted: predicted, correct: correct)
    answersByNote[note.number] += 1
    answersByCondition[condition, default: 0] += 1
    return reading
  }

  /// Ages the estimate by `days`, up to a year.
  mutating func age(days: Double) {
    if !field.others.isEmpty { field.drift(variance: ThresholdGrid.drift(days: days), at: grid.moments) }
    grid.age(days: days)
    field.forget(share: 1 - exp(-days / 700))
    lean.forget(share: 1 - exp(-days / 200))
  }

  // MARK: - One answer

  /// The lapse-free probability of a right answer for each g, on three points of the note's own deviation.
  private struct Likelihood {
    /// The weights of the points (Gauss & Hermite).
    static let weights = [1.0 / 6, 2.0 / 3, 1.0 / 6]

    /// The distance of the outer points.
    let reach: Double
    /// The ear's z, at −reach, 0 and +reach.
    private var scores: [[Double]] = []
    /// The factor by which the uncertainty of the lean widens the ear's noise, if it does, at the same points.
    private var widths: [[Double]] = []
    /// The probabilities at these points; after `rate`, those of the answer itself.
    private(set) var points: [[Double]] = []
    /// The mean over the deviation of a right answer's probability.
    private(set) var mean: [Double]
    /// After `rate`: the means over the deviation of the answer's probability, by use of "sure".
    private(set) var uses: [ConfidenceGrid.Uses] = []
    /// After `rate`: the probability of the answer if attention lapses.
    private(set) var guess: [Double] = []

    init(place: KeyboardField.Place, magnitude: Double, direction: Double, shift: LeanField.Shift) {
      reach = (3 * place.heardVariance).squareRoot()
      let count = ThresholdGrid.count
      mean = [Double](repeating: 0, count: count)
      let ratio = exp2(-ThresholdGrid.step * (1 + place.slope))
      let first = place.octaves(at: ThresholdGrid.lowest)
      for (offset, weight) in zip([-reach, 0, reach], Self.weights) {
        let perCent = Observer.thresholdPerSigma * exp2(-(first + offset))
        var z = perCent * (magnitude + direction * shift.cents)
        let lean = direction * shift.sigmas
        var probabilities = [Double](repeating: 0, count: count)
        if shift.variance > 0 {
          // The uncertainty of the lean adds to the ear's own noise.
          var variance = perCent * perCent * shift.variance
          var widths = probabilities
          for index in 0..<count {
            widths[index] = (1 + variance).squareRoot()
            probabilities[index] = (z + lean) / widths[index]
            z *= ratio
            variance *= ratio * ratio
          }
          self.widths.append(widths)
        } else {
          for index in 0..<count {
            probabilities[index] = z + lean
            z *= ratio
          }
        }
        scores.append(probabilities)
        for index in 0..<count {
          let probability = Observer.normal(probabilities[index])
          probabilities[index] = probability
          mean[index] += weight * probability
        }
        points.append(probabilities)
      }
    }

    /// Replaces the probabilities of a right answer by those of `answer`. At thresholds that are next to impossible in
    /// `grid`, the middle point stands for all three.
    mutating func rate(_ answer: RatedAnswer, _ grid: ThresholdGrid) {
      guard let confidence = grid.confidence else { return }
      uses = [ConfidenceGrid.Uses](repeating: .zero, count: ThresholdGrid.count)
      guess = [Double](repeating: 0, count: ThresholdGrid.count)
      for index in 0..<ThresholdGrid.count {
        let shares = confidence.uses(at: index)
        guess[index] = (shares * answer.guess).sum()
        let isPlausible = grid.cells[index].sum() > Prediction.negligible
        for point in isPlausible ? 0...2 : 1...1 {
          let probabilities = answer.probabilities(
            z: scores[point][index], normal: points[point][index], width: widths.isEmpty ? 1 : widths[point][index])
          uses[index] += (isPlausible ? Self.weights[point] : 1) * probabilities
          points[point][index] = (shares * probabilities).sum()
        }
        if !isPlausible { (points[0][index], points[2][index]) = (points[1][index], points[1][index]) }
      }
    }
  }

  /// Moves the field by the evidence of the answer about its note, for each g: mean and variance of the deviation after
  /// the answer, fitted by a line over g by least squares.
  private mutating func learnField(_ place: KeyboardField.Place, _ likelihood: Likelihood, correct: Bool) {
    let reach = likelihood.reach
    let count = ThresholdGrid.count
    var sums = LineSums()
    for index in 0..<count {
      let cell = grid.cells[index]
      let total = cell.sum()
      guard total > 1e-12 else { continue }
      let lapses = (cell * ThresholdGrid.lapses).sum()
      func weight(_ point: Int) -> Double {
        let share = Likelihood.weights[point]
        let attentive = (total - lapses) * likelihood.points[point][index]
        if !likelihood.guess.isEmpty { return share * (lapses * likelihood.guess[index] + attentive) }
        let right = lapses / 2 + attentive
        return share * (correct ? right : total - right)
      }
      let (low, middle, high) = (weight(0), weight(1), weight(2))
      let all = low + middle + high
      guard all > 0 else { continue }
      let shift = (high - low) * reach / all
      let variance = (high + low) * reach * reach / all - shift * shift
      sums.add(weight: all, x: ThresholdGrid.octaves(index) - KeyboardField.origin, y: shift, variance: variance)
    }
    guard let line = sums.line else { return }
    field.learn(
      place, shift: line.intercept, tilt: line.slope, ratio: line.variance / (reach * reach / 3))
  }

  private mutating func learnLean(
    note: Note, place: KeyboardField.Place, magnitude: Double, direction: Double, correct: Bool, rated: RatedAnswer?
  ) {
    let threshold = threshold(place)
    let perCent = Observer.thresholdPerSigma * exp2(-threshold.mean)
    // While a threshold is vague, the distance of an offset from the ear's own interval means little in cents.
    let reach = exp2((3 * threshold.variance).squareRoot())
    let points: [(factor: Double, weight: Double)] =
      lean.isInterval ? [(1 / reach, 1.0 / 6), (1, 2.0 / 3), (reach, 1.0 / 6)] : [(1, 1.0)]
    let lapse = lapse
    let uses = grid.confidence?.uses ?? .zero
    let field = lean
    lean.learn(at: note) { lean in
      let shift = field.shift(by: lean)
      let hears = points.reduce(0) { hears, point in
        let z = perCent * point.factor * (magnitude + direction * shift.cents) + direction * shift.sigmas
        let normal = Observer.normal(z)
        return hears + point.weight * (rated.map { (uses * $0.probabilities(z: z, normal: normal)).sum() } ?? normal)
      }
      if let rated { return lapse * (uses * rated.guess).sum() + (1 - lapse) * hears }
      let right = lapse / 2 + (1 - lapse) * hears
      return correct ? right : 1 - right
    }
  }

  private func reading(note: Note, offset: Double, correct: Bool) -> ThresholdReading? {
    let general = grid.moments
    guard answers >= Self.vague.answers, general.variance < Self.vague.deviation * Self.vague.deviation else {
      return nil
    }
    let direction = offset > 0 ? 1.0 : -1
    let shift = lean.shift(at: note)
    let perCent = Observer.thresholdPerSigma * exp2(-field.place(note).threshold(general).mean)
    let z = perCent * (offset.magnitude + direction * shift.cents)
    return ThresholdReading(
      estimate: general.mean, z: z + direction * shift.sigmas, scaling: z, lapse: lapse, correct: correct)
  }

  // MARK: - Beliefs

  /// log₂ of the threshold at a place: mean and variance, the note's own idiosyncrasy included.
  func threshold(_ place: KeyboardField.Place) -> (mean: Double, variance: Double) { place.threshold(grid.moments) }

  /// log₂ of the threshold predicted at a note.
  func octaves(at note: Note) -> Double { field.place(note).octaves(at: grid.moments.mean) }

  /// log₂ of the general height in `condition`.
  func height(in condition: Condition) -> ThresholdGrid.Moments {
    let general = grid.moments
    guard condition != field.home else { return general }
    let (mean, slope, variance) = field.offset(of: condition)
    return (
      general.mean + mean + slope * (general.mean - KeyboardField.origin),
      (1 + slope) * (1 + slope) * general.variance + variance
    )
  }

  /// The mean of the lapse rate.
  var lapse: Double { (grid.lapseProbabilities * ThresholdGrid.lapses).sum() }
}

extension ClassEstimate {
  func write(to writer: inout SnapshotWriter) {
    for answers in answersByNote { writer.write(answers) }
    writer.write(surprise.sum)
    writer.write(field.others.count)
    for condition in [field.home] + field.others {
      condition.write(to: &writer)
      writer.write(answersByCondition[condition, default: 0])
    }
    grid.write(to: &writer)
    for numbers in [field.mean, field.slope, field.covariance, lean.mean, lean.covariance] {
      writer.write(numbers)
    }
  }

  init(_ intervalClass: IntervalClass, from reader: inout SnapshotReader) throws(SnapshotReader.Unreadable) {
    for note in answersByNote.indices { answersByNote[note] = try reader.integer(in: 0...1 << 40) }
    surprise = Surprise(sum: try reader.finite())
    var conditions: [Condition] = []
    for _ in 0...(try reader.integer(in: 0...Condition.most - 1)) {
      let condition = try Condition(from: &reader)
      conditions.append(condition)
      answersByCondition[condition] = try reader.integer(in: 0...1 << 40)
    }
    let nodes = KeyboardField.count + conditions.count - 1
    grid = try ThresholdGrid(from: &reader)
    guard
      let field = KeyboardField(
        home: conditions[0], others: Array(conditions.dropFirst()), mean: try reader.numbers(nodes),
        slope: try reader.numbers(nodes), covariance: try reader.numbers(nodes * nodes)),
      let lean = LeanField(
        LeanField.Kind(intervalClass), mean: try reader.numbers(LeanField.count),
        covariance: try reader.numbers(LeanField.count * LeanField.count))
    else { throw SnapshotReader.Unreadable() }
    self.field = field
    self.lean = lean
  }
}
