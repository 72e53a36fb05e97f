import Foundation
import GRDB
import Ports
import Time
import Timers

/// Timed practice: the configurations of timers, and the results.
extension SQLiteStore {
  /// Stores the last configuration of timers of this kind. Queued on the database's own queue; a failure loses only the
  /// configuration. Loop thread.
  public func remember(_ configuration: TimerConfiguration) {
    database.asyncWrite(
      { db in
        try db.execute(
          sql: """
            INSERT INTO timer (kind, configuration) VALUES (?, ?)
            ON CONFLICT DO UPDATE SET configuration = excluded.configuration
            """, arguments: [configuration.kind.rawValue, try KeptConfiguration.text(configuration)])
      }, completion: { _, _ in })
  }

  /// Returns the state practice continues from at the wall-clock time `date`: the last configuration of each kind, and
  /// the newest resumable timed practice, paused. Deletes removed ones. Stores all other unfinished ones as ended, as
  /// `Workout.restored(at:)` defines it; all in one transaction. To be called before `start`, as it would end a running
  /// one. Blocks; any thread but the loop's.
  public func timers(at date: Date) throws(StoreFailure) -> KnownTimers {
    do {
      return try database.write { db in
        try db.execute(sql: "DELETE FROM workout WHERE number IN (SELECT workout FROM removed_workout)")
        var paused: Workout?
        for workout in try db.unfinishedWorkouts() {
          switch workout.restored(at: date) {
          case .paused(let restored) where paused == nil:
            try db.file(restored)
            paused = restored
          case .paused:
            // One can be resumed; the others are too old.
            let late = workout.changed.addingTimeInterval(Workout.patience.seconds + 1)
            if case .ended(let ended) = workout.restored(at: late) { try db.file(ended) }
          case .ended(let ended): try db.file(ended)
          case .over: break
          }
        }
        return KnownTimers(configurations: try db.timerConfigurations(), paused: paused)
      }
    } catch {
      throw StoreFailure(error, path: path)
    }
  }

  /// Returns the newest `limit` of those older than the one with the id `before`, newest first; the newest of all
  /// without it. Empty if that one does not exist; leaves out damaged ones. Blocks; any thread but the loop's.
  public func workouts(before: UUID? = nil, limit: Int) throws(StoreFailure) -> [Workout] {
    do {
      return try database.read { try $0.workouts(before: before, limit: limit) { _ in } }
    } catch {
      throw StoreFailure(error, path: path)
    }
  }

  /// Returns summaries of the same workouts, for a list. Blocks; any thread but the loop's.
  public func summaries(before: UUID? = nil, limit: Int) throws(StoreFailure) -> [WorkoutSummary] {
    do {
      return try database.read { try $0.summaries(before: before, limit: limit) { _ in } }
    } catch {
      throw StoreFailure(error, path: path)
    }
  }

  /// Returns the workout with this id, with its sets and rounds; nil if it does not exist. Blocks; any thread but the
  /// loop's.
  public func workout(_ id: UUID) throws(StoreFailure) -> Workout? {
    do {
      return try database.read { try $0.workout(id) }
    } catch {
      throw StoreFailure(error, path: path)
    }
  }

  /// Returns the number of workouts. Blocks; any thread but the loop's.
  public func workoutCount() throws(StoreFailure) -> Int {
    do {
      return try database.read { db in
        try Int.fetchOne(db, sql: "SELECT count(*) FROM workout WHERE \(Database.presentWorkouts)") ?? 0
      }
    } catch {
      throw StoreFailure(error, path: path)
    }
  }

  /// Removes a workout: it disappears at once, and the next `timers(at:)` deletes it. Returns false if it does not
  /// exist. Blocks; any thread but the loop's.
  @discardableResult
  public func removeWorkout(_ id: UUID) throws(StoreFailure) -> Bool {
    try write(
      """
      INSERT INTO removed_workout (workout) SELECT number FROM workout WHERE id = ? ON CONFLICT DO NOTHING
      """, id)
  }

  /// Restores a removed workout; returns false if it was not removed, or is deleted. Blocks; any thread but the loop's.
  @discardableResult
  public func restoreWorkout(_ id: UUID) throws(StoreFailure) -> Bool {
    try write("DELETE FROM removed_workout WHERE workout = (SELECT number FROM workout WHERE id = ?)", id)
  }

  /// Runs `sql` on the workout with the id `id`; returns whether it changed anything.
  private func write(_ sql: String, _ id: UUID) throws(StoreFailure) -> Bool {
    do {
      return try database.write { db in
        try db.execute(sql: sql, arguments: [id.uuidString])
        return db.changesCount > 0
      }
    } catch {
      throw StoreFailure(error, path: path)
    }
  }

  /// Passes every workout to `body` in order of insertion, one at a time, from one consistent snapshot. Blocks; any
  /// thread but the loop's.
  /// - Parameter damaged: receives unreadable rows.
  /// - Throws: `StoreFailure`, or the error of `body`.
  public func readWorkouts(damaged: (DamagedRow) -> Void = { _ in }, _ body: (Workout) throws -> Void) throws {
    var thrown: (any Error)?
    do {
      try database.read { db in
        do {
          let rows = try Row.fetchCursor(
            db, sql: "SELECT * FROM workout WHERE \(Database.presentWorkouts) ORDER BY number")
          while let row = try rows.next() {
            guard let workout = try db.workout(row) else {
              damaged(try DamagedRow(workout: row))
              continue
            }
            do {
              try body(workout)
            } catch {
              thrown = error
              return
            }
          }
        } catch let error as DatabaseError where error.isDamage {
          damaged(DamagedRow(table: "workout", error))
        }
      }
    } catch {
      throw StoreFailure(error, path: path)
    }
    if let thrown { throw thrown }
  }

  /// Passes the newest `limit` workouts of the database at `path` to `body`, newest first and one at a time, without
  /// opening it for writing: practice may be running. None if the database does not exist. `damaged` receives
  /// unreadable rows among them. Blocks; any thread but the loop's.
  /// - Throws: `StoreFailure`, or the error of `body`.
  public static func readStoredWorkouts(
    path: String, limit: Int, damaged: (DamagedRow) -> Void = { _ in }, _ body: (Workout) throws -> Void
  ) throws {
    var thrown: (any Error)?
    do {
      _ = try stored(path) { db in
        try db.readWorkouts(before: nil, limit: limit, damaged: damaged) { workout in
          do { try body(workout) } catch {
            thrown = error
            throw error
          }
        }
      }
    } catch {
      throw thrown ?? error
    }
  }

  /// Returns summaries of the same workouts, for a list.
  public static func storedSummaries(
    path: String, limit: Int, damaged: (DamagedRow) -> Void = { _ in }
  ) throws(StoreFailure) -> [WorkoutSummary] {
    try stored(path) { try $0.summaries(before: nil, limit: limit, damaged: damaged) } ?? []
  }

  private static func stored<Value>(
    _ path: String, _ read: (Database) throws -> Value
  ) throws(StoreFailure) -> Value? {
    do {
      return try DatabaseOpening(path: path, options: StoreOptions()).inspect(read)
    } catch {
      throw StoreFailure(error, path: path)
    }
  }
}
