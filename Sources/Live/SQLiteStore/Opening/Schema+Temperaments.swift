// The notes of temperaments are matches with further columns and a mode of their own.

extension Schema {
  /// The statements in order. Rows of other modes keep NULL in all of them.
  static let temperamentColumns = [
    """
    ALTER TABLE matching ADD COLUMN temperament_order TEXT /* its name; NULL: not a note of a temperament */
    CHECK ((temperament_order IS NULL) = (mode <> 'temperament'))
    """,
    """
    ALTER TABLE matching ADD COLUMN temperament_step INTEGER /* in that order, from 1; the same if tuned again */
    CHECK (temperament_step BETWEEN 1 AND 127)
    CHECK ((temperament_step IS NULL) = (temperament_order IS NULL))
    """,
    """
    ALTER TABLE matching ADD COLUMN temperament_run TEXT /* a UUID for each temperament that was laid */
    CHECK (length(temperament_run) = 36)
    CHECK ((temperament_run IS NULL) = (temperament_order IS NULL))
    """,
    // See `profileTriggers`.
    """
    CREATE TRIGGER matching_temperament_changed AFTER UPDATE ON matching
    WHEN (old.temperament_order IS NULL) <> (new.temperament_order IS NULL)
    BEGIN DELETE FROM profile_snapshot WHERE matching >= min(old.number, new.number); END
    """,
  ]
}
