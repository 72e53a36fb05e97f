import Controllers
import Foundation
import Pitch
import Ports
import Sound
import Time
import Training

extension ComparisonSession: PractisedSession {
  init(_ configuration: PracticeConfiguration) {
    self.init(
      settings: configuration.settings.training, strategy: configuration.strategy,
      generator: SeededGenerator(seed: configuration.seed), exerciseLimit: configuration.exercises)
  }

  mutating func age(to date: () -> Date) { age(to: date()) }

  mutating func apply(_ change: SettingsChange, before: PracticeSettings, date: () -> Date) {
    settings = change.settings.training
    guard settings.strategy != before.training.strategy else { return }
    var strategy = (change.known ?? KnownAnswers()).strategy(settings.strategy)
    strategy.age(to: date())
    self.change(to: strategy)
  }

  func show(in view: inout ViewState) {
    let shown = self.view
    view.canAnswer = shown.isOpen
    view.interval = shown.interval
    view.feedback = shown.feedback
  }
}

extension ComparisonExercise: PractisedPair {
  var second: (role: VoiceRole, hertz: Hertz) { (.target, targetHertz) }
  var told: PracticeEvent.Kind { .exerciseStarted(self) }
}

extension ComparisonAnswer: PractisedOutcome {
  var handTime: MonotonicTime? { inputTime }
  var told: PracticeEvent.Kind {
    .answered(
      answer, correct: correct, isSure: isSure, source: source, inputTime: inputTime,
      responseTime: responseTime.seconds)
  }

  func record(_ stamp: ExerciseSide.Stamp) -> ExerciseRecord {
    .comparison(ComparisonRecord(self, id: stamp.id, time: stamp.date, playbackLatency: stamp.latency))
  }
}
