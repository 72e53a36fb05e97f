import GRDB
import Training

/// Stored data that cannot be read: a row with a value that no version of Peach wrote, or all rows after a part of the
/// file that the disk or another program has damaged.
public struct DamagedRow: Hashable, Sendable {
  /// The table, by its name in the database.
  public var table: String
  /// The row's number in the order of insertion; nil if the rest of the table cannot be read.
  public var number: Int64?
  /// The row's id, as stored.
  public var id: String?
  /// SQLite's message if the rest of the table cannot be read.
  public var reason: String?

  /// One row.
  public init(table: String, number: Int64, id: String?) {
    self.table = table
    self.number = number
    self.id = id
  }

  /// The damaged workout in `row`.
  init(workout row: Row) throws {
    let id = try? row.decode(String.self, forColumn: "id")
    self.init(table: "workout", number: try row.decode(Int64.self, forColumn: "number"), id: id)
  }

  /// The rest of `table`.
  init(table: String, _ error: DatabaseError) {
    self.table = table
    reason = error.plainReason
  }
}

extension DatabaseError {
  /// Whether a part of the file is damaged while others may be readable.
  var isDamage: Bool { [.SQLITE_CORRUPT, .SQLITE_IOERR, .SQLITE_MISMATCH].contains(resultCode) }
}
