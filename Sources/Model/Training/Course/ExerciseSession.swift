import Time

/// The exercises of one discipline, as a pure reducer: events in, effects out, no clock and no waiting. All disciplines
/// share `Course`, which drops late events of an old epoch, so the caller need not check epochs.
///
/// One value lasts for the life of the program, so that epochs never repeat and learning carries over from run to run.
package protocol ExerciseSession: Sendable {
  associatedtype Outcome: CourseOutcome
  associatedtype Effect

  /// The discipline whose modes the session serves.
  static var discipline: Discipline { get }
  /// The state of the current exercise. For the session alone.
  var course: Course<Outcome> { get set }
  /// The settings used from the next choice of exercise onwards. The current exercise and its record keep the settings
  /// it was chosen by. If the new settings leave no exercise, practice ends with that refusal once the result has been
  /// shown.
  var settings: TrainingSettings { get set }
  /// Whether results teach. Used from the next result onwards.
  var learns: Bool { get set }
  /// The phase of the session.
  var phase: SessionPhase { get }

  /// Handles one event. Returns the effects to perform, in order, before the next event is handled.
  mutating func handle(_ event: SessionEvent) -> [Effect]
}

extension ExerciseSession {
  /// Whether each reference waits for `.proceed`, to leave time for speech. Used from the next choice of exercise
  /// onwards.
  package var holdsReference: Bool {
    get { course.holdsReference }
    set { course.holdsReference = newValue }
  }
  /// The epoch of the next exercise.
  package var nextEpoch: Epoch { course.nextEpoch }
  /// The exercise that currently takes the player's input, and when its second note is first heard. For code that maps
  /// a control's position to a pitch, and for a simulated listener. Nothing that reaches the player may depend on it.
  package var open: (exercise: Outcome.Exercise, heard: MonotonicTime)? { course.open }

  /// Leaves epochs before `epoch` to others, such as sessions of another discipline. Never goes back.
  package mutating func skipEpochs(before epoch: Epoch) { course.skipEpochs(before: epoch) }
}
