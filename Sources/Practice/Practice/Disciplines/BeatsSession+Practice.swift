import Controllers
import Foundation
import Pitch
import Ports
import Sound
import Time
import Training

extension BeatsSession: PractisedSession {
  init(_ configuration: PracticeConfiguration) {
    self.init(
      settings: configuration.settings.training, strategy: configuration.known.beatsStrategy,
      generator: SeededGenerator(seed: configuration.seed), exerciseLimit: configuration.exercises)
  }

  mutating func age(to date: () -> Date) { age(to: date()) }

  func show(in view: inout ViewState) {
    let shown = self.view
    view.canAnswer = shown.isOpen
    exercise?.show(in: &view)
    // The settings may have changed since the exercise was chosen.
    if let exercise, settings.timbre != exercise.timbre,
      settings.timbre.beating(in: exercise.interval) == exercise.timbre
    {
      view.beating?.silent = settings.timbre
    }
    view.feedback = shown.feedback
  }
}

extension BeatsExercise: PractisedExercise {
  var told: PracticeEvent.Kind { .beatsStarted(self) }
  func show(in view: inout ViewState) { view.beating = ViewState.Beating(interval, timbre) }

  func commands(
    in sound: SoundSide, _ timing: NoteTiming, _ settings: PracticeSettings, starts: SoundSide.Starts
  ) -> [SoundCommand] {
    sound.notes(of: self, settings, starts: starts)
  }
}

extension BeatsResponse: PractisedOutcome {
  var handTime: MonotonicTime? { inputTime }
  var told: PracticeEvent.Kind {
    .answered(
      answer, correct: correct, isSure: isSure, source: source, inputTime: inputTime,
      responseTime: responseTime.seconds)
  }

  func record(_ stamp: ExerciseSide.Stamp) -> ExerciseRecord {
    .beats(BeatsRecord(self, id: stamp.id, time: stamp.date, playbackLatency: stamp.latency))
  }
}
