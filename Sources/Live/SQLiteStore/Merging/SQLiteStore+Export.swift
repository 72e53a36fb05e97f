import Exchange
import Foundation
import GRDB
import Training

extension SQLiteStore {
  /// How records of both kinds follow one another.
  public enum RecordOrder: Sendable {
    /// Each kind in the order of its insertion, the earlier time first where that leaves a choice: what is merged into another
    /// store in this order is in the same order there.
    case insertion
    /// By time.
    case time
  }

  /// How many records there are of both kinds, withdrawn ones included. Blocks; any thread but the loop's.
  public func recordCount() throws(StoreFailure) -> Int {
    do {
      return try database.read { try $0.count(ComparisonRecord.table) + $0.count(MatchingRecord.table) }
    } catch {
      throw StoreFailure(error, path: path)
    }
  }

  /// Gives every record of both kinds to `body`, one at a time and all of one moment, whatever is written meanwhile. Blocks;
  /// any thread but the loop's.
  /// - Parameter foreign: gets every row of a discipline that is not ours, before the first record of a later time.
  /// - Throws: `StoreFailure`, or what `body` or `foreign` throws.
  public func readAll(
    _ order: RecordOrder, foreign: ((ForeignRow) throws -> Void)? = nil, _ body: (ExchangeRecord) throws -> Void
  ) throws {
    var thrown: (any Error)?
    do {
      try database.read { db in
        let comparisons = try StoredRecords<ComparisonRecord>(db, order.clause)
        let matches = try StoredRecords<MatchingRecord>(db, order.clause)
        var comparison = try next(comparisons)
        var match = try next(matches)
        let foreignRows = try foreign.map { _ in try ForeignRows(db) }
        var foreignRow = try foreignRows?.next()
        // What is thrown outside is no failure of the store.
        func outside(_ give: () throws -> Void) throws {
          do {
            try give()
          } catch {
            thrown = error
            throw error
          }
        }
        /// Those before `time`, or all that are left.
        func giveForeignRows(before time: Date?) throws {
          while let row = foreignRow, time.map({ row.time < $0 }) ?? true {
            try outside { try foreign?(row) }
            foreignRow = try foreignRows?.next()
          }
        }
        while comparison != nil || match != nil {
          let record: ExchangeRecord
          if let next = comparison, match.map({ next.time <= $0.time }) ?? true {
            record = .comparison(next)
            comparison = try self.next(comparisons)
          } else if let next = match {
            record = .matching(next)
            match = try self.next(matches)
          } else {
            break
          }
          try giveForeignRows(before: record.time)
          try outside { try body(record) }
        }
        try giveForeignRows(before: nil)
      }
    } catch {
      throw thrown ?? StoreFailure(error, path: path)
    }
  }

  private func next<Record>(_ records: StoredRecords<Record>) throws -> Record? {
    try records.next().map { try known($0.record, id: $0.id) }
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
