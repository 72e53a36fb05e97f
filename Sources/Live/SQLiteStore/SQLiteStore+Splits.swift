import GRDB

/// The split of each controller: stored per device, quickly set again by hand, and so never waited for.
extension SQLiteStore {
  /// Stores the split of the controller with the key `controller`. Queued on the database's own queue; a failure loses
  /// only the split. Loop thread.
  public func rememberSplit(_ note: Int, for controller: String) {
    database.asyncWrite(
      { db in
        try db.execute(
          sql: "INSERT INTO split (controller, note) VALUES (?, ?) ON CONFLICT DO UPDATE SET note = excluded.note",
          arguments: [controller, note])
      }, completion: { _, _ in })
  }

  /// Returns all stored splits, as MIDI note numbers by controller. Blocks; any thread but the loop's.
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
