import Exchange
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
  /// - Throws: `StoreFailure`, or what `body` throws.
  public func readAll(_ order: RecordOrder, _ body: (ExchangeRecord) throws -> Void) throws {
    var thrown: (any Error)?
    do {
      try database.read { db in
        let comparisons = try StoredRecords<ComparisonRecord>(db, order.clause)
        let matches = try StoredRecords<MatchingRecord>(db, order.clause)
        var comparison = try next(comparisons)
        var match = try next(matches)
        while comparison != nil || match != nil {
          let record: ExchangeRecord
          if let next = comparison, match.map({ next.time <= $0.time }) ?? true {
            record = .comparison(next)
            comparison = try self.next(comparisons)
          } else if let next = match {
            record = .matching(next)
            match = try self.next(matches)
          } else {
            return
          }
          do {
            try body(record)
          } catch {
            thrown = error
            return
          }
        }
      }
    } catch {
      throw StoreFailure(error, path: path)
    }
    if let thrown { throw thrown }
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
