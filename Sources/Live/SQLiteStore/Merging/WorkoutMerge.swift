import Foundation
import GRDB
import Timers

extension RecordMerge {
  /// Adds `workout` with its sets and rounds unless the store has it. One that the store has is replaced by one that
  /// changed later: it went on after the store came to know it; and so is one that was taken away, which is there
  /// again. The order is that of insertion, like that of records.
  /// - Throws: whatever ends the transaction.
  public func add(_ workout: Workout) throws -> Outcome {
    try replaceWorkouts()
    var outcome = Outcome.duplicate
    do {
      try db.inSavepoint {
        if let number = try db.number(of: workout.id) {
          let changed = try String.fetchOne(
            db, sql: "SELECT changed FROM workout WHERE number = ?", arguments: [number])
          guard try db.isRemoved(number) || Timestamp.text(workout.changed) > changed ?? "" else { return .commit }
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
