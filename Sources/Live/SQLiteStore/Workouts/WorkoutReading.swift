import Foundation
import GRDB
import Timers

extension Database {
  /// The SQL condition for rows of `workout` that were not removed.
  static let presentWorkouts = "number NOT IN (SELECT workout FROM removed_workout)"

  /// Returns whether the workout of this number was removed.
  func isRemoved(_ workout: Int64) throws -> Bool {
    try Bool.fetchOne(
      cachedStatement(sql: "SELECT EXISTS (SELECT 1 FROM removed_workout WHERE workout = ?)"), arguments: [workout])
      ?? false
  }

  /// Returns the newest `limit` workouts of those older than the one with the id `before`, newest first; of all if it
  /// is nil. Each reads only its own rows. `damaged` receives unreadable ones.
  func workouts(before: UUID?, limit: Int, damaged: (DamagedRow) -> Void) throws -> [Workout] {
    var workouts: [Workout] = []
    try readWorkouts(before: before, limit: limit, damaged: damaged) { workouts.append($0) }
    return workouts
  }

  /// Passes the same workouts to `body`, one at a time.
  func readWorkouts(
    before: UUID?, limit: Int, damaged: (DamagedRow) -> Void, _ body: (Workout) throws -> Void
  ) throws {
    let rows = try workoutRows(before: before, limit: limit)
    while let row = try rows.next() {
      if let workout = try readable(row, damaged: damaged) { try body(workout) }
    }
  }

  /// Returns summaries of the same workouts, without their rounds, which are counted.
  func summaries(before: UUID?, limit: Int, damaged: (DamagedRow) -> Void) throws -> [WorkoutSummary] {
    let rows = try workoutRows(before: before, limit: limit)
    var summaries: [WorkoutSummary] = []
    while let row = try rows.next() {
      guard let workout = try readable(row, hasRounds: false, damaged: damaged) else { continue }
      let rounds = try Int.fetchOne(
        cachedStatement(sql: "SELECT count(*) FROM workout_round WHERE workout = ?"),
        arguments: [row["number"] as Int64])
      summaries.append(WorkoutSummary(workout, rounds: rounds ?? 0))
    }
    return summaries
  }

  /// Returns the workout with this id; nil if it does not exist, was removed or cannot be read.
  func workout(_ id: UUID) throws -> Workout? {
    let row = try Row.fetchOne(
      cachedStatement(sql: "SELECT * FROM workout WHERE id = ? AND \(Self.presentWorkouts)"), arguments: [id.uuidString]
    )
    return try row.flatMap { try workout($0) }
  }

  private func readable(
    _ row: Row, hasRounds: Bool = true, damaged: (DamagedRow) -> Void
  ) throws -> Workout? {
    if let known = try workout(row, hasRounds: hasRounds) { return known }
    damaged(try DamagedRow(workout: row))
    return nil
  }

  private func workoutRows(before: UUID?, limit: Int) throws -> RowCursor {
    let end = try before.map { try number(of: $0) ?? .min } ?? .max
    return try Row.fetchCursor(
      cachedStatement(
        sql: "SELECT * FROM workout WHERE number < ? AND \(Self.presentWorkouts) ORDER BY number DESC LIMIT ?"),
      arguments: [end, max(limit, 0)])
  }

  /// Returns all running or paused workouts, newest first. Omits those unknown to this version: practice can do without
  /// them.
  func unfinishedWorkouts() throws -> [Workout] {
    try Row.fetchAll(
      cachedStatement(
        sql: """
          SELECT * FROM workout WHERE state IN ('running', 'paused') AND \(Self.presentWorkouts) ORDER BY number DESC
          """)
    ).compactMap { try workout($0) }
  }

  /// Returns the last configuration of each kind. Omits configurations unknown to this version, so that their defaults
  /// apply.
  func timerConfigurations() throws -> [TimerKind: TimerConfiguration] {
    let texts = try String.fetchAll(self, sql: "SELECT configuration FROM timer")
    let known = texts.compactMap(KeptConfiguration.configuration)
    return Dictionary(known.map { ($0.kind, $0) }) { $1 }
  }

  /// Returns the workout of `row` of `workout`, with its sets and, unless `hasRounds` is false, their rounds; nil if a
  /// value is unknown to this version, or not a number although one is expected, as after damage.
  func workout(_ row: Row, hasRounds: Bool = true) throws -> Workout? {
    do {
      return try knownWorkout(row, hasRounds: hasRounds)
    } catch is RowDecodingError {
      return nil
    }
  }

  private func knownWorkout(_ row: Row, hasRounds: Bool) throws -> Workout? {
    func text(_ column: String) throws -> String { try row.decode(String.self, forColumn: column) }
    let ended = try row.decode(String?.self, forColumn: "ended")
    guard let id = UUID(uuidString: try text("id")), let started = Timestamp.date(try text("started")),
      let changed = Timestamp.date(try text("changed")), let state = Workout.State(rawValue: try text("state")),
      let stage = WorkoutPosition.Stage(rawValue: try text("stage")),
      let configuration = KeptConfiguration.configuration(try text("configuration")),
      let end = ended.map(Timestamp.date) ?? .some(nil),
      let sets = try sets(of: row.decode(Int64.self, forColumn: "number"), hasRounds: hasRounds)
    else { return nil }
    let elapsed = try row.decode(Int64.self, forColumn: "stage_elapsed")
    return Workout(
      id: id, configuration: configuration, started: started, ended: end, changed: changed, state: state,
      position: WorkoutPosition(
        stage, set: try row.decode(Int.self, forColumn: "stage_set"), elapsed: .nanoseconds(elapsed)),
      sets: sets)
  }

  private func span(_ row: Row, _ index: Int) throws -> Duration {
    .nanoseconds(try row.decode(Int64.self, atIndex: index))
  }

  private func sets(of workout: Int64, hasRounds: Bool) throws -> [WorkoutSet]? {
    var sets: [WorkoutSet] = []
    let rows = try Row.fetchCursor(
      cachedStatement(
        sql: "SELECT number, started, elapsed, state FROM workout_set WHERE workout = ? ORDER BY number"),
      arguments: [workout])
    while let row = try rows.next() {
      guard let started = Timestamp.date(try row.decode(String.self, atIndex: 1)),
        let state = Workout.State(rawValue: try row.decode(String.self, atIndex: 3))
      else { return nil }
      sets.append(
        WorkoutSet(
          number: try row.decode(Int.self, atIndex: 0), started: started, elapsed: try span(row, 2), state: state,
          rounds: []))
    }
    guard hasRounds else { return sets }
    let rounds = try Row.fetchCursor(
      cachedStatement(
        sql: """
          SELECT "set", number, interval, began, done, split FROM workout_round WHERE workout = ? ORDER BY "set", number
          """), arguments: [workout])
    var place = 0
    while let row = try rounds.next() {
      let set = try row.decode(Int.self, atIndex: 0)
      while place < sets.count, sets[place].number < set { place += 1 }
      guard place < sets.count, sets[place].number == set else { return nil }
      sets[place].rounds.append(
        Round(
          number: try row.decode(Int.self, atIndex: 1), slot: try row.decode(Int?.self, atIndex: 2),
          began: try span(row, 3), ended: try span(row, 4), split: try span(row, 5)))
    }
    return sets
  }
}
