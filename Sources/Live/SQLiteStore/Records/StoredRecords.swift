import GRDB
import Training

/// The rows of one kind's table, one at a time: memory use does not depend on their number.
struct StoredRecords<Record: ListedRecord> {
  /// A row.
  struct Stored {
    /// The row's place in the order of insertion.
    var number: Int64
    var id: String
    /// Nil if a value is unknown to this version.
    var record: Record?
  }

  private let rows: RowCursor

  /// The rows chosen by `clause`, the text after the table's name in a statement.
  init(_ db: Database, _ clause: String, _ arguments: StatementArguments = StatementArguments()) throws {
    let names = (["number", "id"] + Record.fieldNames).joined(separator: ", ")
    rows = try Row.fetchCursor(db, sql: "SELECT \(names) FROM \(Record.table) \(clause)", arguments: arguments)
  }

  /// Returns the next row; nil after the last one.
  func next() throws -> Stored? {
    guard let row = try rows.next() else { return nil }
    var reader = ColumnReader(row: row, next: 2)
    var record = Record.blank
    let isKnown = (try? record.visitFields(&reader)) != nil
    return Stored(
      number: try row.decode(Int64.self, atIndex: 0), id: (try? row.decode(String.self, atIndex: 1)) ?? "",
      record: isKnown ? record : nil)
  }

  /// Returns all remaining rows, the last one first.
  func reversed() throws -> [Stored] {
    var all: [Stored] = []
    while let stored = try next() { all.append(stored) }
    return all.reversed()
  }
}

/// Reads the fields of a record from the columns of a row, one after the other: looking each up by its name takes ten
/// times as long, which is noticeable with a million rows.
private struct ColumnReader: PlainFieldReader {
  let row: Row
  /// The index of the next field's column.
  var next: Int

  mutating func plain<Value: PlainValue>(_: String) throws -> Value? {
    defer { next += 1 }
    return try row.decode(Value?.self, atIndex: next)
  }

  mutating func absent(_: String) { next += 1 }
}
