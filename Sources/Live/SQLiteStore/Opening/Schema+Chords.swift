import GRDB

// Chords are matches with further columns and a mode of their own.

extension Schema {
  /// The statements in order. Rows without a chord keep NULL in all of them.
  static let chordColumns = [
    """
    ALTER TABLE matching ADD COLUMN chord TEXT /* named by its tuned note; NULL: a pair of notes */
    CHECK (chord IN ('minor-third', 'major-third', 'fourth', 'fifth', 'dominant-seventh', 'octave'))
    CHECK ((chord IS NULL) = (mode <> 'chords'))
    """,
    """
    ALTER TABLE matching ADD COLUMN companion_hertz REAL /* the note held with the bass; NULL: none */
    CHECK (companion_hertz > 0)
    """,
    "ALTER TABLE matching ADD COLUMN beats REAL /* a second when it was committed, positive = wider than pure */",
    "ALTER TABLE matching ADD COLUMN target_beats REAL /* the same at the correct pitch */",
    // See `profileTriggers`.
    """
    CREATE TRIGGER matching_chord_changed AFTER UPDATE ON matching WHEN old.chord IS NOT new.chord
    BEGIN DELETE FROM profile_snapshot WHERE matching >= min(old.number, new.number); END
    """,
  ]

  /// Allows `words` in a column that had fewer. SQLite cannot change a rule, so the table is written again under the
  /// same name, with the same rows and triggers.
  static func widen(_ column: String, of table: String, to words: [String], _ db: Database) throws {
    let triggers = try String.fetchAll(
      db, sql: "SELECT sql FROM sqlite_schema WHERE type = 'trigger' AND tbl_name = ?", arguments: [table])
    let before = try String.fetchOne(
      db, sql: "SELECT sql FROM sqlite_schema WHERE type = 'table' AND name = ?", arguments: [table])
    let list = words.map { "'\($0)'" }.joined(separator: ", ")
    // The name is quoted once the table has been renamed.
    let after = try before?.replacing(Regex("CREATE TABLE \"?\(table)\"?"), with: "CREATE TABLE wider")
      .replacing(Regex("CHECK \\(\(column) IN \\([^)]*\\)\\)"), with: "CHECK (\(column) IN (\(list)))")
    guard let after else { return }
    try db.execute(sql: after)
    try db.execute(sql: "INSERT INTO wider SELECT * FROM \(table)")
    try db.execute(sql: "DROP TABLE \(table)")
    try db.execute(sql: "ALTER TABLE wider RENAME TO \(table)")
    for trigger in triggers { try db.execute(sql: trigger) }
  }
}
