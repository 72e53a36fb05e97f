import Foundation
import Timers

extension Catalogue {
  /// Returns a timed practice in a history with its sets and their rounds. `zone` is the player's.
  public func lines(_ workout: Workout, now: Date, in zone: TimeZone = .current) -> [String] {
    lines(WorkoutSummary(workout), now: now, in: zone) + workout.sets.flatMap(lines)
  }

  /// Returns a timed practice in a history: its date and configuration, then its result. `zone` is the player's.
  public func lines(_ workout: WorkoutSummary, now: Date, in zone: TimeZone = .current) -> [String] {
    let title = self(
      .workoutTitle,
      [
        "date": words(for: workout.started, now: now, in: zone), "name": name(of: workout.configuration.kind),
        "configuration": words(workout.configuration),
      ])
    let line = self(
      .workoutLine,
      [
        "time": digits(seconds: workout.practised.wholeSeconds),
        "rounds": self(.rounds, count: workout.rounds), "state": name(of: workout.state),
      ])
    return [title, "  " + line]
  }

  private func lines(_ set: WorkoutSet) -> [String] {
    let title = self(
      .setLine,
      [
        "set": "\(set.number)", "time": digits(seconds: set.elapsed.wholeSeconds),
        "rounds": self(.rounds, count: set.rounds.count),
      ])
    return ["    " + title] + set.rounds.map { "      " + line($0) }
  }

  private func line(_ round: Round) -> String {
    let values = [
      "round": "\(round.number)", "split": split(tenths: round.split.wholeTenths),
      "time": digits(seconds: round.ended.wholeSeconds),
    ]
    guard let slot = round.slot else { return self(.roundLine, values) }
    return self(.slotRoundLine, values.merging(["slot": "\(slot)"]) { $1 })
  }
}
