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
          history: try db.newestComparisons(comparisons, path: path),
          matchingHistory: try db.newestMatches(matches, path: path),
          profile: profile ? try db.profile(StoreOptions()) { _, _ in } : PerceptualProfile())
      } ?? KnownAnswers()
    } catch {
      throw StoreFailure(error, path: path)
    }
  }
}

extension Database {
  /// The newest `count` records that were not withdrawn, oldest of them first.
  func newestComparisons(_ count: Int, path: String) throws -> [ComparisonRecord] {
    guard count > 0 else { return [] }
    return try newest("WHERE withdrawn = 0", count, path)
  }

  /// The newest `count` matching records, oldest of them first.
  func newestMatches(_ count: Int, path: String) throws -> [MatchingRecord] {
    guard count > 0 else { return [] }
    return try newest("", count, path)
  }

  private func newest<Record: StoredRecord>(_ condition: String, _ count: Int, _ path: String) throws -> [Record] {
    try StoredRecords(self, "\(condition) ORDER BY number DESC LIMIT ?", [count]).reversed().map {
      try SQLiteStore.known($0.record, id: $0.id, path: path)
    }
  }
}
