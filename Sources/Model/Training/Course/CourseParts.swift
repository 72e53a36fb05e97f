import Pitch
import Time

/// An exercise of any discipline, fixed before its first frame.
public protocol CourseExercise: Hashable, Sendable {
  /// What settings leave to choose from.
  associatedtype Space: Sendable
  /// The epoch of the exercise.
  var epoch: Epoch { get set }
  /// 1 for the first exercise since practice was started at the hub.
  var index: Int { get set }
  /// A mode of its discipline.
  var mode: Mode { get set }
  /// The interval asked; nil if none is.
  var askedInterval: DirectedInterval? { get }
  /// Whether a marker of its sound opens it for answers, after the invitation, rather than the start of a second note.
  /// False by default.
  static var opensByMarker: Bool { get }

  /// Returns the exercises that `settings` leave in `mode`; throws if they leave none.
  static func space(_ mode: Mode, _ settings: TrainingSettings) throws(ExerciseRefusal) -> Space
  /// Returns the first frame, `frame` or later, on which it can begin. By default that is `frame`.
  func start(from frame: Frame) -> Frame
}

extension CourseExercise {
  /// False.
  public static var opensByMarker: Bool { false }
  /// Returns `frame`.
  public func start(from frame: Frame) -> Frame { frame }
}

/// An exercise of two notes: a reference and a second one.
public protocol PairExercise: CourseExercise where Space == ExerciseSpace {
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
  /// The timbres of both notes.
  var timbres: TimbrePair { get set }
}

extension PairExercise {
  /// The interval asked; nil in unison.
  public var askedInterval: DirectedInterval? { mode.asksIntervals ? interval : nil }

  /// The pairs of notes that `settings` leave.
  public static func space(_ mode: Mode, _ settings: TrainingSettings) throws(ExerciseRefusal) -> ExerciseSpace {
    try ExerciseSpace(mode: mode, settings: settings)
  }
}

/// The outcome of an exercise: an answer, or a match.
package protocol CourseOutcome: Sendable {
  associatedtype Exercise: CourseExercise
  /// The answered exercise.
  var exercise: Exercise { get }
}

/// An answer to an exercise that asks one of two things.
package protocol AnsweredOutcome: CourseOutcome {
  /// The answer given.
  var answer: Answer { get }
  /// Whether it was right.
  var correct: Bool { get }
  /// Whether the player marked it as sure; nil without a rating.
  var isSure: Bool? { get }
  /// The time stamp of the key.
  var inputTime: MonotonicTime { get }
}

extension AnsweredOutcome {
  /// The result as it is shown.
  package var feedback: AnswerFeedback { AnswerFeedback(answer: answer, correct: correct) }
}

/// The result of an answer as it is shown.
public struct AnswerFeedback: Hashable, Sendable {
  /// The answer given.
  public var answer: Answer
  /// Whether that was right.
  public var correct: Bool
}

/// Chooses the exercises of a course, and holds the state that the choice depends on.
package protocol Chooser<Exercise>: Sendable {
  associatedtype Exercise: CourseExercise
  /// Returns the exercise `epoch`, the `index`th since practice was started, by the settings of `basis`.
  mutating func choose(_ epoch: Epoch, index: Int, by basis: ExerciseBasis<Exercise>) -> Exercise
}

/// The settings by which a practice chooses its exercises, and the resulting exercise space.
package struct ExerciseBasis<Exercise: CourseExercise> {
  /// The mode of the practice.
  let mode: Mode
  /// The settings of the newest exercise.
  private(set) var settings: TrainingSettings
  /// The exercises that the settings leave.
  private(set) var space: Exercise.Space

  /// The basis at the start of a practice of `mode`; throws if the settings leave no exercise.
  init(_ mode: Mode, _ settings: TrainingSettings) throws(ExerciseRefusal) {
    self.mode = mode
    self.settings = settings
    space = try Exercise.space(mode, settings)
  }

  /// Continues with `settings`; throws, and stays unchanged, if they leave no exercise.
  mutating func apply(_ settings: TrainingSettings) throws(ExerciseRefusal) {
    guard settings != self.settings else { return }
    space = try Exercise.space(mode, settings)
    self.settings = settings
  }
}
