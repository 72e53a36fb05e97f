import Foundation
import GRDB
import Time
import Timers

/// Changes of workouts, each in a few statements that find their rows by keys: the cost of a change does not depend on
/// the number of rounds. They have the same effect as `Workout.apply`, which the tests verify.
extension Database {
  /// Applies `entry`, unless its run has already written it or a later one. Returns false, without a change, if its
  /// workout does not exist, because it was removed for instance. Within a transaction.
  func keep(_ entry: WorkoutEntry) throws -> Bool {
    var isKnown = true
    // A change of several statements is applied as a whole or not at all.
    try inSavepoint {
      if case .begun(let workout) = entry.change.kind, try number(of: workout.id) == nil { try insert(workout) }
      guard let number = try number(of: entry.workout) else {
        isKnown = false
        return .rollback
      }
      let writer = entry.writer.uuidString
      let place = try Int.fetchOne(
        cachedStatement(sql: "SELECT place FROM workout_writer WHERE workout = ? AND writer = ?"),
        arguments: [number, writer])
      guard entry.place > place ?? .min else { return .commit }
      try apply(entry.change, to: number)
      try run(
        """
        INSERT INTO workout_writer (workout, writer, place) VALUES (?, ?, ?)
        ON CONFLICT DO UPDATE SET place = excluded.place
        """, [number, writer, entry.place])
      return .commit
    }
    return isKnown
  }

  private func apply(_ change: WorkoutChange, to workout: Int64) throws {
    let date = Timestamp.text(change.date)
    switch change.kind {
    // It already exists, as it began or from another store.
    case .begun: return
    case .moved(let position, let isPaused):
      try move(workout, to: position)
      try run("UPDATE workout SET state = ? WHERE number = ?", [Workout.State(isPaused: isPaused).rawValue, workout])
      if position.stage == .set {
        try run(
          "UPDATE workout_set SET elapsed = max(elapsed, ?) WHERE workout = ? AND number = ?",
          [position.elapsed.nanoseconds, workout, position.set])
      }
    case .setBegun(let set):
      try move(workout, to: WorkoutPosition(.set, set: set, elapsed: .zero))
      try insert(WorkoutSet(number: set, started: change.date, elapsed: .zero, state: .running, rounds: []), workout)
    case .round(let round, let set):
      if try hasSet(set, workout) { try insert(round, set: set, workout) }
      let done = round.ended.nanoseconds
      try run(
        "UPDATE workout_set SET elapsed = max(elapsed, ?) WHERE workout = ? AND number = ? AND state = 'running'",
        [done, workout, set])
      try run(
        """
        UPDATE workout SET stage_elapsed = max(stage_elapsed, ?)
        WHERE number = ? AND state IN ('running', 'paused') AND stage = 'set' AND stage_set = ?
        """, [done, workout, set])
    case .roundWithdrawn(let set):
      try run(
        """
        DELETE FROM workout_round WHERE workout = ?1 AND "set" = ?2
          AND number = (SELECT max(number) FROM workout_round WHERE workout = ?1 AND "set" = ?2)
        """, [workout, set])
    case .setEnded(let set, let elapsed, let isComplete):
      let sets = try Int.fetchOne(
        cachedStatement(sql: "SELECT json_extract(configuration, '$.sets') FROM workout WHERE number = ?"),
        arguments: [workout])
      try move(
        workout,
        to: set < sets ?? 1
          ? WorkoutPosition(.rest, set: set, elapsed: .zero) : WorkoutPosition(.set, set: set, elapsed: elapsed))
      try run(
        "UPDATE workout_set SET elapsed = ?, state = ? WHERE workout = ? AND number = ?",
        [elapsed.nanoseconds, Workout.State(isComplete: isComplete).rawValue, workout, set])
    case .ended(let isComplete):
      try run(
        "UPDATE workout SET state = ?, ended = ? WHERE number = ?",
        [Workout.State(isComplete: isComplete).rawValue, date, workout])
    }
    try run("UPDATE workout SET changed = ? WHERE number = ?", [date, workout])
  }

  private func move(_ workout: Int64, to position: WorkoutPosition) throws {
    try run(
      "UPDATE workout SET stage = ?, stage_set = ?, stage_elapsed = ? WHERE number = ?",
      [position.stage.rawValue, position.set, position.elapsed.nanoseconds, workout])
  }

  // MARK: Rows

  /// Returns the number of the workout with this id; nil if it does not exist.
  func number(of id: UUID) throws -> Int64? {
    try Int64.fetchOne(
      cachedStatement(sql: "SELECT number FROM workout WHERE id = ?"), arguments: [id.uuidString])
  }

  /// Inserts `workout` with its sets and rounds.
  func insert(_ workout: Workout) throws {
    try run(
      """
      INSERT INTO workout (id, started, ended, changed, state, stage, stage_set, stage_elapsed, configuration)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
      """,
      [
        workout.id.uuidString, Timestamp.text(workout.started), workout.ended.map(Timestamp.text),
        Timestamp.text(workout.changed), workout.state.rawValue, workout.position.stage.rawValue, workout.position.set,
        workout.position.elapsed.nanoseconds, try KeptConfiguration.text(workout.configuration),
      ])
    let number = lastInsertedRowID
    for set in workout.sets {
      try insert(set, number)
      for round in set.rounds { try insert(round, set: set.number, number) }
    }
  }

  /// Stores the result of `Workout.restored(at:)`.
  func file(_ workout: Workout) throws {
    guard let number = try number(of: workout.id) else { return }
    try run(
      "UPDATE workout SET state = ?, ended = ? WHERE number = ?",
      [workout.state.rawValue, workout.ended.map(Timestamp.text), number])
    for set in workout.sets {
      try run(
        "UPDATE workout_set SET state = ? WHERE workout = ? AND number = ?", [set.state.rawValue, number, set.number])
    }
  }

  /// Inserts a set; of two with the same number only the first is kept.
  private func insert(_ set: WorkoutSet, _ workout: Int64) throws {
    try run(
      """
      INSERT INTO workout_set (workout, number, started, elapsed, state) VALUES (?, ?, ?, ?, ?) ON CONFLICT DO NOTHING
      """, [workout, set.number, Timestamp.text(set.started), set.elapsed.nanoseconds, set.state.rawValue])
  }

  private func insert(_ round: Round, set: Int, _ workout: Int64) throws {
    try run(
      """
      INSERT INTO workout_round (workout, "set", number, interval, began, done, split) VALUES (?, ?, ?, ?, ?, ?, ?)
      """,
      [
        workout, set, round.number, round.slot, round.began.nanoseconds, round.ended.nanoseconds,
        round.split.nanoseconds,
      ])
  }

  private func hasSet(_ set: Int, _ workout: Int64) throws -> Bool {
    try Bool.fetchOne(
      cachedStatement(sql: "SELECT EXISTS (SELECT 1 FROM workout_set WHERE workout = ? AND number = ?)"),
      arguments: [workout, set]) ?? false
  }

  private func run(_ sql: String, _ values: [(any DatabaseValueConvertible)?]) throws {
    try cachedStatement(sql: sql).execute(arguments: StatementArguments(values))
  }
}

extension Workout.State {
  fileprivate init(isPaused: Bool) { self = isPaused ? .paused : .running }
  fileprivate init(isComplete: Bool) { self = isComplete ? .complete : .incomplete }
}

/// The configuration of a timer, as a text that SQLite's own functions can read.
enum KeptConfiguration {
  /// Returns `configuration` as JSON; equal ones give the same text.
  static func text(_ configuration: TimerConfiguration) throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return String(decoding: try encoder.encode(configuration), as: UTF8.self)
  }

  /// Returns the configuration in `text`; nil if it is unknown to this version.
  static func configuration(_ text: String) -> TimerConfiguration? {
    try? JSONDecoder().decode(TimerConfiguration.self, from: Data(text.utf8))
  }
}
