import Foundation
import Glibc
import Pitch

/// Asks at the edge of hearing: where the predicted share of right answers, lapses included, is the target success.
/// Such answers both train and measure.
///
/// Half of the exercises, chosen at random, are a little easier: answers further above the threshold separate lapses
/// from a coarse ear, carry more information about the threshold itself, and encourage the player. Notes are chosen by
/// `ReferenceChoice`, with the estimate's own uncertainty as weakness; if the least certain notes are preferred, notes
/// that were never asked come first.
///
/// After a wrong answer the next exercise is never narrower than the missed one, each in units of the threshold
/// predicted at its own note: a miss never makes practice harder. The ceiling still holds.
public struct EdgeStrategy: Strategy, Hashable {
  /// The first offset of a new profile, and the largest offset asked.
  public static let ceiling = Cents(100)
  /// The largest offset after three wrong answers at the ceiling.
  public static let highestCeiling = Cents(200)
  /// The smallest offset asked.
  public static let floor = Cents(0.1)
  /// The share of easier exercises. The easier a question, the more its answer says about the threshold, up to about
  /// nine right in ten; but many slightly easier questions say more than a few much easier ones. With 12,000 simulated
  /// ears, one in six at 0.88 left as much error as none, while one in two at 0.83 left 1–2 % less with as many right
  /// answers.
  static let easierShare = 1.0 / 2
  /// The amount by which the easier exercises aim above the target success. A larger one adds no information, and makes
  /// more than 82 % of the answers right.
  static let easierBy = 0.025
  /// The amount by which all other exercises aim below the target success, to compensate for the easy questions of
  /// `LapseQuestion`.
  static let harderBy = 0.006
  /// The highest success aimed at, as a share of the success that lapses allow.
  static let mostOfAttainable = 0.95
  /// Wrong answers at the ceiling that raise it.
  static let wrongAtCeiling = 3

  /// `edge`.
  public var name: StrategyName { .edge }

  /// The model of the player's ear.
  public private(set) var ear: Ear
  private var last: Note?
  private var wrong: [IntervalClass: Int] = [:]
  /// The last answer, if it was wrong.
  private var missed: EarAnswer?
  private let mayNarrow: Bool

  /// Continues from `ear`. `mayNarrow` allows narrower exercises after a wrong answer; it exists to measure the cost of
  /// forbidding them.
  public init(ear: Ear = Ear(), mayNarrow: Bool = false) {
    self.ear = ear
    self.mayNarrow = mayNarrow
  }

  /// An interval of the space, a note for it, a direction, and whether it is an easier one, drawn in this order.
  public func next(in space: ExerciseSpace, using generator: inout SeededGenerator) -> ExerciseChoice {
    let interval = space.intervals[generator.below(space.intervals.count)]
    let intervalClass = IntervalClass(interval)
    let estimate = ear.estimate(of: intervalClass, in: space.condition)
    let general = estimate.grid.moments
    // Chooses the weakest notes or the least certain ones, at random: a single measure for both would leave out some of
    // either.
    let prefersUncertain = generator.coin()
    let notes = ReferenceChoice(
      space: space, interval: interval, answers: estimate.answers, last: last
    ) { note in
      if prefersUncertain, estimate.answersByNote[note.number] == 0 { return .infinity }
      let threshold = estimate.field.place(note).threshold(general)
      return prefersUncertain ? threshold.variance : threshold.mean
    }.draw(using: &generator)
    let isHigher = generator.coin()
    let chance = generator.unit()
    let success = space.targetSuccess - Self.harderBy + (chance < Self.easierShare ? Self.easierBy : 0)
    let magnitude = Cents(
      level(
        of: intervalClass, estimate, at: notes.reference, success: success,
        asksOfLapses: 1 - chance < LapseQuestion.share(estimate)))
    return ExerciseChoice(notes: notes, interval: interval, offset: isHigher ? magnitude : -magnitude)
  }

  /// Learns an answer as given today.
  public mutating func learn(_ exercise: ComparisonExercise, in condition: Condition, correct: Bool, isSure: Bool?) {
    let answer = EarAnswer(exercise, in: condition, correct: correct, isSure: isSure)
    ear.learn(answer)
    last = exercise.reference
    missed = correct || !Ear.offsets.contains(answer.offset.magnitude.value) ? nil : answer
    // The search for an offset ends slightly below the end of its range.
    if !correct, exercise.offset.magnitude.value >= 0.99 * Self.ceiling.value {
      wrong[IntervalClass(exercise.interval), default: 0] += 1
    }
  }

  /// Ages the estimates.
  public mutating func age(to now: Date) { ear.age(to: now) }

  private func level(
    of intervalClass: IntervalClass, _ estimate: ClassEstimate, at note: Note, success: Double, asksOfLapses: Bool
  ) -> Double {
    if ear.isCold { return Self.ceiling.value }
    let ceiling = wrong[intervalClass, default: 0] >= Self.wrongAtCeiling ? Self.highestCeiling : Self.ceiling
    let attainable = 1 - estimate.lapse / 2
    let usual = Prediction(estimate, at: note)
      .magnitude(share: min(success, Self.mostOfAttainable * attainable), within: Self.floor.value...ceiling.value)
    let question = asksOfLapses ? LapseQuestion.magnitude(estimate, at: note) : nil
    let wanted = question ?? usual
    guard let missed, !mayNarrow else { return wanted }
    let octaves =
      estimate.octaves(at: note)
      - ear.estimate(of: missed.intervalClass, in: missed.condition).octaves(at: missed.note)
    return min(max(wanted, missed.offset.magnitude.value * exp2(octaves)), max(ceiling.value, wanted))
  }
}
