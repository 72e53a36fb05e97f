import GRDB

// The player's rating of an answer, in every table of answers.

extension Schema {
  /// The statements in order.
  static let sureColumns = ["comparison", "timing", "beats"].flatMap { table in
    [
      "ALTER TABLE \(table) ADD COLUMN sure INTEGER /* 1: marked as sure, 0: as not; NULL: no rating */ CHECK (sure IN (0, 1))",
      // See `profileTriggers`.
      """
      CREATE TRIGGER \(table)_sure_changed AFTER UPDATE ON \(table) WHEN old.sure IS NOT new.sure
      BEGIN DELETE FROM profile_snapshot WHERE \(table) >= min(old.number, new.number); END
      """,
    ]
  }
}
