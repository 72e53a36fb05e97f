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
        var request = ComparisonRow.order(ComparisonRow.Columns.number)
        if !includingWithdrawn { request = request.filter(ComparisonRow.Columns.withdrawn == false) }
        let rows = try request.fetchCursor(db)
        while let row = try rows.next(), body(try record(row)) {}
      }
    } catch {
      throw StoreFailure(error, path: path)
    }
  }

  /// The newest `count` records that were not withdrawn, oldest of them first. Blocks; any thread but the loop's.
  public func lastRecords(_ count: Int) throws(StoreFailure) -> [ComparisonRecord] {
    do {
      return try database.read { db in
        let request = ComparisonRow.filter(ComparisonRow.Columns.withdrawn == false)
          .order(ComparisonRow.Columns.number.desc).limit(count)
        return try request.fetchAll(db).reversed().map(record)
      }
    } catch {
      throw StoreFailure(error, path: path)
    }
  }

  private func record(_ row: ComparisonRow) throws(StoreFailure) -> ComparisonRecord {
    guard let record = row.record else {
      throw StoreFailure.corrupt(path: path, reason: "record \(row.id)")
    }
    return record
  }
}
