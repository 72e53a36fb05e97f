import Time

/// The exercises of one discipline, as a pure reducer: events in, effects out, no clock and no waiting. What all have
/// in common is their `Course`. A late event of an old epoch is dropped by it; whoever feeds it need not look at
/// epochs.
///
/// One value serves for the life of the program, so that epochs never repeat and what was learnt is kept from run to
/// run.
package protocol ExerciseSession: Sendable {
  associatedtype Outcome: CourseOutcome
  associatedtype Effect

  /// The modes that it has exercises of.
  static var discipline: Discipline { get }
  /// The state of the exercise that runs. For the session alone.
  var course: Course<Outcome> { get set }
  /// Used from the next exercise that is chosen on: the one that runs, and what is kept of it, keep what it was chosen
  /// by. If they leave no exercise then, practice ends with that refusal when the result has been shown.
  var settings: TrainingSettings { get set }
  /// Whether results teach. Used from the next one on.
  var learns: Bool { get set }
  /// Where it is.
  var phase: SessionPhase { get }

  /// Moves on by one event; what is to be done, in this order, before the next is handled.
  mutating func handle(_ event: SessionEvent) -> [Effect]
}

extension ExerciseSession {
  /// Whether each reference waits for `.proceed`, because something may be said before it. Used from the next exercise
  /// that is chosen on.
  package var holdsReference: Bool {
    get { course.holdsReference }
    set { course.holdsReference = newValue }
  }
  /// The epoch of the next exercise.
  package var nextEpoch: Epoch { course.nextEpoch }
  /// The exercise that the player has a say in now and when its second note is first heard: for whoever turns a
  /// control's position into a pitch, and for a simulated listener. Nothing that reaches the player may depend on it.
  package var open: (exercise: Outcome.Exercise, heard: MonotonicTime)? { course.open }

  /// Leaves epochs before `epoch` to others, such as sessions of another discipline. Never goes back.
  package mutating func skipEpochs(before epoch: Epoch) { course.skipEpochs(before: epoch) }
}
