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
      return try database.read { try ComparisonRow.fetchCount($0) + MatchingRow.fetchCount($0) }
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
        let comparisons = try Self.ordered(ComparisonRow.all(), order).fetchCursor(db)
        let matches = try Self.ordered(MatchingRow.all(), order).fetchCursor(db)
        var comparison = try comparisons.next()
        var match = try matches.next()
        while comparison != nil || match != nil {
          let record: ExchangeRecord
          if let row = comparison, match.map({ row.time <= $0.time }) ?? true {
            record = .comparison(try known(row.record, id: row.id))
            comparison = try comparisons.next()
          } else if let row = match {
            record = .matching(try known(row.record, id: row.id))
            match = try matches.next()
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

  private static func ordered<Row>(_ request: QueryInterfaceRequest<Row>, _ order: RecordOrder)
    -> QueryInterfaceRequest<Row>
  {
    switch order {
    case .insertion: request.order(Column("number"))
    case .time: request.order(Column("time"), Column("number"))
    }
  }
}
