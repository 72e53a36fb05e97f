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
  /// The interval from the reference to the correct pitch; the prime for unison.
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
  /// The answered exercise.
  var exercise: Exercise { get }
}

/// Chooses the exercises of a course, and holds the state that the choice depends on.
protocol Chooser<Exercise>: Sendable {
  associatedtype Exercise: CourseExercise
  /// Returns the exercise `epoch`, the `index`th since practice was started, by the settings of `basis`.
  mutating func choose(_ epoch: Epoch, index: Int, by basis: ExerciseBasis) -> Exercise
}

/// The settings by which a practice chooses its exercises, and the resulting exercise space.
struct ExerciseBasis {
  /// The settings of the newest exercise.
  private(set) var settings: TrainingSettings
  /// The exercises that the settings leave.
  private(set) var space: ExerciseSpace

  /// The basis at the start of a practice of `mode`; throws if the settings leave no exercise.
  init(_ mode: Mode, _ settings: TrainingSettings) throws(ExerciseRefusal) {
    self.settings = settings
    space = try ExerciseSpace(mode: mode, settings: settings)
  }

  /// Continues with `settings`; throws, and stays unchanged, if they leave no exercise.
  mutating func apply(_ settings: TrainingSettings) throws(ExerciseRefusal) {
    guard settings != self.settings else { return }
    space = try ExerciseSpace(mode: space.mode, settings: settings)
    self.settings = settings
  }
}
