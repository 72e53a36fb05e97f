import Foundation
import Pitch

/// The part of an exercise that a strategy chooses; the session adds frequencies and loudness.
public struct ExerciseChoice: Hashable, Sendable {
  /// The two notes.
  public var notes: NotePair
  /// The interval from the reference to the correct target.
  public var interval: DirectedInterval
  /// The signed distance of the sounding target from the correct pitch. Never zero.
  public var offset: Cents

  /// Memberwise.
  public init(notes: NotePair, interval: DirectedInterval, offset: Cents) {
    self.notes = notes
    self.interval = interval
    self.offset = offset
  }
}

/// Chooses exercises from the answers so far: a value without clocks, deterministic under the generator it is given.
///
/// A copy is a complete state: the session keeps the one from before the last answer, and goes back to it if that
/// answer is withdrawn. An exercise that was chosen and never answered leaves no trace.
public protocol Strategy: Sendable {
  /// The strategy's name in settings and records.
  var name: StrategyName { get }

  /// Returns the next exercise in `space`.
  func next(in space: ExerciseSpace, using generator: inout SeededGenerator) -> ExerciseChoice

  /// Learns that `exercise`, heard in `condition`, was answered correctly or not, and whether the player was sure (nil:
  /// not rated). Withdrawn answers are never passed.
  mutating func learn(_ exercise: ComparisonExercise, in condition: Condition, correct: Bool, isSure: Bool?)

  /// Ages the strategy to `now` by the wall clock. Does nothing by default.
  mutating func age(to now: Date)
}

extension Strategy {
  /// Learns an answer without a rating.
  public mutating func learn(_ exercise: ComparisonExercise, in condition: Condition, correct: Bool) {
    learn(exercise, in: condition, correct: correct, isSure: nil)
  }

  /// Does nothing.
  public mutating func age(to now: Date) {}

  /// Learns all of `records`, oldest first, except withdrawn ones.
  public mutating func learn(_ records: some Sequence<ComparisonRecord>) {
    for record in records where !record.withdrawn {
      learn(record.exercise, in: Condition(record), correct: record.correct, isSure: record.isSure)
    }
  }
}

/// The strategy that chooses exercises, and the one that will from the next exercise onwards. Both learn, so that no
/// answer is missed.
struct Strategies {
  /// The strategy that chose the current exercise.
  private(set) var current: any Strategy
  /// The strategy that chooses the next exercise; nil: the current one continues.
  var next: (any Strategy)?

  /// Strategies in which `current` continues.
  init(_ current: any Strategy) { self.current = current }

  /// The strategy that chooses the next exercise.
  var choosing: any Strategy { next ?? current }

  /// Teaches the answer to both.
  mutating func learn(_ answer: ComparisonAnswer) {
    let condition = Condition(answer.settings)
    current.learn(answer.exercise, in: condition, correct: answer.correct, isSure: answer.isSure)
    next?.learn(answer.exercise, in: condition, correct: answer.correct, isSure: answer.isSure)
  }

  /// Makes the next strategy the current one. Call before choosing an exercise.
  mutating func advance() { self = Strategies(choosing) }
}
