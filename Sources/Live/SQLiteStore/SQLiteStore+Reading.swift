import GRDB
import Training

extension SQLiteStore {
  /// Gives every record to `body` in order of insertion, one at a time and all of one moment, whatever is written
  /// meanwhile, until `body` answers false. Blocks; any thread but the loop's.
  public func readRecords(
    includingWithdrawn: Bool = true, _ body: (ComparisonRecord) -> Bool
  ) throws(StoreFailure) {
    do {
      try database.read { db in
        let chosen = includingWithdrawn ? "" : "WHERE withdrawn = 0"
        let rows = try StoredRecords<ComparisonRecord>(db, "\(chosen) ORDER BY number")
        while let row = try rows.next(), body(try known(row.record, id: row.id)) {}
      }
    } catch {
      throw StoreFailure(error, path: path)
    }
  }

  /// The newest `count` records that were not withdrawn, oldest of them first. Blocks; any thread but the loop's.
  public func lastRecords(_ count: Int) throws(StoreFailure) -> [ComparisonRecord] {
    do {
      return try database.read { try $0.newestComparisons(count, path: path) }
    } catch {
      throw StoreFailure(error, path: path)
    }
  }

  /// Gives every matching record to `body` as `readRecords` does. Blocks; any thread but the loop's.
  public func readMatchingRecords(_ body: (MatchingRecord) -> Bool) throws(StoreFailure) {
    do {
      try database.read { db in
        let rows = try StoredRecords<MatchingRecord>(db, "ORDER BY number")
        while let row = try rows.next(), body(try known(row.record, id: row.id)) {}
      }
    } catch {
      throw StoreFailure(error, path: path)
    }
  }

  /// The newest `count` matching records, oldest of them first. Blocks; any thread but the loop's.
  public func lastMatchingRecords(_ count: Int) throws(StoreFailure) -> [MatchingRecord] {
    do {
      return try database.read { try $0.newestMatches(count, path: path) }
    } catch {
      throw StoreFailure(error, path: path)
    }
  }

  /// `record`, or why there is none: the row with this id holds a value that no version of Peach wrote.
  func known<Record>(_ record: Record?, id: String) throws(StoreFailure) -> Record {
    try Self.known(record, id: id, path: path)
  }

  /// The same for the database at `path`.
  static func known<Record>(_ record: Record?, id: String, path: String) throws(StoreFailure) -> Record {
    guard let record else { throw .corrupt(path: path, reason: "record \(id)") }
    return record
  }
}
