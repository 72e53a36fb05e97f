import Foundation
import GRDB
import Glibc
import Linux
import Time

/// Opens the database durably: checks it, lets SQLite write ahead and synchronously, copies it before a migration.
///
/// Writing ahead needs memory that programs share, by a file beside the database. Some file systems (9p, homes on a
/// network) have none: there SQLite keeps a rollback journal, and the database is ours alone while it is open.
struct DatabaseOpening {
  var path: String
  var options: StoreOptions

  /// Opens the database. Returns it, whether access is exclusive, and the name of the copy made before a migration, if
  /// one was due.
  func open() throws(StoreFailure) -> (database: any DatabaseWriter, isExclusive: Bool, backup: String?) {
    do throws(SystemCall.Failure) {
      try Folder.make(Folder.of(path))
    } catch {
      throw StoreFailure(error, path: path)
    }
    do {
      try inspect { _ in }
      // SQLite would make it readable by everybody; its log and its index have the same permissions.
      let made = Descriptor.create(path, mode: 0o600)
      if made >= 0 { close(made) }
      let (database, isExclusive) = try connect()
      // Written ahead, a migration that a loss of power takes back is whole before and after: it need not wait for the
      // disk ten times, as a new player would.
      let backup = try migrate(database)
      try setSynchronous(database)
      // SQLite makes the log's name durable at the log's first synchronisation; the database's own is ours to see to.
      try Folder.synchronize(Folder.of(path))
      return (database, isExclusive, backup)
    } catch let failure as SystemCall.Failure {
      throw StoreFailure(failure, path: path)
    } catch {
      throw StoreFailure(error, path: path)
    }
  }

  private func configuration(label: String, isExclusive: Bool = false) -> Configuration {
    var configuration = Configuration()
    configuration.label = "peach \(label)"
    configuration.busyMode = .timeout(options.lockLimit.seconds)
    configuration.maximumReaderCount = 2
    // SQLite 3.37 (Ubuntu 22.04) needs it for itself: when a column is added to a table with checks, it runs a query
    // with a string in double quotes.
    configuration.acceptsDoubleQuotedStringLiterals = true
    // Before the first look at the database: SQLite then asks for no shared memory, even where the file was written
    // ahead.
    if isExclusive { configuration.prepareDatabase { try $0.execute(sql: "PRAGMA locking_mode = EXCLUSIVE") } }
    return configuration
  }

  private func connect() throws -> (any DatabaseWriter, isExclusive: Bool) {
    do {
      return (try DatabasePool(path: path, configuration: configuration(label: "store")), false)
    } catch let error as DatabaseError where needsExclusion(error) {
      let database = try DatabaseQueue(path: path, configuration: configuration(label: "store", isExclusive: true))
      // With each commit the journal is emptied, and the disk waited for: deleting it is durable only with its folder.
      let mode = try database.writeWithoutTransaction { try String.fetchOne($0, sql: "PRAGMA journal_mode = TRUNCATE") }
      guard mode == "truncate" else { throw StoreFailure.notDurable(path: path) }
      return (database, true)
    }
  }

  /// Whether `error` is for want of shared memory, and not because nothing can be written here at all; or because a
  /// program that had the database for itself was killed, and only one that may write can mend that.
  private func needsExclusion(_ error: DatabaseError) -> Bool {
    switch error.extendedResultCode {
    case .SQLITE_IOERR_SHMOPEN, .SQLITE_IOERR_SHMSIZE, .SQLITE_IOERR_SHMLOCK, .SQLITE_IOERR_SHMMAP,
      .SQLITE_READONLY_ROLLBACK:
      let folder = Folder.of(path)
      return Folder.denial(folder) == nil && Folder.denial(path, missingIsFine: true) == nil && !Folder.isFull(folder)
    default: return false
    }
  }

  /// What `body` finds in the database through a connection that cannot write; nil if there is none yet. Refuses what
  /// is not ours or of a later version: opening for writing would already change the file. (SQLite may leave an empty
  /// log beside it.)
  @discardableResult
  func inspect<Value>(_ body: (Database) throws -> Value) throws -> Value? {
    var status = stat()
    guard stat(path, &status) == 0 else {
      guard errno == ENOENT else { throw StoreFailure.notReadable(path: path, reason: SystemCall.words(errno)) }
      return nil
    }
    guard status.st_size > 0 else { return nil }
    var reading = configuration(label: "inspection")
    reading.readonly = true
    do {
      return try inspect(reading, body)
    } catch let error as DatabaseError where needsExclusion(error) {
      return try inspect(configuration(label: "inspection", isExclusive: true), body)
    } catch let error as DatabaseError where needsCopy(error) {
      // Where there is no room for one either, it stays at the first reason.
      guard let copy = try? DatabaseCopy(of: path) else { throw error }
      return try inspect(reading, body, in: copy)
    }
  }

  /// Whether `error` is because SQLite could make nothing beside the database, as reading asks for.
  private func needsCopy(_ error: DatabaseError) -> Bool {
    switch error.resultCode {
    case .SQLITE_CANTOPEN, .SQLITE_READONLY, .SQLITE_IOERR: Folder.obstacle(to: path) != nil
    default: false
    }
  }

  /// Removes other users' permissions, because answers are personal, including those of a database made by an earlier
  /// version. Permissions that cannot be changed (a read-only mount, another user's file) stay.
  private func keepToOurselves() {
    for file in ["", "-wal", "-shm", "-journal"].map({ path + $0 }) {
      var status = stat()
      if stat(file, &status) == 0, status.st_mode & 0o077 != 0 { chmod(file, status.st_mode & 0o700) }
    }
  }

  private func inspect<Value>(
    _ configuration: Configuration, _ body: (Database) throws -> Value, in copy: DatabaseCopy? = nil
  ) throws -> Value? {
    let database = try DatabaseQueue(path: copy?.path ?? path, configuration: configuration)
    defer { try? database.close() }
    return try database.read { db in
      guard try Int.fetchOne(db, sql: "SELECT count(*) FROM sqlite_master") ?? 0 > 0 else { return nil }
      guard try Int32.fetchOne(db, sql: "PRAGMA application_id") == Schema.applicationID else {
        throw StoreFailure.notPeachDatabase(path: path)
      }
      guard try !options.migrator.hasBeenSuperseded(db) else { throw StoreFailure.newerVersion(path: path) }
      keepToOurselves()
      return try body(db)
    }
  }

  /// GRDB chooses NORMAL when it turns the write-ahead log on, so this comes after; only outside a transaction does
  /// SQLite listen, and it never says that it did not.
  private func setSynchronous(_ database: any DatabaseWriter) throws {
    let wanted = options.synchronous.rawValue
    let found = try database.writeWithoutTransaction { db in
      try db.execute(sql: "PRAGMA synchronous = \(wanted)")
      return try Int.fetchOne(db, sql: "PRAGMA synchronous")
    }
    guard found == wanted else { throw StoreFailure.notDurable(path: path) }
  }

  private func migrate(_ database: any DatabaseWriter) throws -> String? {
    let (isCurrent, isNew) = try database.read { db in
      (try options.migrator.hasCompletedMigrations(db), try options.migrator.appliedIdentifiers(db).isEmpty)
    }
    guard !isCurrent else { return nil }
    let backup = isNew ? nil : try copy(database)
    try options.migrator.migrate(database)
    return backup
  }

  /// Copies the database as it is, log included, to a dated file beside it that is complete once it has its name.
  func copy(_ database: any DatabaseWriter) throws -> String {
    let stem = path.hasSuffix(".sqlite") ? String(path.dropLast(7)) : path
    let name = FileStamp.unusedPath { "\(stem)-backup-\($0).sqlite" }
    let partial = name + ".partial"
    do {
      unlink(partial)
      let made = Descriptor.create(partial, mode: 0o600)
      guard made >= 0 else { throw SystemCall.Failure(call: "open", code: -made) }
      close(made)
      let copy = try DatabaseQueue(path: partial)
      try database.backup(to: copy)
      try copy.close()
      let descriptor = try SystemCall.check("open", Glibc.open(partial, O_RDWR | O_CLOEXEC))
      defer { close(descriptor) }
      try SystemCall.check("fsync", fsync(descriptor))
      try SystemCall.check("rename", rename(partial, name))
      try Folder.synchronize(Folder.of(name))
      return name
    } catch {
      unlink(partial)
      throw error
    }
  }
}

/// Dates in names of files.
enum FileStamp {
  /// The path that `name` gives for now in UTC (`2026-11-21-183005`), with a number added if that is taken.
  static func unusedPath(_ name: (String) -> String) -> String {
    let text = Timestamp.text(Date())
    let stamp = text.prefix(10) + "-" + text.dropFirst(11).prefix(8).filter { $0 != ":" }
    var path = name(String(stamp))
    var number = 2
    while access(path, F_OK) == 0 {
      path = name("\(stamp)-\(number)")
      number += 1
    }
    return path
  }
}
