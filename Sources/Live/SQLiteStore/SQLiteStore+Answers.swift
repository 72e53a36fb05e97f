import GRDB
import Ports
import Training

extension SQLiteStore {
  /// Returns the answers in the database at `path` that practice continues from: the newest `comparisons` that were not
  /// withdrawn, the newest `matches`, and the profile of all answers if `profile` is true. Creates and writes nothing,
  /// and practice may be running at the same time. Blocks; any thread but the loop's.
  public static func storedAnswers(
    path: String, comparisons: Int, matches: Int, profile: Bool
  ) throws(StoreFailure) -> KnownAnswers {
    do {
      return try DatabaseOpening(path: path, options: StoreOptions()).inspect { db in
        KnownAnswers(
          history: try db.newest(comparisons),
          matchingHistory: try db.newest(matches),
          profile: profile ? try db.profile(StoreOptions()) { _, _ in } : PerceptualProfile())
      } ?? KnownAnswers()
    } catch {
      throw StoreFailure(error, path: path)
    }
  }
}

extension Database {
  /// Returns the newest `count` records of a kind that were not withdrawn, oldest of them first; without unreadable
  /// ones, which practice can do without.
  func newest<Record: ListedRecord>(_ count: Int) throws -> [Record] {
    guard count > 0 else { return [] }
    let clause = "\(Record.counting(after: "WHERE")) ORDER BY number DESC LIMIT ?"
    return try StoredRecords(self, clause, [count]).reversed().compactMap(\.record)
  }
}
