import GRDB

/// Records of Peach's CSV, which does not hold how an exercise sounded.
extension Schema {
  /// The columns without a value in such a record, by table.
  static let mayBeUnknown = [
    "comparison": [
      "reference_hertz", "target_hertz", "concert_pitch", "note_duration", "note_gap", "loudness_offset", "strategy",
      "response_time", "source", "playback_latency",
    ],
    "matching": [
      "reference_hertz", "target_hertz", "concert_pitch", "note_duration", "note_gap", "loudness_offset", "start_hertz",
      "range_cents", "final_hertz", "gesture", "time_taken", "source", "playback_latency",
    ],
  ]

  /// Lets `columns` of `table` be NULL, all of them or none, and sets them to NULL in rows of Peach's CSV for which an
  /// import invented values: those have ids derived from their content (version 8), and no place in a practice.
  ///
  /// NOT NULL is removed from the table's text, as SQLite's documentation of ALTER TABLE allows if no row on the disk
  /// changes; a new schema number makes every connection read it again.
  static func letBeUnknown(_ columns: [String], of table: String, _ db: Database) throws {
    let stored = try String.fetchOne(
      db, sql: "SELECT sql FROM sqlite_master WHERE type = 'table' AND name = ?", arguments: [table])
    let sql = columns.reduce(stored ?? "") { sql, column in
      let rule = "/* NULL: not known */ CHECK ((\(column) IS NULL) = (reference_hertz IS NULL))"
      return ["REAL", "TEXT"].reduce(sql) {
        $0.replacing(" \(column) \($1) NOT NULL", with: " \(column) \($1) \(rule)")
      }
    }
    let version = try Int.fetchOne(db, sql: "PRAGMA schema_version") ?? 0
    try db.execute(sql: "PRAGMA writable_schema = ON")
    defer { try? db.execute(sql: "PRAGMA writable_schema = OFF") }
    try db.execute(
      sql: "UPDATE sqlite_master SET sql = ? WHERE type = 'table' AND name = ?", arguments: [sql, table])
    try db.execute(sql: "PRAGMA schema_version = \(version + 1)")
    try db.execute(
      sql: """
        UPDATE \(table) SET \(columns.map { "\($0) = NULL" }.joined(separator: ", "))
          WHERE epoch = 0 AND exercise_index = 0 AND substr(id, 15, 1) = '8'
        """)
  }
}
