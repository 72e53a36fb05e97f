import Controllers
import Foundation
import Pitch
import Ports
import Sound
import Time
import Training

/// Chooses what practice plays in listening.
protocol PractisedChooser: ListeningChooser where Exercise: PractisedExercise {
  /// Returns the strategy that continues from the answers in `configuration`.
  static func strategy(_ configuration: PracticeConfiguration) -> ChoosingStrategy
  /// Returns the current strategy of `session`; nil if its exercises are of another kind.
  static func strategy(of session: any PractisedSession) -> ChoosingStrategy?
}

extension ComparisonChooser: PractisedChooser {
  static func strategy(_ configuration: PracticeConfiguration) -> any Strategy { configuration.strategy }
  static func strategy(of session: any PractisedSession) -> (any Strategy)? {
    (session as? ComparisonSession)?.strategy
  }
}

extension TimingChooser: PractisedChooser {
  static func strategy(_ configuration: PracticeConfiguration) -> any TimingStrategy {
    configuration.known.timingStrategy(configuration.settings.training)
  }
  static func strategy(of session: any PractisedSession) -> (any TimingStrategy)? {
    (session as? TimingSession)?.strategy
  }
}

extension ListeningSession: PractisedSession where Source: PractisedChooser {
  init(_ configuration: PracticeConfiguration) {
    self.init(
      settings: configuration.settings.training, strategy: Source.strategy(configuration),
      generator: SeededGenerator(seed: configuration.seed), exerciseLimit: configuration.exercises)
  }

  var isOpen: Bool { false }

  mutating func follow(_ others: [any PractisedSession]) {
    for case let followed? in others.map(Source.strategy(of:)) { strategy = followed }
  }

  mutating func age(to date: () -> Date) { age(to: date()) }

  func speaks(by settings: PracticeSettings) -> Bool { settings.announcesIntervals || settings.speaksResults }

  func show(in view: inout ViewState) {
    exercise?.show(in: &view)
    view.heard = self.view.feedback
  }
}

extension ListeningSession.Effect: SessionEffect where Source: PractisedChooser {
  var actions: [SessionAction] {
    switch self {
    case .course(let effect): [effect.action]
    case .think(let epoch): [.think(epoch)]
    case .heard(let heard): [.tellAnswer(heard.answer, heard.exercise.epoch), .keep(heard)]
    case .feedback(let epoch, let answer): [.showAnswer(answer, epoch)]
    }
  }
}

extension HeardExercise: PractisedOutcome where Exercise: PractisedExercise {
  /// Listening ends without input, so it is not a round of a timer.
  var handTime: MonotonicTime? { nil }
  var told: PracticeEvent.Kind { .listened(answer) }

  func record(_ stamp: ExerciseSide.Stamp) -> ExerciseRecord {
    Exercise.record(self, id: stamp.id, time: stamp.date)
  }
}
