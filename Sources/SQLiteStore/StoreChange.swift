import Foundation
import GRDB
import Training

/// What the loop hands over, in its order.
enum StoreChange: Sendable {
  case save(ComparisonRecord)
  case saveMatching(MatchingRecord)
  /// Of a comparison: nothing takes a commit back.
  case withdraw(UUID)

  /// The record it is about.
  var id: UUID {
    switch self {
    case .save(let record): record.id
    case .saveMatching(let record): record.id
    case .withdraw(let id): id
    }
  }
}

extension DatabasePool {
  /// What became of changes whose transaction was committed.
  struct Written {
    var events: [(StoreChange, withdrawn: Bool)] = []
    /// These break a rule of their table: no repetition will store them.
    var refused: [(StoreChange, reason: String)] = []
  }

  /// Commits `changes` in one transaction. When this returns they are durable.
  func write(_ changes: [StoreChange]) throws -> Written {
    try write { db in
      var written = Written()
      for change in changes {
        do {
          switch change {
          case .save(let record):
            try ComparisonRow(record).keep(db)
            written.events.append((change, withdrawn: false))
          case .saveMatching(let record):
            try MatchingRow(record).keep(db)
            written.events.append((change, withdrawn: false))
          case .withdraw(let id):
            if try ComparisonRow.withdraw(id, db) { written.events.append((change, withdrawn: true)) }
          }
        } catch let error as DatabaseError where error.resultCode == .SQLITE_CONSTRAINT {
          // The statement was undone, the transaction goes on: one impossible record must not hold up the others.
          written.refused.append((change, reason: error.plainReason))
        }
      }
      return written
    }
  }
}

extension ComparisonRow {
  /// Inserts the row unless one with its id is there, which is left as it is but for becoming withdrawn: a commit that was
  /// reported as failed may have succeeded, and a rescue file may be read twice.
  func keep(_ db: Database) throws {
    _ = try upsertAndFetch(
      db, onConflict: [CodingKeys.id.rawValue], updating: .noColumnUnlessSpecified,
      doUpdate: { new in [Columns.withdrawn.set(to: Columns.withdrawn || new[Columns.withdrawn])] })
  }

  /// Marks the row as withdrawn; false if there is none.
  static func withdraw(_ id: UUID, _ db: Database) throws -> Bool {
    try ComparisonRow.filter(Columns.id == id.uuidString)
      .updateAll(db, Columns.withdrawn.set(to: true)) > 0
  }
}

extension MatchingRow {
  /// Inserts the row unless one with its id is there, which is left as it is: see `ComparisonRow.keep`.
  func keep(_ db: Database) throws {
    guard try MatchingRow.filter(Columns.id == id).isEmpty(db) else { return }
    try insert(db)
  }
}
