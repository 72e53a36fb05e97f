import GRDB

/// The order of one table's records, while others are merged in.
struct MergedOrder {
  /// The tables that hold records.
  static let tables = [ComparisonRow.databaseTableName, MatchingRow.databaseTableName]

  private let table: String
  /// The last number and the newest time before the merge; nil of an empty table.
  private let last: Int64?
  private let newest: String?

  /// As it is now.
  init(_ db: Database, table: String) throws {
    self.table = table
    last = try Int64.fetchOne(db, sql: "SELECT max(number) FROM \(table)")
    newest = try String.fetchOne(db, sql: "SELECT max(time) FROM \(table)")
  }

  /// Numbers all records anew by their times if one that was added since is older than the newest before.
  func restore(_ db: Database) throws {
    guard let last, let newest,
      let oldest = try String.fetchOne(
        db, sql: "SELECT min(time) FROM \(table) WHERE number > ?", arguments: [last]), oldest < newest
    else { return }
    // Times are ISO 8601 in UTC, of one length: their order is that of the text. Negative numbers are free in between.
    try db.execute(
      sql: """
        CREATE TEMP TABLE renumbered (old INTEGER PRIMARY KEY, new INTEGER NOT NULL);
        INSERT INTO renumbered SELECT number, row_number() OVER (ORDER BY time, number) FROM \(table);
        UPDATE \(table) SET number = -(SELECT new FROM renumbered WHERE old = number);
        UPDATE \(table) SET number = -number;
        DROP TABLE renumbered;
        DELETE FROM \(LearntProfile.table);
        """)
  }
}
