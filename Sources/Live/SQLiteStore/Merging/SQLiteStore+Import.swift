import Exchange
import Foundation
import GRDB
import Glibc
import Linux
import Pitch
import Training

/// Adds records to a store in one transaction. Valid only within the body that receives it, on its thread.
public final class RecordMerge {
  /// The outcome for a record.
  public enum Outcome: Hashable, Sendable {
    /// The record is new, and stored with the transaction.
    case added
    /// The store, or the file itself, already has the record.
    case duplicate
    /// The record violates a constraint of its table; `reason` is SQLite's message.
    case refused(reason: String)
  }

  let db: Database
  /// Whether the first item of a kind deletes the stored ones of that kind: a file of timed practices replaces no
  /// answers.
  private let replacing: Bool
  private var hasReplacedRecords = false
  private var hasReplacedWorkouts = false
  private var hasReplacedForeignRows = false
  private var inserts: [Discipline: InsertStatement] = [:]
  /// Created when a record must first be found by its content, or may be the whole of a partial one.
  private var contents: ContentTable?
  /// Whether the store had a partial record before the merge; nil until that matters.
  private var hadPartial: Bool?
  /// Nil if the added records are learned afterwards.
  private var learning: LearningAhead?

  fileprivate init(_ db: Database, replacing: Bool, options: StoreOptions) throws {
    self.db = db
    self.replacing = replacing
    for discipline in Discipline.allCases {
      inserts[discipline] = try InsertStatement(db, discipline.records.insertion(onConflict: "DO NOTHING"))
    }
    // A failure to learn here is made up for afterwards: no reason to lose the records.
    learning = try? LearningAhead(db, replacing: replacing, options: options)
  }

  /// Adds `record` unless the store has it. An answer that is withdrawn in either copy is withdrawn; of a partial
  /// record and a whole one with the same content the whole one stays, in either order.
  /// - Throws: an error that ends the transaction.
  public func add(_ record: ExerciseRecord, _ identity: RecordIdentity) throws -> Outcome {
    if replacing, !hasReplacedRecords {
      hasReplacedRecords = true
      for discipline in Discipline.allCases { try db.execute(sql: "DELETE FROM \(discipline.records.table)") }
    }
    let isPartial = record.listed.isPartial
    if contents == nil, try isPartial || hasPartial() { contents = try ContentTable(db) }
    guard let contents else { return try insert(record) }
    guard isPartial else { return try add(whole: record, contents) }
    if identity == .id, let number = try number(of: record) {
      try contents.takeStored(record, number: number)
      return try insert(record)
    }
    return try add(partial: record, contents)
  }

  /// Adds a partial record unless the store has one with the same content that no earlier record of the file has
  /// matched.
  private func add(partial record: ExerciseRecord, _ contents: ContentTable) throws -> Outcome {
    if try contents.takeAlike(record) { return .duplicate }
    var record = record
    while true {
      let outcome = try insert(record)
      if outcome == .added { try contents.add(record, number: db.lastInsertedRowID, isTaken: true) }
      guard outcome == .duplicate else { return outcome }
      // The id is derived from the content, and another record with the same content has it.
      record = record.alike
    }
  }

  /// Adds a whole record unless the store has it; it replaces a partial one with the same content.
  private func add(whole record: ExerciseRecord, _ contents: ContentTable) throws -> Outcome {
    let outcome = try insert(record)
    guard outcome == .added else { return outcome }
    let number = db.lastInsertedRowID
    let partial = try contents.partial(of: record)
    if let partial {
      try db.cachedStatement(sql: "DELETE FROM \(record.discipline.records.table) WHERE number = ?")
        .execute(arguments: [partial])
      try contents.remove(record, number: partial)
      // It may have been learned from.
      learning = nil
    }
    try contents.add(record, number: number)
    return partial == nil ? .added : .duplicate
  }

  private func number(of record: ExerciseRecord) throws -> Int64? {
    try Int64.fetchOne(
      db.cachedStatement(sql: "SELECT number FROM \(record.discipline.records.table) WHERE id = ?"),
      arguments: [record.id.uuidString])
  }

  private func hasPartial() throws -> Bool {
    if let hadPartial { return hadPartial }
    let had = try Discipline.allCases.map(\.records).contains { records in
      guard let field = records.wholeField else { return false }
      return try Bool.fetchOne(
        db, sql: "SELECT EXISTS (SELECT 1 FROM \(records.table) WHERE \(field) IS NULL)") == true
    }
    hadPartial = had
    return had
  }

  private func insert(_ record: ExerciseRecord) throws -> Outcome {
    do {
      if try inserts[record.discipline]?.insert(record.listed.columnValues) == true {
        learning?.add(record, db.lastInsertedRowID)
        return .added
      }
      if record.withdrawn {
        let table = record.discipline.records.table
        try db.cachedStatement(sql: "UPDATE \(table) SET withdrawn = 1 WHERE id = ? AND withdrawn = 0")
          .execute(arguments: [record.id.uuidString])
        // It may have been learned from.
        if db.changesCount > 0 { learning = nil }
      }
      return .duplicate
    } catch let error as DatabaseError where error.resultCode == .SQLITE_CONSTRAINT {
      // The statement was undone; the transaction continues.
      return .refused(reason: error.plainReason)
    }
  }

  /// Deletes the stored timed practices, once, if the merge replaces them.
  func replaceWorkouts() throws {
    guard replacing, !hasReplacedWorkouts else { return }
    hasReplacedWorkouts = true
    try db.execute(sql: "DELETE FROM workout")
  }

  /// Deletes the stored rows of other programs' disciplines, once, if the merge replaces them.
  func replaceForeignRows() throws {
    guard replacing, !hasReplacedForeignRows else { return }
    hasReplacedForeignRows = true
    try db.execute(sql: "DELETE FROM foreign_row")
  }

  /// Restores the order of the merged tables, given `records` and `workouts` from before the merge, and stores the
  /// learned profile.
  fileprivate func end(_ records: [MergedOrder], _ workouts: MergedOrder) throws {
    try contents?.drop()
    if !hasReplacedRecords {
      for order in records {
        if try order.restore(db), order.isLearnedFrom { learning = nil }
      }
    }
    if !hasReplacedWorkouts { _ = try workouts.restore(db) }
    try? learning?.end()?.keep(in: db)
  }
}

extension SQLiteStore {
  /// Runs `body`, which adds records, timed practices and rows of other programs' disciplines, in one transaction: if
  /// it throws, nothing is changed. If `replacing`, the first item of a kind deletes all stored ones of that kind; a
  /// database that is not empty is copied first.
  ///
  /// Records keep the order in which they are added, except for old ones: if any is older than the newest stored
  /// record, all are put in the order of their times, so that years of history which come last do not pass for today's
  /// ear. The profile learned from them is then forgotten, for `bringProfileForward` to learn it again; otherwise the
  /// added records have been learned. Practice must not run, because it would continue from deleted records. Blocks;
  /// any thread except the loop's, and not after `start`.
  /// - Returns: the name of the copy, if one was made.
  /// - Throws: `StoreFailure`, or the error of `body`; the copy is then removed.
  @discardableResult
  public func merge(replacing: Bool = false, _ body: (RecordMerge) throws -> Void) throws -> String? {
    let backup = try replacing && recordCount() + workoutCount() + foreignRowCount() > 0 ? copy() : nil
    var thrown: (any Error)?
    do {
      try database.writeWithoutTransaction { db in
        // Ids are in random order, so inserts touch the whole index: with SQLite's default cache of 2 MB, nearly each
        // would read and write a page.
        let pages = try Int.fetchOne(db, sql: "PRAGMA cache_size") ?? -2000
        try db.execute(sql: "PRAGMA cache_size = -\(Self.mergeCache)")
        defer { try? db.execute(sql: "PRAGMA cache_size = \(pages)") }
        try db.inTransaction {
          let records = try MergedOrder.records(db)
          let workouts = try MergedOrder.workouts(db)
          let merge = try RecordMerge(db, replacing: replacing, options: options)
          do {
            try body(merge)
          } catch {
            thrown = error
            return .rollback
          }
          try merge.end(records, workouts)
          return .commit
        }
      }
    } catch {
      throw StoreFailure(error, path: path)
    }
    if let thrown {
      // Nothing has changed, so the copy is useless.
      if let backup { unlink(backup) }
      throw thrown is DatabaseError ? StoreFailure(thrown, path: path) : thrown
    }
    return backup
  }

  /// The page cache during a merge, in KiB.
  private static let mergeCache = 32_768

  private func copy() throws(StoreFailure) -> String {
    do {
      return try DatabaseOpening(path: path, options: options).copy(database)
    } catch let failure as SystemFailure {
      throw StoreFailure(failure, path: path)
    } catch {
      throw StoreFailure(error, path: path)
    }
  }
}

extension ExerciseRecord {
  /// Another record with the same content.
  fileprivate var alike: ExerciseRecord {
    var another = listed
    another.id = another.id.ofAnotherAlike
    return another.asExerciseRecord
  }
}

/// Inserts rows of one table unless their ids exist.
private struct InsertStatement {
  private let db: Database
  private let sql: String
  private var statement: Statement

  init(_ db: Database, _ sql: String) throws {
    self.db = db
    self.sql = sql
    statement = try db.makeStatement(sql: sql)
  }

  /// Returns false if a row with its id exists.
  mutating func insert(_ values: [(any DatabaseValueConvertible)?]) throws -> Bool {
    // There is one value for each column; checking that takes as long as binding them.
    statement.setUncheckedArguments(StatementArguments(values))
    do {
      try statement.execute()
    } catch {
      // A failed statement would fail again at its next use.
      statement = try db.makeStatement(sql: sql)
      throw error
    }
    return db.changesCount > 0
  }
}
