import Foundation
import GRDB
import Glibc
import Linux
import Time

/// Opens the database durably: checks it, sets up the write-ahead log with synchronous commits, copies it before a
/// migration.
///
/// The write-ahead log needs memory shared between programs, in a file next to the database. Some file systems (9p,
/// home folders on a network) do not support that: there SQLite keeps a rollback journal, with exclusive access while
/// the database is open.
struct DatabaseOpening {
  var path: String
  var options: StoreOptions

  /// Opens the database. Returns it, whether access is exclusive, and the name of the copy made before a migration, if
  /// one was due.
  func open() throws(StoreFailure) -> (database: any DatabaseWriter, isExclusive: Bool, backup: String?) {
    do throws(SystemFailure) {
      try Folder.make(Folder.of(path))
    } catch {
      throw StoreFailure(error, path: path)
    }
    do {
      try inspect(migrated: false) { _ in }
      // SQLite would make it readable by all users; its log and its index inherit its permissions.
      let made = Descriptor.create(path, mode: 0o600)
      if made >= 0 { close(made) }
      let (database, isExclusive) = try connect()
      // With the write-ahead log, a power cut during a migration leaves the database whole, as before or after it: it
      // need not wait for the disk with each of its steps, which a new player would notice.
      let backup = try migrate(database)
      try setSynchronous(database)
      // SQLite makes the log's name durable at the log's first sync; the database's own name is our responsibility.
      try Folder.synchronize(Folder.of(path))
      return (database, isExclusive, backup)
    } catch let failure as SystemFailure {
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
    // SQLite 3.37 (Ubuntu 22.04) itself needs this: to add a column to a table with checks, it runs a query with a
    // string in double quotes.
    configuration.acceptsDoubleQuotedStringLiterals = true
    // Set before the first access to the database: SQLite then needs no shared memory, even for a file with a
    // write-ahead log.
    if isExclusive { configuration.prepareDatabase { try $0.execute(sql: "PRAGMA locking_mode = EXCLUSIVE") } }
    return configuration
  }

  private func connect() throws -> (any DatabaseWriter, isExclusive: Bool) {
    do {
      return (try DatabasePool(path: path, configuration: configuration(label: "store")), false)
    } catch let error as DatabaseError where needsExclusion(error) {
      let database = try DatabaseQueue(path: path, configuration: configuration(label: "store", isExclusive: true))
      // Each commit empties the journal and waits for the disk: deleting the journal would be durable only with its
      // folder.
      let mode = try database.writeWithoutTransaction { try String.fetchOne($0, sql: "PRAGMA journal_mode = TRUNCATE") }
      guard mode == "truncate" else { throw StoreFailure.notDurable(path: path) }
      return (database, true)
    }
  }

  /// Whether `error` is due to missing shared memory, and not to a place that cannot be written at all; or to a killed
  /// program with exclusive access, which only a writer can recover from.
  private func needsExclusion(_ error: DatabaseError) -> Bool {
    switch error.extendedResultCode {
    case .SQLITE_IOERR_SHMOPEN, .SQLITE_IOERR_SHMSIZE, .SQLITE_IOERR_SHMLOCK, .SQLITE_IOERR_SHMMAP,
      .SQLITE_READONLY_ROLLBACK:
      let folder = Folder.of(path)
      return Folder.denial(folder) == nil && Folder.denial(path, missingIsFine: true) == nil && !Folder.isFull(folder)
    default: return false
    }
  }

  /// Runs `body` with a read-only connection; nil if the database does not exist yet. Refuses a foreign database, and
  /// one of a version before 0.1.0 or of a later version: opening for writing would already change the file. (SQLite
  /// may leave an empty log next to it.) If `migrated`, `body` finds this version's tables: of a database of an earlier
  /// version, it reads a temporary copy.
  @discardableResult
  func inspect<Value>(migrated: Bool = true, _ body: (Database) throws -> Value) throws -> Value? {
    var status = stat()
    guard stat(path, &status) == 0 else {
      guard errno == ENOENT else { throw StoreFailure.notReadable(path: path, reason: SystemFailure.words(errno)) }
      return nil
    }
    guard status.st_size > 0 else { return nil }
    var reading = configuration(label: "inspection")
    reading.readonly = true
    do {
      return try inspect(reading, migrated, body)
    } catch let error as DatabaseError where needsExclusion(error) {
      return try inspect(configuration(label: "inspection", isExclusive: true), migrated, body)
    } catch let error as DatabaseError where needsCopy(error) {
      // If the copy fails as well, the first error is reported.
      guard let copy = try? DatabaseCopy(of: path) else { throw error }
      return try inspect(reading, migrated, body, in: copy)
    }
  }

  /// Whether `error` is due to SQLite failing to create the files next to the database that reading needs.
  private func needsCopy(_ error: DatabaseError) -> Bool {
    switch error.resultCode {
    case .SQLITE_CANTOPEN, .SQLITE_READONLY, .SQLITE_IOERR: Folder.obstacle(to: path) != nil
    default: false
    }
  }

  /// Removes other users' permissions, because answers are personal: another program may have copied the database.
  /// Permissions that cannot be changed (a read-only mount, another user's file) stay.
  private func keepToOurselves() {
    for file in ["", "-wal", "-shm", "-journal"].map({ path + $0 }) {
      var status = stat()
      if stat(file, &status) == 0, status.st_mode & 0o077 != 0 { chmod(file, status.st_mode & 0o700) }
    }
  }

  private func inspect<Value>(
    _ configuration: Configuration, _ migrated: Bool, _ body: (Database) throws -> Value, in copy: DatabaseCopy? = nil
  ) throws -> Value? {
    let database = try DatabaseQueue(path: copy?.path ?? path, configuration: configuration)
    defer { try? database.close() }
    var isEarlier = false
    let value = try database.read { db -> Value? in
      guard try Int.fetchOne(db, sql: "SELECT count(*) FROM sqlite_master") ?? 0 > 0 else { return nil }
      switch try Int32.fetchOne(db, sql: "PRAGMA application_id") {
      case Schema.applicationID: break
      case Schema.preReleaseID: throw StoreFailure.preRelease(path: path)
      default: throw StoreFailure.notPeachDatabase(path: path)
      }
      guard try !options.migrator.hasBeenSuperseded(db) else { throw StoreFailure.newerVersion(path: path) }
      keepToOurselves()
      isEarlier = try migrated && !options.migrator.hasCompletedMigrations(db)
      return isEarlier ? nil : try body(db)
    }
    guard isEarlier else { return value }
    // SQLite's name for a database in a temporary file, or in memory if it is small.
    let later = try DatabaseQueue(path: "")
    defer { try? later.close() }
    try database.backup(to: later)
    try options.migrator.migrate(later)
    return try later.read(body)
  }

  /// Sets `synchronous`. GRDB chooses NORMAL when it turns the write-ahead log on, so this must come later; SQLite
  /// applies it only outside a transaction, and ignores it silently otherwise.
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

  /// Copies the database, log included, to a dated file next to it that is complete once it has its name.
  func copy(_ database: any DatabaseWriter) throws -> String {
    let stem = path.hasSuffix(".sqlite") ? String(path.dropLast(7)) : path
    let name = FileStamp.unusedPath { "\(stem)-backup-\($0).sqlite" }
    let partial = name + ".partial"
    let file = try AtomicFile(name, temporary: partial, mode: 0o600)
    let copy = try DatabaseQueue(path: partial)
    try database.backup(to: copy)
    try copy.close()
    try file.finish()
    return name
  }
}

/// Dates in file names.
enum FileStamp {
  /// Returns the path that `name` makes of the current time in UTC (`2026-11-21-183005`), with a number added if it
  /// exists.
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
