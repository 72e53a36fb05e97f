import SQLiteStore
import Texts

/// The unreadable rows of a database: the first ones by name, all of them counted.
final class Damage {
  /// The number of rows named.
  static let named = 20

  private(set) var count = 0
  private var first: [DamagedRow] = []

  func add(_ row: DamagedRow) {
    count += 1
    if first.count < Self.named { first.append(row) }
  }

  /// Returns a line for each named row, and one with the number of all.
  func lines(_ texts: Catalogue) -> [String] {
    let rows = first.map { row in
      guard let number = row.number else {
        return texts(.damagedRest, ["table": row.table, "reason": texts.translated(reason: row.reason ?? "")])
      }
      return texts(.damagedRow, ["table": row.table, "row": "\(number)", "id": row.id ?? ""])
    }
    return rows + [texts(.damagedRows, count: count)]
  }
}
