import GRDB

/// Where each controller's split stands: kept per device, quickly set again by hand, and so never waited for.
extension SQLiteStore {
  /// Remembers the split of the controller known by `controller`. Handed to the database's own queue; a failure loses no
  /// more than the wish. Loop thread.
  public func rememberSplit(_ note: Int, for controller: String) {
    database.asyncWrite(
      { db in
        try db.execute(
          sql: "INSERT INTO split (controller, note) VALUES (?, ?) ON CONFLICT DO UPDATE SET note = excluded.note",
          arguments: [controller, note])
      }, completion: { _, _ in })
  }

  /// All splits that are remembered, as MIDI note numbers by controller. Blocks; any thread but the loop's.
  public func splits() throws(StoreFailure) -> [String: Int] {
    do {
      return try database.read { db in
        let rows = try Row.fetchAll(db, sql: "SELECT controller, note FROM split")
        return Dictionary(uniqueKeysWithValues: rows.map { ($0["controller"], $0["note"]) })
      }
    } catch {
      throw StoreFailure(error, path: path)
    }
  }
}
