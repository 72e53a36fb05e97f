import Pitch

/// An exercise of any discipline: a reference and a second note, fixed before their first frame.
public protocol CourseExercise: Hashable, Sendable {
  /// Which exercise it is.
  var epoch: Epoch { get set }
  /// 1 for the first exercise since practice was started at the hub.
  var index: Int { get set }
  /// One of its discipline's.
  var mode: Mode { get set }
  /// The first note: an exact note of the tuning.
  var reference: Note { get set }
  /// What the reference sounds at.
  var referenceHertz: Hertz { get set }
  /// The correct note: the reference transposed by `interval`.
  var target: Note { get set }
  /// What the discipline calls the target's pitch.
  var targetHertz: Hertz { get set }
  /// From the reference to the correct pitch; the prime for unison.
  var interval: DirectedInterval { get set }
  /// Added to the second note's level, in dB (loudness variation); the reference stays at 0.
  var loudnessOffset: Double { get set }
}

extension CourseExercise {
  /// The interval as the question it is; nil in unison.
  package var askedInterval: DirectedInterval? { mode.asksIntervals ? interval : nil }
}

/// What ends an exercise: an answer, or a match.
package protocol CourseOutcome: Sendable {
  associatedtype Exercise: CourseExercise
  /// What was answered.
  var exercise: Exercise { get }
}

/// Chooses the exercises of a course, and knows what decides upon them.
protocol Chooser<Exercise>: Sendable {
  associatedtype Exercise: CourseExercise
  /// The exercise `epoch`, the `index`th since practice was started, by the settings of `basis`.
  mutating func choose(_ epoch: Epoch, index: Int, by basis: ExerciseBasis) -> Exercise
}
