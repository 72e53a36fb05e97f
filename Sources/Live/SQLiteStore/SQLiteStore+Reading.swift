import GRDB
import Training

extension SQLiteStore {
  /// Gives every record of a kind to `body` in order of insertion, one at a time and all of one moment, whatever is written
  /// meanwhile, until `body` answers false. Blocks; any thread but the loop's.
  public func readRecords<Record: ListedRecord>(
    includingWithdrawn: Bool = true, _ body: (Record) -> Bool
  ) throws(StoreFailure) {
    do {
      try database.read { db in
        let chosen = includingWithdrawn ? "" : Record.counting(after: "WHERE")
        let rows = try StoredRecords<Record>(db, "\(chosen) ORDER BY number")
        while let row = try rows.next(), body(try known(row.record, id: row.id)) {}
      }
    } catch {
      throw StoreFailure(error, path: path)
    }
  }

  /// The newest `count` records of a kind that were not withdrawn, oldest of them first. Blocks; any thread but the loop's.
  public func lastRecords<Record: ListedRecord>(_ count: Int) throws(StoreFailure) -> [Record] {
    do {
      return try database.read { try $0.newest(count, path: path) }
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
