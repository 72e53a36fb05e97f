import Exchange
import Foundation
import GRDB
import Glibc
import Pitch
import Training

/// Records that go into a store in one transaction. Valid within the body that is given it.
public final class RecordMerge {
  /// What became of a record.
  public enum Outcome: Hashable, Sendable {
    /// It is new, and in the store once all is.
    case added
    /// The store has it, or the same file had it before.
    case duplicate
    /// It breaks a rule of its table; the reason is SQLite's own words.
    case refused(reason: String)
  }

  let db: Database
  /// What is there of a kind goes when the first of that kind comes: a file of timed practices replaces no answers.
  private let replacing: Bool
  private var hasReplacedRecords = false
  private var hasReplacedWorkouts = false
  private var hasReplacedForeignRows = false
  private var inserts: [Discipline: InsertStatement] = [:]
  private let withdraw: Statement
  /// Of records without ids; there once the first of them comes.
  private var contents: ContentTable?
  /// Nil where what is added is learnt afterwards.
  private var learning: LearningAhead?

  fileprivate init(_ db: Database, replacing: Bool, options: StoreOptions) throws {
    self.db = db
    self.replacing = replacing
    for discipline in Discipline.allCases {
      inserts[discipline] = try InsertStatement(db, discipline.records.insertion(onConflict: "DO NOTHING"))
    }
    withdraw = try db.makeStatement(sql: "UPDATE comparison SET withdrawn = 1 WHERE id = ? AND withdrawn = 0")
    // What cannot be learnt or kept now, is afterwards: no reason to lose the records.
    learning = try? LearningAhead(db, replacing: replacing, options: options)
  }

  /// Adds `record` unless the store has it. An answer that is withdrawn in one of both is withdrawn.
  /// - Throws: whatever ends the transaction.
  public func add(_ record: ExerciseRecord, _ identity: RecordIdentity) throws -> Outcome {
    if replacing, !hasReplacedRecords {
      hasReplacedRecords = true
      for discipline in Discipline.allCases { try db.execute(sql: "DELETE FROM \(discipline.records.table)") }
    }
    if case .content(let tolerance) = identity {
      let contents = try self.contents ?? ContentTable(db)
      self.contents = contents
      guard try contents.keep(record, tolerance: tolerance) else { return .duplicate }
    }
    return try insert(record)
  }

  private func insert(_ record: ExerciseRecord) throws -> Outcome {
    do {
      if try inserts[record.discipline]?.insert(record.listed.columnValues) == true {
        learning?.add(record, db.lastInsertedRowID)
        return .added
      }
      if case .comparison(let record) = record, record.withdrawn {
        try withdraw.execute(arguments: [record.id.uuidString])
        // It may have been learnt from.
        if db.changesCount > 0 { learning = nil }
      }
      return .duplicate
    } catch let error as DatabaseError where error.resultCode == .SQLITE_CONSTRAINT {
      // The statement was undone, the transaction goes on.
      return .refused(reason: error.plainReason)
    }
  }

  /// Deletes the timed practices that are to be replaced, once.
  func replaceWorkouts() throws {
    guard replacing, !hasReplacedWorkouts else { return }
    hasReplacedWorkouts = true
    try db.execute(sql: "DELETE FROM workout")
  }

  /// Deletes the rows of other programs' disciplines that are to be replaced, once.
  func replaceForeignRows() throws {
    guard replacing, !hasReplacedForeignRows else { return }
    hasReplacedForeignRows = true
    try db.execute(sql: "DELETE FROM foreign_row")
  }

  /// Puts what was merged in its order, which `records` and `workouts` remember from before the merge, and keeps what was
  /// learnt of it.
  fileprivate func end(_ records: [MergedOrder], _ workouts: MergedOrder) throws {
    try contents?.drop()
    if !hasReplacedRecords {
      for order in records {
        if try order.restore(db), order.isLearntFrom { learning = nil }
      }
    }
    if !hasReplacedWorkouts { _ = try workouts.restore(db) }
    try? learning?.end()?.keep(in: db)
  }
}

extension SQLiteStore {
  /// Runs `body`, which adds records, timed practices and rows of other programs' disciplines, in one transaction: if it throws,
  /// nothing is changed. If `replacing`, all of a kind are deleted before the first of that kind; the database is then copied
  /// first, unless it has nothing.
  ///
  /// Records keep the order in which they are added, but for old ones: if any is of before the newest that was there, all are
  /// put in the order of their times, so that years of history which come last are not taken for today's ear. What was
  /// learnt from them is then forgotten, for `bringProfileForward` to learn it again; else what was added has been learnt.
  /// Practice must not run: it would go on from records that are no more. Blocks; any thread but the loop's, and not after
  /// `start`.
  /// - Returns: the name of the copy, if one was made.
  /// - Throws: `StoreFailure`, or what `body` throws; the copy is then removed.
  @discardableResult
  public func merge(replacing: Bool = false, _ body: (RecordMerge) throws -> Void) throws -> String? {
    let backup = try replacing && recordCount() + workoutCount() + foreignRowCount() > 0 ? copy() : nil
    var thrown: (any Error)?
    do {
      try database.writeWithoutTransaction { db in
        // Ids come in no order, so their index is written all over: with SQLite's own 2 MB nearly each would be a page read
        // and a page written.
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
      // A copy of what has not changed is of no use.
      if let backup { unlink(backup) }
      throw thrown is DatabaseError ? StoreFailure(thrown, path: path) : thrown
    }
    return backup
  }

  /// KiB of pages held while records are merged.
  private static let mergeCache = 32_768

  private func copy() throws(StoreFailure) -> String {
    do {
      return try DatabaseOpening(path: path, options: options).copy(database)
    } catch let failure as SystemCall.Failure {
      throw StoreFailure(failure, path: path)
    } catch {
      throw StoreFailure(error, path: path)
    }
  }
}

/// Inserts rows of one table whose ids are not there yet.
private struct InsertStatement {
  private let db: Database
  private let sql: String
  private var statement: Statement

  init(_ db: Database, _ sql: String) throws {
    self.db = db
    self.sql = sql
    statement = try db.makeStatement(sql: sql)
  }

  /// False if a row with its id is there.
  mutating func insert(_ values: [(any DatabaseValueConvertible)?]) throws -> Bool {
    // There is one value for each column; having that checked takes as long as binding them.
    statement.setUncheckedArguments(StatementArguments(values))
    do {
      try statement.execute()
    } catch {
      // A statement that failed says so again at its next use.
      statement = try db.makeStatement(sql: sql)
      throw error
    }
    return db.changesCount > 0
  }
}

/// What records say, for as long as a merge of records without ids lasts: a table of SQLite's own, as it may be larger than the
/// memory.
private struct ContentTable {
  private let db: Database
  private let insert: Statement

  /// The table, with what is stored already.
  init(_ db: Database) throws {
    self.db = db
    try db.execute(
      sql: """
        CREATE TEMP TABLE content (
          second INTEGER NOT NULL, reference INTEGER NOT NULL, target INTEGER NOT NULL, kind INTEGER NOT NULL,
          cents REAL NOT NULL, reach REAL NOT NULL, PRIMARY KEY (second, reference, target, kind, cents)
        ) WITHOUT ROWID, STRICT;
        """)
    for (kind, discipline) in Discipline.allCases.enumerated() {
      try db.execute(
        sql: """
          INSERT OR IGNORE INTO temp.content
            SELECT CAST(strftime('%s', substr(time, 1, 19)) AS INTEGER), reference_note, target_note, \(kind), cents, 0
            FROM \(discipline.records.table)
          """)
    }
    try db.execute(
      sql: """
        CREATE TEMP TRIGGER content_known BEFORE INSERT ON temp.content WHEN EXISTS (
          SELECT 1 FROM temp.content
          WHERE second = new.second AND reference = new.reference AND target = new.target AND kind = new.kind
            AND cents BETWEEN new.cents - new.reach AND new.cents + new.reach)
        BEGIN SELECT RAISE(IGNORE); END;
        """)
    // Of a statement that reads the table which it writes, SQLite keeps the result in one more table first, for each row.
    insert = try db.makeStatement(sql: "INSERT INTO temp.content VALUES (?, ?, ?, ?, ?, ?)")
  }

  /// Takes in what `record` says; false if a record says the same, its cents within `tolerance`.
  func keep(_ record: ExerciseRecord, tolerance: Double) throws -> Bool {
    let listed = record.listed
    let (exercise, kind) = (listed.exercise, Discipline.allCases.firstIndex(of: record.discipline))
    let second = CalendarTime.second(of: CalendarTime.milliseconds(of: record.time))
    // A cent more or less by a billionth is what computing costs, not another answer.
    let reach = tolerance + 1e-9
    let values: [(any DatabaseValueConvertible)?] = [
      second, exercise.reference.number, exercise.target.number, kind, listed.cents.value, reach,
    ]
    insert.setUncheckedArguments(StatementArguments(values))
    try insert.execute()
    return db.changesCount > 0
  }

  func drop() throws { try db.execute(sql: "DROP TABLE temp.content") }
}
