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

  /// Goes on with `settings`; throws, and stays as it was, if they leave no exercise.
  mutating func apply(_ settings: TrainingSettings) throws(ExerciseRefusal) {
    guard settings != self.settings else { return }
    space = try ExerciseSpace(mode: space.mode, settings: settings)
    self.settings = settings
  }
}
