import Controllers
import Foundation
import Pitch
import Ports
import Sound
import Time
import Training

extension ListeningSession: PractisedSession {
  init(_ configuration: PracticeConfiguration) {
    self.init(
      settings: configuration.settings.training, strategy: configuration.strategy,
      generator: SeededGenerator(seed: configuration.seed), exerciseLimit: configuration.exercises)
  }

  var isOpen: Bool { false }

  mutating func follow(_ others: [any PractisedSession]) {
    for case let comparison as ComparisonSession in others { strategy = comparison.strategy }
  }

  mutating func age(to date: () -> Date) { age(to: date()) }

  func speaks(by settings: PracticeSettings) -> Bool { settings.announcesIntervals || settings.speaksResults }

  func show(in view: inout ViewState) {
    let shown = self.view
    view.interval = shown.interval
    view.heard = shown.feedback
  }
}

extension ListeningSession.Effect: SessionEffect {
  var actions: [SessionAction] {
    switch self {
    case .course(let effect): [effect.action]
    case .think(let epoch): [.think(epoch)]
    case .heard(let pair): [.tellAnswer(pair.answer, pair.exercise.epoch), .keep(pair)]
    case .feedback(let epoch, let answer): [.showAnswer(answer, epoch)]
    }
  }
}

extension HeardPair: PractisedOutcome {
  /// Listening ends without input, so it is not a round of a timer.
  var handTime: MonotonicTime? { nil }
  var told: PracticeEvent.Kind { .listened(answer) }

  func record(_ stamp: ExerciseSide.Stamp) -> ExerciseRecord {
    .listening(ListeningRecord(self, id: stamp.id, time: stamp.date))
  }
}
