import Exchange
import GRDB

/// The stored rows of other programs' disciplines, in order of time.
struct ForeignRows {
  static let table = "foreign_row"
  private let rows: RowCursor

  init(_ db: Database) throws {
    rows = try Row.fetchCursor(db, sql: "SELECT time, line, number FROM foreign_row ORDER BY time, number")
  }

  /// Returns the next readable row; nil after the last one. Passes unreadable ones before it to `damaged`.
  func next(_ damaged: (DamagedRow) -> Void) throws -> ForeignRow? {
    while let row = try rows.next() {
      if let time = try? Timestamp.date(row.decode(String.self, atIndex: 0)),
        let line = try? row.decode(String.self, atIndex: 1)
      {
        return ForeignRow(time: time, line: line)
      }
      damaged(DamagedRow(table: Self.table, number: try row.decode(Int64.self, atIndex: 2), id: nil))
    }
    return nil
  }
}

extension RecordMerge {
  /// Adds `row` unless the store has one with the same content.
  /// - Throws: an error that ends the transaction.
  public func add(_ row: ForeignRow) throws -> Outcome {
    try replaceForeignRows()
    try db.execute(
      sql: "INSERT INTO foreign_row (time, line) VALUES (?, ?) ON CONFLICT (line) DO NOTHING",
      arguments: [Timestamp.text(row.time), row.line])
    return db.changesCount > 0 ? .added : .duplicate
  }
}

extension SQLiteStore {
  /// Returns the number of rows of other programs' disciplines. Blocks; any thread but the loop's.
  public func foreignRowCount() throws(StoreFailure) -> Int {
    do {
      return try database.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM foreign_row") ?? 0 }
    } catch {
      throw StoreFailure(error, path: path)
    }
  }
}
