import Foundation
import GRDB
import Ports
import Training

/// A change queued by the loop, in its order.
enum StoreChange: Hashable, Sendable {
  case save(ExerciseRecord)
  /// Withdraws an answer: no commit takes it back.
  case withdraw(UUID)
  /// Changes a timed practice.
  case workout(WorkoutEntry)

  /// The id of the record or workout.
  var id: UUID {
    switch self {
    case .save(let record): record.id
    case .withdraw(let id): id
    case .workout(let entry): entry.workout
    }
  }
}

/// The results of committed changes.
struct WrittenChanges {
  var events: [StoreEvent] = []
  /// The number of records among them that a profile can learn from.
  var records = 0
  /// These violate a table constraint; retrying will not help.
  var refused: [(StoreChange, reason: String)] = []

  fileprivate mutating func took(_ event: StoreEvent) {
    events.append(event)
    if case .saved = event { records += 1 }
  }
}

extension DatabaseWriter {
  /// Commits `changes` in one transaction. They are durable when this returns.
  func write(_ changes: [StoreChange]) throws -> WrittenChanges {
    try write { db in
      var written = WrittenChanges()
      for change in changes {
        do {
          switch change {
          case .save(let record):
            try record.listed.keep(db)
            written.took(.saved(record.id))
          case .withdraw(let id):
            if try db.withdraw(id) { written.took(.withdrawn(id)) }
          case .workout(let entry):
            if try db.keep(entry) { written.took(.savedWorkout(entry.workout, change: entry.number)) }
          }
        } catch let error as DatabaseError where error.resultCode == .SQLITE_CONSTRAINT {
          // The statement was rolled back, the transaction continues: one invalid record must not hold up the others.
          written.refused.append((change, reason: error.plainReason))
        }
      }
      return written
    }
  }
}
