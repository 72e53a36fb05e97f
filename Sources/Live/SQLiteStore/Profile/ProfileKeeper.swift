import GRDB

/// Keeps the snapshot of the profile near the newest answer while practice runs. The store's thread owns it.
///
/// The profile is not kept in memory: each step continues from the snapshot in the database, in one transaction with
/// the rows it reads. So other writers, now or while the program was not running, cannot corrupt it.
struct ProfileKeeper {
  /// The number of answers between snapshots.
  static let cadence = 64
  private let database: any DatabaseWriter
  private let file: FileIdentity
  private let options: StoreOptions
  /// Answers and matches since the last step.
  private var waiting = 0

  init(database: any DatabaseWriter, file: FileIdentity, options: StoreOptions) {
    self.database = database
    self.file = file
    self.options = options
  }

  /// Records that this many more answers and matches were committed.
  mutating func saved(_ count: Int) { waiting += count }

  /// Whether a snapshot is due.
  var isDue: Bool { waiting >= Self.cadence }

  /// Updates the snapshot if there are new answers. A failure loses no data, as answers are in the database: the next
  /// attempt follows after as many answers again, and if none succeeds, the next start learns them.
  mutating func keep() {
    guard waiting > 0 else { return }
    waiting = 0
    guard (try? file.check()) != nil else { return }
    _ = try? database.keepProfile(limit: options.learningStep)
  }
}

extension DatabaseWriter {
  /// Advances the snapshot by up to `limit` rows; returns the number of remaining rows.
  func keepProfile(limit: Int) throws -> Int {
    try write { db in
      var learned = try LearnedProfile(keptIn: db)
      let end = try LearnedProfile.newestSettled(db)
      guard learned.place.distance(to: end) > 0 else { return 0 }
      try learned.learn(to: end, limit: limit, db)
      try learned.keep(in: db)
      return learned.place.distance(to: end)
    }
  }
}
