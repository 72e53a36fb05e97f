import GRDB

// The timbres of both notes, of every record of two notes.

extension Schema {
  /// The statements in order. Rows older than the columns keep NULL there, and are read as sines.
  static let timbreColumns =
    ["comparison", "matching", "listening"].flatMap { table in
      [
        "ALTER TABLE \(table) ADD COLUMN timbre TEXT /* of the reference; NULL: a sine, or not known */ \(rule("timbre"))",
        "ALTER TABLE \(table) ADD COLUMN timbre_of_second TEXT /* likewise */ \(rule("timbre_of_second"))",
      ]
    } + [
      // See `profileTriggers`.
      """
      CREATE TRIGGER comparison_timbre_changed AFTER UPDATE ON comparison
      WHEN (old.timbre, old.timbre_of_second) IS NOT (new.timbre, new.timbre_of_second)
      BEGIN DELETE FROM profile_snapshot WHERE comparison >= min(old.number, new.number); END
      """
    ]

  /// Written out: a migration that was released never changes, and later versions may have more timbres.
  private static func rule(_ column: String) -> String {
    "CHECK (\(column) IN ('sine', 'string', 'reed', 'brass', 'voice', 'organ'))"
  }
}
