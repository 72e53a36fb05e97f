import Foundation
import Pitch
import Ports
import Sound
import Time
import Training

/// A discipline as practice plays it: what its session asks for, and what of it is reported, shown and kept. All of them are
/// listed in `Discipline.session`.
protocol PractisedSession: ExerciseSession where Effect: SessionEffect, Outcome: PractisedOutcome {
  /// One that is idle, and goes on from what `configuration` knows.
  init(_ configuration: PracticeConfiguration)

  /// Whether the player has a say in the exercise that runs.
  var isOpen: Bool { get }

  /// Goes on from what the sessions of the other disciplines know, before a start.
  mutating func follow(_ others: [any PractisedSession])
  /// Lets it know how late it is, before a start.
  mutating func age(to date: () -> Date)
  /// Handles what has happened to its exercise.
  mutating func actions(after event: SessionEvent) -> [SessionAction]
  /// Uses changed settings from the next exercise on; `before` are those it had.
  mutating func apply(_ change: SettingsChange, before: PracticeSettings, date: () -> Date)
  /// Whether something may be said between two of its exercises.
  func speaks(by settings: PracticeSettings) -> Bool
  /// How far the second note of the next exercise of `mode` goes either way; nil where it is not tuned.
  func tuningRange(in mode: Mode) -> Cents?
  /// Shows what may be seen of the exercise that runs.
  func show(in view: inout ViewState)
}

extension PractisedSession {
  var isOpen: Bool { open != nil }
  func follow(_ others: [any PractisedSession]) {}
  func age(to date: () -> Date) {}
  mutating func actions(after event: SessionEvent) -> [SessionAction] { handle(event).flatMap(\.actions) }
  mutating func apply(_ change: SettingsChange, before: PracticeSettings, date: () -> Date) {
    settings = change.settings.training
  }
  func speaks(by settings: PracticeSettings) -> Bool { settings.announcesIntervals }
  func tuningRange(in mode: Mode) -> Cents? { nil }

  /// Begins a practice of `mode`; the actions begin the first exercise once all else is ready.
  mutating func start(
    _ mode: Mode, at start: ExerciseStart?, reach: TuningReach
  ) throws(ExerciseRefusal) -> [SessionAction] {
    let actions = actions(after: .start(mode: mode, reach: reach, at: start))
    for case .refused(let refusal) in actions { throw refusal }
    return actions
  }
}

/// An exercise whose notes can be played.
protocol PractisedExercise: CourseExercise {
  /// What the reference goes on at beside the second note, in dB of its level before; nil: it has ended by then.
  var heldLevel: Double? { get }
  /// The second note: what it starts at, and as which voice. A tunable one sounds until it is let go.
  var second: (role: VoiceRole, hertz: Hertz) { get }
  /// What is told when its reference sounds.
  var told: PracticeEvent.Kind { get }
}

extension PractisedExercise {
  var heldLevel: Double? { nil }
}

/// An answer, or whatever else ends an exercise, as it is kept.
protocol PractisedOutcome: CourseOutcome where Exercise: PractisedExercise {
  /// The hands' own time stamp; nil where none ended it.
  var handTime: MonotonicTime? { get }
  /// What is told of it.
  var told: PracticeEvent.Kind { get }
  /// What else is to be done once it is kept.
  var consequences: [Effect] { get }
  /// Its record.
  func record(_ stamp: ExerciseSide.Stamp) -> ExerciseRecord
}

extension PractisedOutcome {
  var consequences: [Effect] { [] }
}

extension Discipline {
  /// Its session.
  func session(_ configuration: PracticeConfiguration) -> any PractisedSession {
    switch self {
    case .comparison: ComparisonSession(configuration)
    case .matching: MatchingSession(configuration)
    case .listening: ListeningSession(configuration)
    }
  }
}
