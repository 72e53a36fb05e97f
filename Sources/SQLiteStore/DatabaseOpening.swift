import Foundation
import GRDB
import Glibc
import Time

/// Opens the database durably: checks it, lets SQLite write ahead and synchronously, copies it before a migration.
struct DatabaseOpening {
  var path: String
  var options: StoreOptions

  /// The open database and the name of the copy that was made before a migration, if one was due.
  func open() throws(StoreFailure) -> (database: DatabasePool, backup: String?) {
    do throws(SystemCall.Failure) {
      try Folder.make(Folder.of(path))
    } catch {
      throw StoreFailure(error, path: path)
    }
    do {
      try inspect { _ in }
      let database = try DatabasePool(path: path, configuration: configuration(label: "store"))
      try setSynchronous(database)
      let backup = try migrate(database)
      // SQLite makes the log's name durable at the log's first synchronisation; the database's own is ours to see to.
      try Folder.synchronize(Folder.of(path))
      return (database, backup)
    } catch let failure as SystemCall.Failure {
      throw StoreFailure(failure, path: path)
    } catch {
      throw StoreFailure(error, path: path)
    }
  }

  private func configuration(label: String) -> Configuration {
    var configuration = Configuration()
    configuration.label = "peach \(label)"
    configuration.busyMode = .timeout(options.lockLimit.seconds)
    configuration.maximumReaderCount = 2
    return configuration
  }

  /// What `body` finds in the database through a connection that cannot write; nil if there is none yet. Refuses what is not
  /// ours or of a later version: opening for writing would already change the file. (SQLite may leave an empty log beside it.)
  @discardableResult
  func inspect<Value>(_ body: (Database) throws -> Value) throws -> Value? {
    var status = stat()
    guard stat(path, &status) == 0, status.st_size > 0 else { return nil }
    var configuration = configuration(label: "inspection")
    configuration.readonly = true
    let database = try DatabaseQueue(path: path, configuration: configuration)
    defer { try? database.close() }
    return try database.read { db in
      guard try Int.fetchOne(db, sql: "SELECT count(*) FROM sqlite_master") ?? 0 > 0 else { return nil }
      guard try Int32.fetchOne(db, sql: "PRAGMA application_id") == Schema.applicationID else {
        throw StoreFailure.notPeachDatabase(path: path)
      }
      guard try !options.migrator.hasBeenSuperseded(db) else { throw StoreFailure.newerVersion(path: path) }
      return try body(db)
    }
  }

  /// GRDB chooses NORMAL when it turns the write-ahead log on, so this comes after; only outside a transaction does SQLite
  /// listen, and it never says that it did not.
  private func setSynchronous(_ database: DatabasePool) throws {
    let wanted = options.synchronous.rawValue
    let found = try database.writeWithoutTransaction { db in
      try db.execute(sql: "PRAGMA synchronous = \(wanted)")
      return try Int.fetchOne(db, sql: "PRAGMA synchronous")
    }
    guard found == wanted else { throw StoreFailure.notDurable(path: path) }
  }

  private func migrate(_ database: DatabasePool) throws -> String? {
    let (isCurrent, isNew) = try database.read { db in
      (try options.migrator.hasCompletedMigrations(db), try options.migrator.appliedIdentifiers(db).isEmpty)
    }
    guard !isCurrent else { return nil }
    let backup = isNew ? nil : try copy(database)
    try options.migrator.migrate(database)
    return backup
  }

  /// Copies the database as it is, log included, to a dated file beside it that is complete once it has its name.
  func copy(_ database: DatabasePool) throws -> String {
    let stem = path.hasSuffix(".sqlite") ? String(path.dropLast(7)) : path
    let name = FileStamp.unusedPath { "\(stem)-backup-\($0).sqlite" }
    let partial = name + ".partial"
    do {
      unlink(partial)
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
