import Foundation
import Pitch

/// What a strategy decides about an exercise; the session adds frequencies and loudness.
public struct ExerciseChoice: Hashable, Sendable {
  /// The two notes.
  public var notes: NotePair
  /// From the reference to the correct target.
  public var interval: DirectedInterval
  /// Signed distance of what sounds from the correct pitch. Never zero.
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
  /// Its word in settings and records.
  var name: StrategyName { get }

  /// The next exercise in `space`.
  func next(in space: ExerciseSpace, using generator: inout SeededGenerator) -> ExerciseChoice

  /// Learns that `exercise`, heard in `condition`, was answered rightly or wrongly. Withdrawn answers are never given.
  mutating func learn(_ exercise: ComparisonExercise, in condition: Condition, correct: Bool)

  /// Lets the time since the last answer pass, up to `now` by the wall clock. Nothing, unless a strategy ages.
  mutating func age(to now: Date)
}

extension Strategy {
  /// Knows of no time.
  public mutating func age(to now: Date) {}

  /// Learns all of `records`, oldest first, withdrawn ones left out.
  public mutating func learn(_ records: some Sequence<ComparisonRecord>) {
    for record in records where !record.withdrawn {
      learn(record.exercise, in: Condition(record), correct: record.correct)
    }
  }
}
