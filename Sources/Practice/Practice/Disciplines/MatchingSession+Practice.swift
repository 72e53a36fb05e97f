import Controllers
import Foundation
import Pitch
import Ports
import Sound
import Time
import Training

extension MatchingSession: PractisedSession {
  init(_ configuration: PracticeConfiguration) {
    self.init(
      settings: configuration.settings.training, generator: SeededGenerator(seed: configuration.seed),
      exerciseLimit: configuration.exercises, history: configuration.known.matchingHistory)
  }

  mutating func apply(_ change: SettingsChange, before: PracticeSettings, date: () -> Date) {
    settings = change.settings.training
    if settings.goesOnFromMatches, !before.training.goesOnFromMatches, let known = change.known {
      goOn(from: known.matchingHistory)
    }
  }

  func speaks(by settings: PracticeSettings) -> Bool { settings.announcesIntervals || settings.speaksResults }

  func tuningRange(in mode: Mode) -> Cents? { nextRange(in: mode) }

  func laying(in exercise: any PractisedExercise) -> ViewState.Laying? {
    guard let exercise = exercise as? MatchingExercise, let place = exercise.temperament, let steps else { return nil }
    return ViewState.Laying(step: place.step, of: steps, note: exercise.target, against: exercise.reference)
  }

  func show(in view: inout ViewState) {
    let shown = self.view
    view.canTune = shown.isOpen
    view.result = shown.feedback
    view.laid = laid
    view.laying = upcoming.flatMap { laying(in: $0) }
    view.stepsBack = stepsBack
    // The step names both notes.
    view.interval = view.laying == nil ? shown.interval : nil
  }
}

extension MatchingSession.Effect: SessionEffect {
  var actions: [SessionAction] {
    switch self {
    case .course(.silence): [.endTuning, .silence]
    case .course(.discard(let epoch)): [.endTuning, .discard(epoch)]
    case .course(let effect): [effect.action]
    case .hearAgain(let exercise, let timing, let time): [.hearAgain(exercise, timing, at: time)]
    case .enableTuning(let exercise, let heard): [.enableTuning(exercise, heard: heard)]
    case .fade(let epoch, _): [.endTuning, .fadeCommit(epoch)]
    case .keep(let attempt): [.keep(attempt)]
    case .takeBack: [.takeBack]
    case .feedback(let epoch, let result): [.showMatching(result, epoch)]
    }
  }
}

extension MatchingExercise: PractisedPair {
  var startsTogether: Bool { mode.playsTogether }
  var second: (role: VoiceRole, hertz: Hertz) { (.tunable, startHertz) }
  var told: PracticeEvent.Kind { .matchingStarted(self) }
}

extension MatchingAttempt: PractisedOutcome {
  var handTime: MonotonicTime? { commit.inputTime }
  var told: PracticeEvent.Kind { .committed(self) }
  var consequences: [Effect] { [.tuning(.expectMotors(self))] }

  func record(_ stamp: ExerciseSide.Stamp) -> ExerciseRecord {
    .matching(MatchingRecord(self, id: stamp.id, time: stamp.date, playbackLatency: stamp.latency))
  }
}
