import Foundation
import GRDB
import Training

/// Each kind of record has its own table, whose columns are its fields.
extension ListedRecord {
  /// The table's name.
  static var table: String { discipline.rawValue }
  /// Returns the SQL condition for rows that count, after `joint`.
  static func counting(after joint: String) -> String { canBeWithdrawn ? "\(joint) withdrawn = 0" : "" }
  /// The conflict clause for a row whose id exists: a commit that was reported as failed may have succeeded, and a
  /// rescue file may be read twice. The row stays the same, except that it can become withdrawn.
  static var onConflict: String {
    canBeWithdrawn ? "DO UPDATE SET withdrawn = withdrawn OR excluded.withdrawn" : "DO NOTHING"
  }

  /// Returns the statement that inserts the values of a record, with the clause `onConflict` for an existing id.
  static func insertion(onConflict: String) -> String {
    let names = fieldNames
    let marks = names.map { _ in "?" }.joined(separator: ", ")
    return """
      INSERT INTO \(table) (\(names.joined(separator: ", "))) VALUES (\(marks)) ON CONFLICT (id) \(onConflict)
      """
  }

  /// The values for `insertion`; the time is kept to the millisecond.
  var columnValues: [(any DatabaseValueConvertible)?] {
    var values: [(any DatabaseValueConvertible)?] = []
    values.reserveCapacity(32)
    forEachField { _, value in
      switch value {
      case nil: values.append(nil)
      case .text(let text): values.append(text)
      case .number(let number): values.append(number)
      case .integer(let number): values.append(number)
      case .flag(let flag): values.append(flag)
      case .time(let time): values.append(Timestamp.text(time))
      }
    }
    return values
  }

  /// Inserts the record unless its id exists.
  func keep(_ db: Database) throws {
    try db.execute(
      sql: Self.insertion(onConflict: Self.onConflict), arguments: StatementArguments(columnValues))
  }
}

extension Database {
  /// Marks the answer with this id as withdrawn; returns false if it does not exist.
  func withdraw(_ id: UUID) throws -> Bool {
    for records in Discipline.allCases.map(\.records) where records.canBeWithdrawn {
      try execute(sql: "UPDATE \(records.table) SET withdrawn = 1 WHERE id = ?", arguments: [id.uuidString])
      if changesCount > 0 { return true }
    }
    return false
  }
}
