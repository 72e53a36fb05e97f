import Foundation
import Glibc

/// The model of an ear that answers which of two ways a difference goes: a threshold for each condition and one lean,
/// learned answer by answer. `TimingEar` and `BeatsEar` give it its unit.
///
/// P(right) = λ/2 + (1 − λ)·Φ(0.6745·(x + d·μ)/T), with the difference x and the threshold T in the unit of the
/// conditions. d is +1 if "higher" is right and −1 if "lower" is; the lean μ is positive if the ear answers "higher"
/// too often. T is the lapse-free 75 % point.
///
/// The threshold in the first condition practised and the lapse rate are kept on an exact grid, everything else normal
/// given that threshold: see `ConditionField`. An answer costs about ten microseconds, regardless of the number of
/// earlier ones.
struct ConditionEar<Key: EarCondition>: Hashable, Sendable {
  /// The number of answers between two steps of the drift, which is slow.
  private static var driftStep: Int { 64 }
  /// The probability below which a threshold is left out of the moments of an answer.
  private static var negligible: Double { 1e-9 }

  /// The threshold at home and the lapse rate.
  private(set) var grid = ThresholdGrid(mean: Key.scale.origin, deviation: Key.scale.deviation)
  /// The lean and the other conditions; nil without answers.
  private(set) var field: ConditionField<Key>?
  /// The number of answers by condition, for the conditions kept separately.
  private(set) var practised: [Key: Int] = [:]
  /// The condition practised last; nil without answers.
  private(set) var condition: Key?
  /// The number of answers, including those in forgotten conditions.
  private(set) var answers = 0
  private var surprise = Surprise()
  private var clock = EarClock()

  /// An ear without answers.
  init() {}

  /// Whether the ear has no answers yet.
  var isCold: Bool { field == nil }

  /// Learns one answer to `difference`, positive if "higher" is right, rated `isSure` (nil: not rated), given at `time`
  /// (nil: no time passed). Returns the reading of the threshold in its condition from this answer alone, without its
  /// rating, in log₂ of the unit; nil while the estimate is too vague to read it. Values that no exercise has, such as
  /// 0 and NaN, teach nothing.
  @discardableResult
  mutating func learn(
    _ difference: Double, in condition: Key, correct: Bool, isSure: Bool? = nil, at time: Date? = nil
  ) -> ThresholdReading? {
    guard Key.scale.differences.contains(difference.magnitude) else { return nil }
    if let time { age(to: time) }
    move(to: condition)
    let question = Question(
      magnitude: difference.magnitude, direction: difference > 0 ? 1 : -1, correct: correct, isSure: isSure)
    let reading = reading(question)
    drift()
    learn(question)
    answers += 1
    practised[condition, default: 0] += 1
    return reading
  }

  /// Ages the ear to `time`: estimates become less certain, none is erased. Less than half a day is left to add up; a
  /// time before the newest one (a wall clock set back) ages nothing.
  mutating func age(to time: Date) {
    guard let days = clock.days(to: time), !isCold else { return }
    field?.drift(variance: ThresholdGrid.drift(days: days), at: grid.moments)
    grid.age(days: days)
    field?.forget(share: 1 - exp(-days / 400))
  }

  // MARK: - One answer

  /// One answer in the condition practised last.
  private struct Question {
    /// In the unit of the conditions.
    var magnitude: Double
    /// +1 if "higher" was right, −1 if "lower" was.
    var direction: Double
    var correct: Bool
    /// Whether the player was sure; nil: not rated.
    var isSure: Bool?
  }

  /// What an answer says about the ear.
  private struct Evidence {
    /// The moments of the condition's difference and of the lean after the answer, over g.
    var moments = ConditionMoments()
    /// The lapse-free probability of a right answer at each g.
    var right = [Double](repeating: 0, count: ThresholdGrid.count)
    /// The lapse-free probability of the answer itself at each g, by use of "sure"; empty without a rating.
    var uses: [ConfidenceGrid.Uses] = []
  }

  private mutating func move(to condition: Key) {
    self.condition = condition
    guard let home = field?.home else {
      field = ConditionField(home: condition)
      return
    }
    guard condition != home, practised[condition] == nil else { return }
    if practised.count >= Key.most {
      let rarest = practised.filter { $0.key != home }.min { ($0.value, $0.key) < ($1.value, $1.key) }
      if let rarest {
        field?.remove(rarest.key)
        practised[rarest.key] = nil
      }
    }
    field?.add(condition)
    // Answers that contradict the prediction from other conditions do not mean that the ear has changed.
    surprise = Surprise()
  }

  /// The constants are those of `ClassEstimate`, for the same reasons.
  private mutating func drift() {
    let strength = surprise.strength
    if answers.isMultiple(of: Self.driftStep) {
      let variance = Double(Self.driftStep) * ClassEstimate.driftVariance
      field?.drift(variance: variance, at: grid.moments)
      grid.drift(variance: variance)
    }
    let jump = ClassEstimate.jump
    grid.jump(hazard: jump.hazard + (jump.surprisedHazard - jump.hazard) * strength, scale: jump.scale)
    grid.forgetLapses(share: ClassEstimate.lapseForgetting)
    if strength > 0 { field?.uncouple(share: ClassEstimate.uncoupling * strength, at: grid.moments.mean) }
  }

  private mutating func learn(_ question: Question) {
    guard let field, let condition else { return }
    let place = field.place(condition)
    let rated = grid.rated(correct: question.correct, isSure: question.isSure)
    let evidence = Self.evidence(of: question, rated, grid, field, place)
    if let change = evidence.moments.change { self.field?.learn(place, change) }
    let predicted = grid.learn(
      correct: question.correct, isSure: question.isSure, right: evidence.right,
      rated: rated.map { ($0, evidence.uses) })
    surprise.learn(predicted: predicted, correct: question.correct)
  }

  /// The evidence of an answer. The condition's difference is integrated on three points (Gauss & Hermite), the lean
  /// exactly: the moments of a normal distribution times Φ (Rasmussen & Williams 2006, 3.85).
  private static func evidence(
    of question: Question, _ rated: RatedAnswer?, _ grid: ThresholdGrid, _ field: ConditionField<Key>,
    _ place: ConditionField<Key>.Place
  ) -> Evidence {
    let reach = (3 * place.variance).squareRoot()
    let points: [(reach: Double, weight: Double)] =
      reach > 0 ? [(-reach, 1.0 / 6), (0, 2.0 / 3), (reach, 1.0 / 6)] : [(0, 1)]
    let follows = place.variance > 0 ? place.withLean / place.variance : 0
    let variance = max(field.covariance[0] - follows * place.withLean, 1e-9)
    let factors = points.map { exp2(-$0.reach) }
    let ratio = exp2(-ThresholdGrid.step * (1 + place.slope))
    var perUnit = Observer.thresholdPerSigma * exp2(-place.octaves(at: ThresholdGrid.lowest))
    let direction = question.direction
    var evidence = Evidence()
    if rated != nil { evidence.uses = [ConfidenceGrid.Uses](repeating: .zero, count: ThresholdGrid.count) }
    for index in 0..<ThresholdGrid.count {
      defer { perUnit *= ratio }
      let cell = grid.cells[index]
      let total = cell.sum()
      let x = ThresholdGrid.octaves(index) - Key.scale.origin
      let lean = field.mean[0] + field.slope[0] * x
      guard total > negligible else {
        let width = (1 + perUnit * perUnit * variance).squareRoot()
        let z = perUnit * (question.magnitude + direction * lean) / width
        evidence.right[index] = Observer.normal(z)
        if let rated {
          evidence.uses[index] = rated.probabilities(z: z, normal: evidence.right[index], width: width)
        }
        continue
      }
      let lapses = (cell * ThresholdGrid.lapses).sum()
      let attentive = total - lapses
      let uses = rated == nil ? .zero : grid.confidence?.uses(at: index) ?? .zero
      var (weight, sums) = (0.0, (condition: 0.0, lean: 0.0))
      var squares = (condition: 0.0, lean: 0.0, both: 0.0)
      for (point, factor) in zip(points, factors) {
        let slope = perUnit * factor
        let moved = follows * point.reach
        // The uncertainty of the lean adds to the ear's own noise.
        let width = (1 + slope * slope * variance).squareRoot()
        let gain = slope / width
        let z = gain * (question.magnitude + direction * (lean + moved))
        let right = Observer.normal(z)
        let share = point.weight
        evidence.right[index] += share * right
        var all, one, two: Double
        if let rated {
          let probabilities = rated.probabilities(z: z, normal: right, width: width)
          evidence.uses[index] += share * probabilities
          let (first, withZ) = rated.derivatives(z: z, width: width, uses: uses)
          let reach = attentive * gain * variance
          all = lapses * (uses * rated.guess).sum() + attentive * (uses * probabilities).sum()
          (one, two) = (direction * reach * first, variance * all - reach * gain * variance * withZ)
        } else {
          let density = attentive * Observer.density(z) * gain * variance
          all = lapses / 2 + attentive * right
          (one, two) = (direction * density, variance * all - density * gain * variance * z)
          if !question.correct { (all, one, two) = (total - all, -one, variance * total - two) }
        }
        weight += share * all
        sums.condition += share * all * point.reach
        sums.lean += share * (all * moved + one)
        squares.condition += share * all * point.reach * point.reach
        squares.lean += share * (two + 2 * one * moved + all * moved * moved)
        squares.both += share * point.reach * (all * moved + one)
      }
      evidence.moments.add(x: x, weight: weight, sums: sums, squares: squares)
    }
    return evidence
  }

  private func reading(_ question: Question) -> ThresholdReading? {
    guard let field, let condition else { return nil }
    let moments = grid.moments
    let threshold = field.place(condition).threshold(moments)
    guard answers >= ClassEstimate.vague.answers,
      threshold.variance < ClassEstimate.vague.deviation * ClassEstimate.vague.deviation
    else { return nil }
    let lean = field.lean(moments).mean
    let z =
      Observer.thresholdPerSigma * exp2(-threshold.mean) * (question.magnitude + question.direction * lean)
    return ThresholdReading(estimate: threshold.mean, z: z, scaling: z, lapse: lapse, correct: question.correct)
  }

  // MARK: - Beliefs

  /// log₂ of the threshold in `condition`: mean and variance.
  func octaves(in condition: Key) -> ThresholdGrid.Moments {
    field?.place(condition).threshold(grid.moments) ?? grid.moments
  }

  /// The lean; positive: "higher" is answered too often.
  var lean: (mean: Double, variance: Double) {
    field?.lean(grid.moments) ?? (0, Key.scale.leanVariance)
  }

  /// The mean of the lapse rate.
  var lapse: Double { (grid.lapseProbabilities * ThresholdGrid.lapses).sum() }
}

extension ConditionEar {
  func write(to writer: inout SnapshotWriter) {
    clock.write(to: &writer)
    writer.write(answers)
    let conditions = field.map { [$0.home] + $0.others } ?? []
    writer.write(conditions.count)
    guard let field, let condition else { return }
    for condition in conditions {
      condition.write(to: &writer)
      writer.write(practised[condition] ?? 0)
    }
    writer.write(conditions.firstIndex(of: condition) ?? 0)
    writer.write(surprise.sum)
    grid.write(to: &writer)
    for numbers in [field.mean, field.slope, field.covariance] { writer.write(numbers) }
  }

  init(from reader: inout SnapshotReader) throws(SnapshotReader.Unreadable) {
    clock = try EarClock(from: &reader)
    answers = try reader.integer(in: SnapshotReader.counts)
    let count = try reader.integer(in: 0...Key.most)
    guard count > 0 else { return }
    var conditions: [Key] = []
    for _ in 0..<count {
      let condition = try Key(from: &reader)
      conditions.append(condition)
      practised[condition] = try reader.integer(in: SnapshotReader.counts)
    }
    condition = conditions[try reader.integer(in: 0...count - 1)]
    surprise = Surprise(sum: try reader.finite())
    grid = try ThresholdGrid(from: &reader)
    guard
      let field = ConditionField(
        home: conditions[0], others: Array(conditions.dropFirst()), mean: try reader.numbers(count),
        slope: try reader.numbers(count), covariance: try reader.numbers(count * count))
    else { throw SnapshotReader.Unreadable() }
    self.field = field
  }
}
