import Pitch

/// An exercise of any discipline: a reference and a second note, fixed before their first frame.
public protocol CourseExercise: Hashable, Sendable {
  /// The epoch of the exercise.
  var epoch: Epoch { get set }
  /// 1 for the first exercise since practice was started at the hub.
  var index: Int { get set }
  /// A mode of its discipline.
  var mode: Mode { get set }
  /// The first note: an exact note of the tuning.
  var reference: Note { get set }
  /// The frequency of the reference.
  var referenceHertz: Hertz { get set }
  /// The correct note: the reference transposed by `interval`.
  var target: Note { get set }
  /// The pitch of the target, as the discipline defines it.
  var targetHertz: Hertz { get set }
  /// From the reference to the correct pitch; the prime for unison.
  var interval: DirectedInterval { get set }
  /// Added to the second note's level, in dB (loudness variation); the reference stays at 0.
  var loudnessOffset: Double { get set }
}

extension CourseExercise {
  /// The interval asked; nil in unison.
  package var askedInterval: DirectedInterval? { mode.asksIntervals ? interval : nil }
}

/// The outcome of an exercise: an answer, or a match.
package protocol CourseOutcome: Sendable {
  associatedtype Exercise: CourseExercise
  /// The answer given.
  var exercise: Exercise { get }
}

/// Chooses the exercises of a course, and holds the state that the choice depends on.
protocol Chooser<Exercise>: Sendable {
  associatedtype Exercise: CourseExercise
  /// Returns the exercise `epoch`, the `index`th since practice was started, by the settings of `basis`.
  mutating func choose(_ epoch: Epoch, index: Int, by basis: ExerciseBasis) -> Exercise
}
