import GRDB
import Training

/// The profile of the stored answers: a snapshot in the database, and the rows after it.
extension SQLiteStore {
  /// The progress of reading or learning: rows done, and rows in total. Both are row numbers, so that counting takes no
  /// time.
  public typealias Progress = (_ done: Int, _ total: Int) -> Void

  /// Returns the profile of all answers so far. Takes a few milliseconds, as the snapshot is near the newest answer; if
  /// it is not, after an import for instance, it is advanced first, with reports of progress. Blocks; any thread but
  /// the loop's.
  public func profile(_ progress: Progress = { _, _ in }) throws(StoreFailure) -> PerceptualProfile {
    do {
      let near = try database.read { db -> PerceptualProfile? in
        var learned = try LearnedProfile(keptIn: db)
        let end = try LearnedProfile.newest(db)
        guard learned.place.distance(to: end) <= options.learningStep else { return nil }
        try learned.learn(to: end, db)
        return learned.profile
      }
      if let near { return near }
      // A profile that cannot be stored can still be computed.
      try? bringProfileForward(progress)
      return try database.read { try $0.profile(options, progress) }
    } catch {
      throw StoreFailure(error, path: path)
    }
  }

  /// Learns the rows missing from the snapshot, after an import for instance, and stores it. Other programs may write
  /// at the same time; if interrupted, the progress so far is kept. Memory use does not depend on the number of rows.
  /// Blocks; any thread but the loop's.
  public func bringProfileForward(_ progress: Progress = { _, _ in }) throws(StoreFailure) {
    do {
      var (done, total) = (0, 0)
      while true {
        let left = try database.keepProfile(limit: options.learningBatch)
        // If the snapshot cannot be stored, it would be learned from the first answer over and over.
        if left == 0 || (total > 0 && total - left < done) { break }
        total = max(total, left + options.learningBatch)
        done = max(done, total - left)
        progress(done, total)
      }
      if total > 0 { progress(total, total) }
    } catch {
      throw StoreFailure(error, path: path)
    }
  }

  /// Discards the snapshot and learns all answers from the first one. The result is the same, unless the rows were
  /// changed by another program or the snapshot was wrong. Blocks; any thread but the loop's.
  public func rebuildProfile(_ progress: Progress = { _, _ in }) throws(StoreFailure) {
    do {
      try database.write { try $0.execute(sql: "DELETE FROM \(LearnedProfile.table)") }
    } catch {
      throw StoreFailure(error, path: path)
    }
    try bringProfileForward(progress)
  }

  /// Returns the profile in the database at `path` without opening it for writing: practice may be running. Empty if
  /// the database does not exist. Blocks; any thread but the loop's.
  public static func storedProfile(
    path: String, _ progress: Progress = { _, _ in }
  ) throws(StoreFailure) -> PerceptualProfile {
    try storedProfile(path: path, options: StoreOptions(), progress)
  }

  /// The same, with options for tests.
  package static func storedProfile(
    path: String, options: StoreOptions, _ progress: Progress = { _, _ in }
  ) throws(StoreFailure) -> PerceptualProfile {
    do {
      return try DatabaseOpening(path: path, options: options).inspect { try $0.profile(options, progress) }
        ?? PerceptualProfile()
    } catch {
      throw StoreFailure(error, path: path)
    }
  }
}

extension Database {
  /// Returns the snapshot with all rows after it.
  func profile(_ options: StoreOptions, _ progress: SQLiteStore.Progress) throws -> PerceptualProfile {
    var learned = try LearnedProfile(keptIn: self)
    let end = try LearnedProfile.newest(self)
    let total = learned.place.distance(to: end)
    while true {
      try learned.learn(to: end, limit: options.learningBatch, self)
      let left = learned.place.distance(to: end)
      if total > options.learningBatch { progress(total - left, total) }
      if left == 0 { return learned.profile }
    }
  }
}
