import GRDB

/// What tests vary of a store. The program always runs with the defaults: nothing outside the package can choose
/// others.
package struct StoreOptions: Sendable {
  /// SQLite's `synchronous`: what a commit waits for.
  package enum Synchronous: Int, Sendable {
    /// For nothing: the positive control of the power-cut test, which must lose answers with it.
    case off = 0
    /// For the write-ahead log to be on the disk.
    case full = 2
  }

  /// What a commit waits for.
  package var synchronous = Synchronous.full
  /// The tables, as migrations.
  package var migrator: DatabaseMigrator
  /// Where rescue files are written and looked for after the database's own folder; nil: state folder, temporary
  /// folder.
  package var rescueFolders: [String]?
  /// The pause after a first failed write; it doubles up to `longestPause`.
  package var firstPause = Duration.milliseconds(100)
  /// The longest pause between two attempts to write.
  package var longestPause = Duration.seconds(5)
  /// How long SQLite waits for a lock that another program holds.
  package var lockLimit = Duration.seconds(2)
  /// How many waiting changes one transaction takes at most.
  package var batch = 256
  /// Rows that the profile learns in one transaction at most while practice runs. There are more only where a snapshot
  /// was lost meanwhile: answers must not wait for all of them.
  package var learningStep = 1_024
  /// The same while practice does not run: half a second's work, because other writers wait that long.
  package var learningBatch = 8_192

  /// What the program runs with.
  package init() { migrator = Schema.migrator }
}
