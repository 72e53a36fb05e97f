import GRDB
import Training

/// The order of one table's rows during a merge.
struct MergedOrder {
  private let table: String
  /// The column with the times by which rows are ordered: ISO 8601 in UTC, all of one length, so that text order is
  /// time order.
  private let time: String
  /// Whether the rows teach in their order, so that a new order means learning them again.
  let isLearnedFrom: Bool
  /// The last number and the newest time before the merge; nil for an empty table.
  private let last: Int64?
  private let newest: String?

  /// Returns the current order of each kind of record.
  static func records(_ db: Database) throws -> [MergedOrder] {
    try Discipline.allCases.map {
      try MergedOrder(db, table: $0.records.table, time: "time", isLearnedFrom: $0.teaches)
    }
  }

  /// Returns the current order of timed practices. Their sets and rounds follow them.
  static func workouts(_ db: Database) throws -> MergedOrder {
    try MergedOrder(db, table: "workout", time: "started", isLearnedFrom: false)
  }

  private init(_ db: Database, table: String, time: String, isLearnedFrom: Bool) throws {
    self.table = table
    self.time = time
    self.isLearnedFrom = isLearnedFrom
    last = try Int64.fetchOne(db, sql: "SELECT max(number) FROM \(table)")
    newest = try String.fetchOne(db, sql: "SELECT max(\(time)) FROM \(table)")
  }

  /// Renumbers all rows by their times if an added row is older than the newest before the merge. Returns whether it
  /// did.
  func restore(_ db: Database) throws -> Bool {
    guard let last, let newest,
      let oldest = try String.fetchOne(
        db, sql: "SELECT min(\(time)) FROM \(table) WHERE number > ?", arguments: [last]), oldest < newest
    else { return false }
    // Negative numbers are free in between.
    try db.execute(
      sql: """
        CREATE TEMP TABLE renumbered (old INTEGER PRIMARY KEY, new INTEGER NOT NULL);
        INSERT INTO renumbered SELECT number, row_number() OVER (ORDER BY \(time), number) FROM \(table);
        UPDATE \(table) SET number = -(SELECT new FROM renumbered WHERE old = number);
        UPDATE \(table) SET number = -number;
        DROP TABLE renumbered;
        """)
    if isLearnedFrom { try db.execute(sql: "DELETE FROM \(LearnedProfile.table)") }
    return true
  }
}
