import Pitch
import Training

/// The baseline that `edge` is compared with: one posterior of one threshold, which asks where it predicts the target
/// success.
///
/// It ignores notes, sessions and change; its notes are drawn evenly from the space. Not offered to players.
public struct ReferenceStrategy: Sendable {
  /// The first exercise.
  public static let first = Cents(100)
  /// The distances it asks.
  public static let levels = Cents(0.1)...Cents(200)

  private(set) var posterior = GridPosterior()
  private var isNew = true

  /// A strategy without answers.
  public init() {}

  /// Interval, pair of notes and direction, drawn evenly in this order.
  public func next(in space: ExerciseSpace, using generator: inout SeededGenerator) -> ExerciseChoice {
    let interval = space.intervals[generator.below(space.intervals.count)]
    let pairs = space.pairs(interval)
    let notes = pairs[generator.below(pairs.count)]
    let level = isNew ? Self.first : posterior.level(for: space.targetSuccess, within: Self.levels)
    return ExerciseChoice(notes: notes, interval: interval, offset: generator.coin() ? level : -level)
  }

  /// Learns an answer.
  public mutating func learn(_ exercise: ComparisonExercise, correct: Bool) {
    posterior.learn(exercise.offset.magnitude.value, correct: correct)
    isNew = false
  }
}
