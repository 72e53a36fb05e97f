import Exchange
import Foundation
import GRDB
import Training

extension SQLiteStore {
  /// The order of records across all disciplines.
  public enum RecordOrder: Sendable {
    /// Each kind in the order of insertion; between kinds, the earlier time comes first. Merged into another store in
    /// this order, the records keep their order there.
    case insertion
    /// Ordered by time.
    case time
  }

  /// Returns the number of records, withdrawn ones included. Blocks; any thread but the loop's.
  public func recordCount() throws(StoreFailure) -> Int {
    do {
      return try database.read { db in try Discipline.allCases.map { try db.count($0.records.table) }.reduce(0, +) }
    } catch {
      throw StoreFailure(error, path: path)
    }
  }

  /// Calls `body` with every record, one at a time and from one consistent snapshot. Blocks; any thread but the loop's.
  /// - Parameters:
  ///   - foreign: receives every row of another program's discipline, before the first record with a later time.
  ///   - damaged: receives unreadable rows; without it the first such row ends the reading.
  /// - Throws: `StoreFailure`, or the error of `body` or `foreign`.
  public func readAll(
    _ order: RecordOrder, foreign: ((ForeignRow) throws -> Void)? = nil, damaged: ((DamagedRow) -> Void)? = nil,
    _ body: (ExerciseRecord) throws -> Void
  ) throws {
    var thrown: (any Error)?
    do {
      try database.read { db in
        let rows = try Discipline.allCases.map { try records($0.records, order, db, damaged) }
        var heads = try rows.map { try $0() }
        var foreignRows = try foreign.map { _ in try ForeignRows(db) }
        func nextForeign() throws -> ForeignRow? {
          do {
            return try foreignRows?.next { damaged?($0) }
          } catch let error as DatabaseError where error.isDamage && damaged != nil {
            damaged?(DamagedRow(table: ForeignRows.table, error))
            foreignRows = nil
            return nil
          }
        }
        var foreignRow = try nextForeign()
        // An error thrown by the caller's closure is not a failure of the store.
        func outside(_ give: () throws -> Void) throws {
          do {
            try give()
          } catch {
            thrown = error
            throw error
          }
        }
        /// Passes on the rows before `time`, or all remaining ones.
        func giveForeignRows(before time: Date?) throws {
          while let row = foreignRow, time.map({ row.time < $0 }) ?? true {
            try outside { try foreign?(row) }
            foreignRow = try nextForeign()
          }
        }
        while let (kind, record) = heads.earliest {
          heads[kind] = try rows[kind]()
          try giveForeignRows(before: record.time)
          try outside { try body(record) }
        }
        try giveForeignRows(before: nil)
      }
    } catch {
      throw thrown ?? StoreFailure(error, path: path)
    }
  }

  /// Returns an iterator over the records of a kind; nil after the last.
  private func records<Record: ListedRecord>(
    _: Record.Type, _ order: RecordOrder, _ db: Database, _ damaged: ((DamagedRow) -> Void)?
  ) throws -> () throws -> ExerciseRecord? {
    let rows = try StoredRecords<Record>(db, order.clause)
    guard let damaged else {
      return { [self] in try rows.next().map { try known($0.record, id: $0.id).asExerciseRecord } }
    }
    var isOver = false
    return {
      do {
        while !isOver, let row = try rows.next() {
          if let record = row.record { return record.asExerciseRecord }
          damaged(DamagedRow(table: Record.table, number: row.number, id: row.id))
        }
      } catch let error as DatabaseError where error.isDamage {
        damaged(DamagedRow(table: Record.table, error))
      }
      isOver = true
      return nil
    }
  }
}

extension [ExerciseRecord?] {
  /// The record with the earliest time, the first of several, with its place; nil if none is left.
  fileprivate var earliest: (place: Int, record: ExerciseRecord)? {
    var earliest: (place: Int, record: ExerciseRecord)?
    for case (let place, let record?) in enumerated() {
      if let found = earliest, found.record.time <= record.time { continue }
      earliest = (place, record)
    }
    return earliest
  }
}

extension SQLiteStore.RecordOrder {
  fileprivate var clause: String {
    switch self {
    case .insertion: "ORDER BY number"
    case .time: "ORDER BY time, number"
    }
  }
}

extension Database {
  fileprivate func count(_ table: String) throws -> Int {
    try Int.fetchOne(self, sql: "SELECT count(*) FROM \(table)") ?? 0
  }
}
