import Foundation
import Pitch
import Ports
import Sound
import Time
import Training

/// A discipline as practice plays it: the actions of its session, and the reports, records and views of its outcomes.
/// All of them are listed in `Discipline.session`.
protocol PractisedSession: ExerciseSession where Effect: SessionEffect, Outcome: PractisedOutcome {
  /// Creates an idle session that continues from the answers in `configuration`.
  init(_ configuration: PracticeConfiguration)

  /// Whether the player may answer or tune the running exercise.
  var isOpen: Bool { get }
  /// Whether the player may return to the exercise before; false by default.
  var stepsBack: Bool { get }

  /// Takes over knowledge from the sessions of the other disciplines, before a start.
  mutating func follow(_ others: [any PractisedSession])
  /// Ages the session's knowledge to the current date, before a start.
  mutating func age(to date: () -> Date)
  /// Returns the actions that follow from an event of its exercise.
  mutating func actions(after event: SessionEvent) -> [SessionAction]
  /// Applies changed settings, starting with the next exercise; `before` are the previous ones.
  mutating func apply(_ change: SettingsChange, before: PracticeSettings, date: () -> Date)
  /// Whether speech may come between two of its exercises.
  func speaks(by settings: PracticeSettings) -> Bool
  /// Returns how far the second note of the next exercise of `mode` can be tuned either way; nil if it is not tunable.
  func tuningRange(in mode: Mode) -> Cents?
  /// Shows the visible part of the running exercise.
  func show(in view: inout ViewState)
  /// Returns the step of a temperament in `exercise`, which the session chose; nil by default.
  func laying(in exercise: any PractisedExercise) -> ViewState.Laying?
}

extension PractisedSession {
  var isOpen: Bool { open != nil }
  var stepsBack: Bool { false }
  func follow(_ others: [any PractisedSession]) {}
  func age(to date: () -> Date) {}
  mutating func actions(after event: SessionEvent) -> [SessionAction] { handle(event).flatMap(\.actions) }
  mutating func apply(_ change: SettingsChange, before: PracticeSettings, date: () -> Date) {
    settings = change.settings.training
  }
  func speaks(by settings: PracticeSettings) -> Bool { settings.announcesIntervals }
  func tuningRange(in mode: Mode) -> Cents? { nil }
  func laying(in exercise: any PractisedExercise) -> ViewState.Laying? { nil }

  /// Starts practice of `mode`. The returned actions begin the first exercise once everything else is ready.
  mutating func start(
    _ mode: Mode, at start: ExerciseStart?, reach: TuningReach
  ) throws(ExerciseRefusal) -> [SessionAction] {
    let actions = actions(after: .start(mode: mode, reach: reach, at: start))
    for case .refused(let refusal) in actions { throw refusal }
    return actions
  }
}

extension PractisedSession where Outcome: AnsweredOutcome {
  mutating func actions(after event: SessionEvent) -> [SessionAction] {
    let actions = handle(event).flatMap(\.actions)
    // Sound and light come first, because reporting and saving wake other threads.
    let kept: [SessionAction] = actions.compactMap {
      if case .answered(let answer as Outcome) = $0 { .keep(answer) } else { nil }
    }
    return actions + kept
  }
}

/// An exercise that can be played.
protocol PractisedExercise: CourseExercise {
  /// The event reported when it begins to sound.
  var told: PracticeEvent.Kind { get }
  /// Shows the part that may reach the player before the answer. By default this is the interval asked.
  func show(in view: inout ViewState)

  /// Returns the commands that play it; `starts` maps a delay in frames to the starts of the first and a later sound.
  func commands(in sound: SoundSide, _ timing: NoteTiming, _ settings: PracticeSettings, starts: SoundSide.Starts)
    -> [SoundCommand]
}

extension PractisedExercise {
  func show(in view: inout ViewState) { view.interval = askedInterval }
}

/// An exercise of two notes.
protocol PractisedPair: PractisedExercise, PairExercise {
  /// The level of the reference during the second note, in dB relative to its earlier level; nil if it has ended.
  var heldLevel: Double? { get }
  /// Whether the second note begins with the reference, and a note held with both if any: a chord.
  var startsTogether: Bool { get }
  /// The note held with both.
  var companionHertz: Hertz? { get }
  /// The second note: its starting pitch and its voice. A tunable one sounds until it is committed.
  var second: (role: VoiceRole, hertz: Hertz) { get }
}

extension PractisedPair {
  var heldLevel: Double? { nil }
  var startsTogether: Bool { false }
  var companionHertz: Hertz? { nil }

  func commands(
    in sound: SoundSide, _ timing: NoteTiming, _ settings: PracticeSettings, starts: SoundSide.Starts
  ) -> [SoundCommand] {
    sound.notes(of: self, timing, settings, starts: starts)
  }
}

/// An answer, or another end of an exercise, for the records.
protocol PractisedOutcome: CourseOutcome where Exercise: PractisedExercise {
  /// The time stamp of the input; nil if no input ended the exercise.
  var handTime: MonotonicTime? { get }
  /// The event reported for it.
  var told: PracticeEvent.Kind { get }
  /// The effects that follow once it is recorded.
  var consequences: [Effect] { get }
  /// Returns its record.
  func record(_ stamp: ExerciseSide.Stamp) -> ExerciseRecord
}

extension PractisedOutcome {
  var consequences: [Effect] { [] }
}

extension Discipline {
  /// Returns an idle session of this discipline.
  func session(_ configuration: PracticeConfiguration) -> any PractisedSession {
    switch self {
    case .comparison: ComparisonSession(configuration)
    case .matching: MatchingSession(configuration)
    case .listening: ListeningSession<ComparisonChooser>(configuration)
    case .timing: TimingSession(configuration)
    case .timingListening: ListeningSession<TimingChooser>(configuration)
    case .beats: BeatsSession(configuration)
    }
  }
}
