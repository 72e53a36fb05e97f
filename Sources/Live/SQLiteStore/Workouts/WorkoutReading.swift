import Foundation
import GRDB
import Timers

extension Database {
  /// Whether this database has timed practice: one of an earlier version does not.
  func hasWorkouts() throws -> Bool { try tableExists("workout") }

  /// The newest `limit` workouts of those that are older than the one with the id `before`, newest first; of all without one. Each
  /// costs its own rows and no others.
  func workouts(before: UUID?, limit: Int, path: String) throws -> [Workout] {
    try workoutRows(before: before, limit: limit).map {
      try SQLiteStore.known(try workout($0), id: $0["id"], path: path)
    }
  }

  /// The same, without their rounds, which are counted.
  func summaries(before: UUID?, limit: Int, path: String) throws -> [WorkoutSummary] {
    try workoutRows(before: before, limit: limit).map { row in
      let workout = try SQLiteStore.known(try workout(row, hasRounds: false), id: row["id"], path: path)
      let rounds = try Int.fetchOne(
        cachedStatement(sql: "SELECT count(*) FROM workout_round WHERE workout = ?"),
        arguments: [row["number"] as Int64])
      return WorkoutSummary(workout, rounds: rounds ?? 0)
    }
  }

  /// The workout with this id; nil if it is not there.
  func workout(_ id: UUID, path: String) throws -> Workout? {
    let row = try Row.fetchOne(
      cachedStatement(sql: "SELECT * FROM workout WHERE id = ?"), arguments: [id.uuidString])
    return try row.map { try SQLiteStore.known(try workout($0), id: id.uuidString, path: path) }
  }

  private func workoutRows(before: UUID?, limit: Int) throws -> [Row] {
    var end = Int64.max
    if let before {
      guard let number = try number(of: before) else { return [] }
      end = number
    }
    return try Row.fetchAll(
      cachedStatement(sql: "SELECT * FROM workout WHERE number < ? ORDER BY number DESC LIMIT ?"),
      arguments: [end, max(limit, 0)])
  }

  /// All that run or are paused, newest first. One that this version cannot understand is left out: practice can do without it.
  func unfinishedWorkouts() throws -> [Workout] {
    try Row.fetchAll(
      cachedStatement(
        sql: "SELECT * FROM workout WHERE state IN ('running', 'paused') ORDER BY number DESC")
    ).compactMap { try workout($0) }
  }

  /// What each kind was set to last. What this version cannot understand is left out: the default stands for it.
  func timerConfigurations() throws -> [TimerKind: TimerConfiguration] {
    let texts = try String.fetchAll(self, sql: "SELECT configuration FROM timer")
    let known = texts.compactMap(KeptConfiguration.configuration)
    return Dictionary(known.map { ($0.kind, $0) }) { $1 }
  }

  /// The workout of `row` of `workout`, with its sets and, unless they are left out, their rounds; nil if a value is none that this
  /// version knows.
  func workout(_ row: Row, hasRounds: Bool = true) throws -> Workout? {
    let number: Int64 = row["number"]
    let ended: String? = row["ended"]
    guard let id = UUID(uuidString: row["id"]), let started = Timestamp.date(row["started"]),
      let changed = Timestamp.date(row["changed"]), let state = Workout.State(rawValue: row["state"]),
      let stage = WorkoutPosition.Stage(rawValue: row["stage"]),
      let configuration = KeptConfiguration.configuration(row["configuration"]),
      let end = ended.map(Timestamp.date) ?? .some(nil), let sets = try sets(of: number, hasRounds: hasRounds)
    else { return nil }
    return Workout(
      id: id, configuration: configuration, started: started, ended: end, changed: changed, state: state,
      position: WorkoutPosition(stage, set: row["stage_set"], elapsed: .nanoseconds(row["stage_elapsed"] as Int64)),
      sets: sets)
  }

  private func sets(of workout: Int64, hasRounds: Bool) throws -> [WorkoutSet]? {
    var sets: [WorkoutSet] = []
    let rows = try Row.fetchCursor(
      cachedStatement(
        sql: "SELECT number, started, elapsed, state FROM workout_set WHERE workout = ? ORDER BY number"),
      arguments: [workout])
    while let row = try rows.next() {
      guard let started = Timestamp.date(row[1]), let state = Workout.State(rawValue: row[3]) else { return nil }
      sets.append(
        WorkoutSet(
          number: row[0], started: started, elapsed: .nanoseconds(row[2] as Int64), state: state, rounds: []))
    }
    guard hasRounds else { return sets }
    let rounds = try Row.fetchCursor(
      cachedStatement(
        sql: """
          SELECT "set", number, interval, began, done, split FROM workout_round WHERE workout = ? ORDER BY "set", number
          """), arguments: [workout])
    var place = 0
    while let row = try rounds.next() {
      let set: Int = row[0]
      while place < sets.count, sets[place].number < set { place += 1 }
      guard place < sets.count, sets[place].number == set else { return nil }
      sets[place].rounds.append(
        Round(
          number: row[1], interval: row[2], began: .nanoseconds(row[3] as Int64), ended: .nanoseconds(row[4] as Int64),
          split: .nanoseconds(row[5] as Int64)))
    }
    return sets
  }
}
