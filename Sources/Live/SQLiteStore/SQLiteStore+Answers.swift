import GRDB
import Ports
import Training

extension SQLiteStore {
  /// What the database at `path` has for practice to go on from: the newest `comparisons` that were not withdrawn, the
  /// newest `matches`, and what all answers have taught if `profile` asks for it. Nothing is made or written, and practice
  /// may be running meanwhile. Blocks; any thread but the loop's.
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
  /// The newest `count` records of a kind that were not withdrawn, oldest of them first; without those that cannot be read, as
  /// practice can do without them.
  func newest<Record: ListedRecord>(_ count: Int) throws -> [Record] {
    guard count > 0 else { return [] }
    let clause = "\(Record.counting(after: "WHERE")) ORDER BY number DESC LIMIT ?"
    return try StoredRecords(self, clause, [count]).reversed().compactMap(\.record)
  }
}
