import Foundation
import GRDB
import Timers

extension RecordMerge {
  /// Adds `workout` with its sets and rounds unless the store has it. A stored version is replaced by one that changed
  /// later, that is, continued after it was stored; a removed one is replaced as well, and reappears. The order is the
  /// order of insertion, as for records.
  /// - Throws: an error that ends the transaction.
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
          // The workout keeps its place in the order.
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
