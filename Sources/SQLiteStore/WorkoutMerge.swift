import Foundation
import GRDB
import Timers

extension RecordMerge {
  /// Adds `workout` with its sets and rounds unless the store has it. One that the store has is replaced by one that changed
  /// later: it went on after the store came to know it. The order is that of insertion, like that of records.
  /// - Throws: whatever ends the transaction.
  public func add(_ workout: Workout) throws -> Outcome {
    try replaceWorkouts()
    var outcome = Outcome.duplicate
    do {
      try db.inSavepoint {
        if let number = try db.number(of: workout.id) {
          let changed = try String.fetchOne(
            db, sql: "SELECT changed FROM workout WHERE number = ?", arguments: [number])
          guard Timestamp.text(workout.changed) > changed ?? "" else { return .commit }
          try db.execute(sql: "DELETE FROM workout WHERE number = ?", arguments: [number])
          try db.insert(workout)
          // It keeps its place in the order.
          try db.execute(sql: "UPDATE workout SET number = ? WHERE id = ?", arguments: [number, workout.id.uuidString])
        } else {
          try db.insert(workout)
        }
        outcome = .added
        return .commit
      }
    } catch let error as DatabaseError where error.resultCode == .SQLITE_CONSTRAINT {
      return .refused(reason: error.plainReason)
    }
    return outcome
  }
}

/// The order of timed practices, while others are merged in: see `MergedOrder`.
struct MergedWorkoutOrder {
  /// The last number and the newest start before the merge; nil if there were none.
  private let last: Int64?
  private let newest: String?

  /// As it is now.
  init(_ db: Database) throws {
    last = try Int64.fetchOne(db, sql: "SELECT max(number) FROM workout")
    newest = try String.fetchOne(db, sql: "SELECT max(started) FROM workout")
  }

  /// Numbers all anew by their starts if one that was added since is older than the newest before. Sets and rounds follow.
  func restore(_ db: Database) throws {
    guard let last, let newest,
      let oldest = try String.fetchOne(
        db, sql: "SELECT min(started) FROM workout WHERE number > ?", arguments: [last]), oldest < newest
    else { return }
    try db.execute(
      sql: """
        CREATE TEMP TABLE renumbered (old INTEGER PRIMARY KEY, new INTEGER NOT NULL);
        INSERT INTO renumbered SELECT number, row_number() OVER (ORDER BY started, number) FROM workout;
        UPDATE workout SET number = -(SELECT new FROM renumbered WHERE old = number);
        UPDATE workout SET number = -number;
        DROP TABLE renumbered;
        """)
  }
}
