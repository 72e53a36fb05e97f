import GRDB

/// The options of a store that tests vary. The program always runs with the defaults: code outside the package cannot
/// choose others.
package struct StoreOptions: Sendable {
  /// SQLite's `synchronous`: the event that a commit waits for.
  package enum Synchronous: Int, Sendable {
    /// No event: the positive control of the power-cut test, which must lose answers with it.
    case off = 0
    /// The write-ahead log is on the disk.
    case full = 2
  }

  /// The event that a commit waits for.
  package var synchronous = Synchronous.full
  /// The tables, as migrations.
  package var migrator: DatabaseMigrator
  /// The folders for rescue files after the database's own folder; nil: state folder, temporary folder.
  package var rescueFolders: [String]?
  /// The pause after a first failed write; it doubles up to `longestPause`.
  package var firstPause = Duration.milliseconds(100)
  /// The longest pause between two attempts to write.
  package var longestPause = Duration.seconds(5)
  /// The time SQLite waits for another program's lock.
  package var lockLimit = Duration.seconds(2)
  /// The maximum number of waiting changes per transaction.
  package var batch = 256
  /// The maximum number of rows that the profile learns in one transaction while practice runs. There are more only if
  /// a snapshot was lost in the meantime: answers must not wait for all of them.
  package var learningStep = 1_024
  /// The same while practice does not run: half a second's work, because other writers wait that long.
  package var learningBatch = 8_192

  /// The program's options.
  package init() { migrator = Schema.migrator }
}
