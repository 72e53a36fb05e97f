import Foundation
import Time
import Timers

/// The values of a row of a timed practice.
extension Row {
  private typealias C = WorkoutColumn

  /// Returns the timed practice of its row, without its sets.
  func workout(id: UUID) throws(RowRefusal) -> Workout {
    let configuration = try timerConfiguration()
    return Workout(
      id: id, configuration: configuration, started: try date(C.started),
      ended: has(C.ended) ? try date(C.ended) : nil, changed: try date(C.changed), state: try word(C.state),
      position: WorkoutPosition(
        try word(C.stage), set: try integer(C.stageSet, in: 1...configuration.sets),
        elapsed: try span(C.stageElapsed, in: .zero ... .seconds(TimerConfiguration.longest))), sets: [])
  }

  /// Returns the set of its row, without its rounds. It must follow the sets of `workout`.
  func workoutSet(after workout: Workout) throws(RowRefusal) -> WorkoutSet {
    let number = try next(C.set, after: workout.sets.count, most: workout.configuration.sets)
    return WorkoutSet(
      number: number, started: try date(C.started),
      elapsed: try span(C.elapsed, in: .zero...workout.configuration.longestSet), state: try word(C.state), rounds: [])
  }

  /// Returns the round of its row. It must follow the rounds of `set`, the last set of `workout`.
  func round(after set: WorkoutSet, of workout: Workout) throws(RowRefusal) -> Round {
    guard try integer(C.set, in: 1 ... .max) == set.number else {
      throw refusal(C.set, .notInOrder(expected: set.number))
    }
    let number = try next(C.round, after: set.rounds.count, most: workout.configuration.mostRounds)
    let slots = workout.configuration.slots ?? TimerConfiguration.slotCounts.upperBound
    let began = try span(C.began, in: .zero...workout.configuration.longestSet)
    let ended = try span(C.done, in: began...max(Round.longest, began))
    return Round(
      number: number, slot: has(C.interval) ? try integer(C.interval, in: 1...slots) : nil, began: began,
      ended: ended, split: try span(C.split, in: .zero...ended))
  }

  /// Returns the number after `last`, which `column` must hold, up to `most`.
  private func next(_ column: WorkoutColumn, after last: Int, most: Int) throws(RowRefusal) -> Int {
    guard try integer(column, in: 1 ... .max) == last + 1 else {
      throw refusal(column, .notInOrder(expected: last + 1))
    }
    return try integer(column, in: 1...most)
  }

  private func date(_ column: WorkoutColumn) throws(RowRefusal) -> Date { CalendarTime.date(try time(column)) }

  // MARK: The timer's configuration

  private func timerConfiguration() throws(RowRefusal) -> TimerConfiguration {
    let form: TimerConfiguration.Form =
      switch try word(C.kind) as TimerKind {
      case .forTime:
        .forTime(
          capSeconds: has(C.capSeconds) ? try integer(C.capSeconds, in: TimerConfiguration.caps) : nil,
          rounds: try integer(C.rounds, in: TimerConfiguration.roundCounts))
      case .amrap: .amrap(durationSeconds: try integer(C.durationSeconds, in: TimerConfiguration.durations))
      case .emom:
        .emom(
          slots: try integer(C.intervals, in: TimerConfiguration.slotCounts),
          slotSeconds: try integer(C.intervalSeconds, in: TimerConfiguration.slotLengths),
          rounds: try integer(C.rounds, in: TimerConfiguration.roundCounts))
      }
    let countdown =
      has(C.countdownSeconds) ? try integer(C.countdownSeconds, in: TimerConfiguration.countdowns) : nil
    let (source, sets) = (try word(C.source) as RoundSource, try integer(C.sets, in: TimerConfiguration.setCounts))
    let (rest, cues) = (try integer(C.restSeconds, in: 0...TimerConfiguration.rests.upperBound), try cues())
    do {
      return try TimerConfiguration(
        form, source: source, sets: sets, restSeconds: rest, countdownSeconds: countdown, cues: cues)
    } catch {
      throw refusal(error)
    }
  }

  /// Maps an error of valid values that are invalid in combination.
  private func refusal(_ error: TimerConfigurationError) -> RowRefusal {
    switch error {
    case .rest:
      refusal(
        C.restSeconds, .outOfRange(low: Double(error.range.lowerBound), high: Double(error.range.upperBound)))
    case .slotsTooLong(let seconds):
      refusal(C.intervals, .tooLongTogether(seconds: seconds, limit: error.range.upperBound))
    case .tooLong(let seconds): refusal(C.sets, .tooLongTogether(seconds: seconds, limit: error.range.upperBound))
    // Each of these was already checked separately.
    case .cap, .duration, .slots, .slotLength, .rounds, .sets, .countdown: refusal(C.kind, .missing)
    }
  }

  private func cues() throws(RowRefusal) -> Set<TimerCueGroup> {
    let text = try text(C.cues)
    guard text != C.noCues else { return [] }
    var cues: Set<TimerCueGroup> = []
    for word in text.split(separator: " ") {
      guard let cue = TimerCueGroup(rawValue: String(word)) else {
        throw refusal(C.cues, .notAWord(TimerCueGroup.allCases.map(\.rawValue) + [C.noCues]))
      }
      cues.insert(cue)
    }
    return cues
  }
}
