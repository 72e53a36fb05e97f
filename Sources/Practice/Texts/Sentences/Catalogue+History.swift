import Foundation
import Timers

/// What `peach history` says, and what files of timed practices need besides `ExchangeKey`, by the keys in the catalogues.
public enum HistoryKey: String, CaseIterable, Sendable {
  case noTimers = "history.empty"
  case olderWorkouts = "history.older"
  case workoutTitle = "history.title"
  case workoutLine = "history.line"
  case setLine = "history.set"
  case roundLine = "history.round"
  case intervalRoundLine = "history.interval-round"

  case noTimersToExport = "export.timers-nothing"

  // What is wrong with a row.
  case notASpan = "import.not-a-span"
  case notInOrder = "import.not-in-order"
  case orphan = "import.orphan"
  case tooLongTogether = "import.too-long-together"

  // `--help` and usage errors.
  case historyHelp = "help.history"
  case helpLimit = "help.history-limit"
  case helpSplits = "help.history-splits"
  case helpTimers = "help.export-timers"
  case usageLimit = "usage.history-limit"
  case usageTimersFormat = "usage.timers-format"
}

/// Texts about timed practice that say how many, like `PluralKey`.
public enum HistoryCountKey: String, CaseIterable, Sendable {
  case exported = "export.timers"
  case imported = "import.timers"
  case leftOut = "import.timers-left-out"
}

extension Catalogue {
  /// The text of `key`, with `{name}` replaced by `values["name"]`.
  public func callAsFunction(_ key: HistoryKey, _ values: [String: String] = [:]) -> String {
    text(key.rawValue, values)
  }

  /// The text of `key` for `count` things; `{count}` is the number.
  public func callAsFunction(_ key: HistoryCountKey, count: Int, _ values: [String: String] = [:]) -> String {
    text("\(key.rawValue).\(count == 1 ? "one" : "other")", values.merging(["count": "\(count)"]) { $1 })
  }

  /// A timed practice in a history: when it was and what it was set to; then what it came to. With `splits` its sets follow, each
  /// with its rounds. `zone` is the player's.
  public func lines(_ workout: Workout, splits: Bool = false, now: Date, in zone: TimeZone = .current) -> [String] {
    let title = self(
      HistoryKey.workoutTitle,
      [
        "date": words(for: workout.started, now: now, in: zone), "name": name(of: workout.configuration.kind),
        "configuration": words(workout.configuration),
      ])
    let line = self(
      HistoryKey.workoutLine,
      [
        "time": digits(seconds: workout.practised.wholeSeconds),
        "rounds": self(TimerCountKey.rounds, count: workout.rounds), "state": name(of: workout.state),
      ])
    return [title, "  " + line] + (splits ? workout.sets.flatMap(lines) : [])
  }

  private func lines(_ set: WorkoutSet) -> [String] {
    let title = self(
      HistoryKey.setLine,
      [
        "set": "\(set.number)", "time": digits(seconds: set.elapsed.wholeSeconds),
        "rounds": self(TimerCountKey.rounds, count: set.rounds.count),
      ])
    return ["    " + title] + set.rounds.map { "      " + line($0) }
  }

  private func line(_ round: Round) -> String {
    let values = [
      "round": "\(round.number)", "split": split(tenths: round.split.wholeTenths),
      "time": digits(seconds: round.ended.wholeSeconds),
    ]
    guard let interval = round.interval else { return self(HistoryKey.roundLine, values) }
    return self(HistoryKey.intervalRoundLine, values.merging(["interval": "\(interval)"]) { $1 })
  }
}
