import Foundation

/// An exercise that listening plays: one with a question, whose answer follows by itself.
public protocol ListeningExercise: CourseExercise {
  /// The kind of listening.
  static var listening: Discipline { get }
  /// The right answer.
  var correctAnswer: Answer { get }

  /// Returns the record of `heard`, whose answer was given at the wall-clock time `time`.
  static func record(_ heard: HeardExercise<Self>, id: UUID, time: Date) -> ExerciseRecord
}

/// An exercise played in listening, with everything that its record keeps.
public struct HeardExercise<Exercise: ListeningExercise>: Hashable, Sendable {
  /// The exercise that sounded.
  public var exercise: Exercise
  /// The settings of the exercise.
  public var settings: TrainingSettings
  /// The strategy that chose it.
  public var strategy: StrategyName

  /// The answer given after the time to think.
  public var answer: Answer { exercise.correctAnswer }
}

extension HeardExercise: CourseOutcome {}

extension ComparisonExercise: ListeningExercise {
  /// Listening to pairs.
  public static let listening = Discipline.listening

  /// A `ListeningRecord`.
  public static func record(_ heard: HeardExercise<Self>, id: UUID, time: Date) -> ExerciseRecord {
    .listening(
      ListeningRecord(
        id: id, time: time, exercise: heard.exercise, tuning: heard.settings.tuning.name,
        concertPitch: heard.settings.concertPitch.hertz, noteDuration: heard.settings.noteDuration,
        noteGap: heard.settings.noteGap, strategy: heard.strategy.rawValue))
  }
}

extension TimingExercise: ListeningExercise {
  /// Listening to patterns.
  public static let listening = Discipline.timingListening

  /// The number of times that listening plays the beat: once to notice the displaced note, and once to be sure.
  public static let heardRepetitions = 2

  /// A `TimingListeningRecord`.
  public static func record(_ heard: HeardExercise<Self>, id: UUID, time: Date) -> ExerciseRecord {
    .timingListening(
      TimingListeningRecord(id: id, time: time, exercise: heard.exercise, strategy: heard.strategy.rawValue))
  }
}
