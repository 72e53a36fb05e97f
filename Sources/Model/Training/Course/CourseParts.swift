/// What a course needs to know of an exercise.
protocol CourseExercise: Sendable {
  /// Which exercise it is.
  var epoch: Epoch { get }
}

/// What ends an exercise: an answer, or a match.
protocol CourseOutcome: Sendable {
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
