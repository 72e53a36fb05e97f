import Controllers
import Foundation
import Pitch
import Ports
import Sound
import Time
import Training

extension TimingSession: PractisedSession {
  init(_ configuration: PracticeConfiguration) {
    let settings = configuration.settings.training
    self.init(
      settings: settings, strategy: configuration.known.timingStrategy(settings),
      generator: SeededGenerator(seed: configuration.seed), exerciseLimit: configuration.exercises)
  }

  var isOpen: Bool { isAnswerable }

  mutating func age(to date: () -> Date) { age(to: date()) }

  mutating func apply(_ change: SettingsChange, before: PracticeSettings, date: () -> Date) {
    settings = change.settings.training
    guard settings.strategy != before.training.strategy else { return }
    var strategy = (change.known ?? KnownAnswers()).timingStrategy(settings)
    strategy.age(to: date())
    self.change(to: strategy)
  }

  func show(in view: inout ViewState) {
    let shown = self.view
    view.canAnswer = shown.isOpen
    exercise?.show(in: &view)
    view.feedback = shown.feedback
  }
}

extension TimingExercise: PractisedExercise {
  var told: PracticeEvent.Kind { .timingStarted(self) }
  func show(in view: inout ViewState) { view.rhythm = ViewState.Rhythm(pattern, tempo: tempo) }

  /// The pattern, from the beat of the grid on which it starts, and the marker from which answers count.
  func commands(
    in sound: SoundSide, _ timing: NoteTiming, _ settings: PracticeSettings, starts: SoundSide.Starts
  ) -> [SoundCommand] {
    let rate = sound.rate
    let (first, opening) = starts(Frame.count(in: opening.seconds, rate: rate))
    return [
      .pattern(beats(from: first, rate: rate), epoch: epoch.number, start: first, gain: sound.beatGain),
      .marker(epoch: epoch.number, start: opening),
    ]
  }

  private func beats(from start: Start, rate: Int) -> BeatPattern {
    let cells = pattern.cells
    var first: Int64 = 0
    if let grid, case .at(let frame) = start { first = grid.beat(from: Frame(frame)) }
    return BeatPattern(
      cells: cells.count, notes: cells.indices.reduce(0) { cells[$1] ? $0 | 1 << $1 : $0 },
      displaced: pattern.cell(of: position), displacement: Frame.count(in: Double(offset) / 1e9, rate: rate),
      tempo: tempo, firstBeat: first, beats: repetitions.map(Int64.init) ?? .max)
  }
}

extension TimingResponse: PractisedOutcome {
  var handTime: MonotonicTime? { inputTime }
  var told: PracticeEvent.Kind {
    .answered(
      answer, correct: correct, isSure: isSure, source: source, inputTime: inputTime,
      responseTime: responseTime.seconds)
  }

  func record(_ stamp: ExerciseSide.Stamp) -> ExerciseRecord {
    .timing(TimingRecord(self, id: stamp.id, time: stamp.date, playbackLatency: stamp.latency))
  }
}
