import Foundation
import GRDB
import Glibc
import TestSupport
import Testing

@testable import SQLiteStore

@Suite struct DatabaseOpeningTests {
  private let folder: ScratchFolder

  init() throws { folder = try ScratchFolder() }

  /// This version's tables and one more migration.
  private var laterMigrator: DatabaseMigrator {
    var migrator = Schema.migrator
    migrator.registerMigration("3 later") { db in
      try db.execute(sql: "ALTER TABLE comparison ADD COLUMN later TEXT")
    }
    return migrator
  }

  private func data(_ folder: ScratchFolder) throws -> Data {
    try Data(contentsOf: URL(fileURLWithPath: folder.database))
  }

  @Test func `a new database is created with its folders, and nothing is copied`() throws {
    let store = try folder.open()
    #expect(store.opening == StoreOpening(backup: nil, adopted: [], left: []))
    #expect(store.path == folder.database)
    #expect(store.close(within: testLimit) == .complete)
    #expect(try folder.names() == ["peach.sqlite"])
    var status = stat()
    #expect(stat(folder.path + "/data", &status) == 0)
    #expect(status.st_mode & 0o777 == 0o700)
    #expect(try folder.open().opening.backup == nil)
  }

  @Test func `a relative path means the folder at the time of opening`() throws {
    let name = "peach-store-\(UUID().uuidString)"
    let store = try SQLiteStore(path: "\(name).sqlite")
    #expect(store.path == FileManager.default.currentDirectoryPath + "/\(name).sqlite")
    #expect(store.close(within: testLimit) == .complete)
    unlink(store.path)
  }

  @Test func `a database of a later version is refused and unchanged`() throws {
    let later = try folder.open { $0.migrator = laterMigrator }
    #expect(later.close(within: testLimit) == .complete)
    let before = try data(folder)
    #expect(throws: StoreFailure.newerVersion(path: folder.database)) { try folder.open() }
    #expect(try data(folder) == before)
  }

  @Test func `a database of a later version that was left by a crash is refused and unchanged`() throws {
    let later = try folder.open { $0.migrator = laterMigrator }
    _ = try later.database.write(try records(5).map(StoreChange.save))
    // A crash leaves exactly this: a copy of an open database with its log.
    try FileManager.default.createDirectory(atPath: folder.path + "/crashed", withIntermediateDirectories: true)
    for suffix in ["", "-wal"] {
      try FileManager.default.copyItem(
        atPath: folder.database + suffix, toPath: folder.path + "/crashed/peach.sqlite" + suffix)
    }
    let path = folder.path + "/crashed/peach.sqlite"
    let before = try ["", "-wal"].map { try Data(contentsOf: URL(fileURLWithPath: path + $0)) }
    #expect(throws: StoreFailure.newerVersion(path: path)) { try SQLiteStore(path: path, options: folder.options) }
    #expect(try ["", "-wal"].map { try Data(contentsOf: URL(fileURLWithPath: path + $0)) } == before)
  }

  @Test func `before a migration the database is copied, with its log, and the copy is named`() throws {
    let given = try records(50)
    let old = try folder.open()
    _ = try old.database.write(given.map(StoreChange.save))
    // Still open: what was written lies in the log.
    let store = try folder.open { $0.migrator = laterMigrator }
    let backup = try #require(store.opening.backup)
    #expect(backup.wholeMatch(of: /.*\/data\/peach-backup-\d{4}-\d\d-\d\d-\d{6}\.sqlite/) != nil)
    #expect(try store.database.read { try laterMigrator.hasCompletedMigrations($0) })
    #expect(try stored(store) == given)
    // The copy is of the version before, whole, and opens by itself.
    let copy = try SQLiteStore(path: backup, options: folder.options)
    #expect(copy.opening.backup == nil)
    #expect(try stored(copy) == given)
    #expect(try copy.database.read { try String.fetchAll($0, sql: "PRAGMA integrity_check") } == ["ok"])
    #expect(try folder.names().allSatisfy { !$0.hasSuffix(".partial") })
  }

  @Test func `a failed migration leaves the database as it was, next to its copy`() throws {
    struct Broken: Error {}
    let given = try records(5)
    let old = try folder.open()
    _ = try old.database.write(given.map(StoreChange.save))
    #expect(old.close(within: testLimit) == .complete)
    #expect(throws: StoreFailure.self) {
      try folder.open {
        $0.migrator.registerMigration("3 broken") { db in
          try db.execute(sql: "DELETE FROM comparison")
          throw Broken()
        }
      }
    }
    #expect(try stored(folder.open()) == given)
    #expect(try folder.names().contains { $0.hasPrefix("peach-backup-") })
  }

  @Test func `a foreign database is refused and unchanged`() throws {
    let text = try ScratchFolder()
    try FileManager.default.createDirectory(atPath: text.path + "/data", withIntermediateDirectories: true)
    try Data(String(repeating: "Liebes Tagebuch. ", count: 500).utf8).write(
      to: URL(fileURLWithPath: text.database))
    let before = try data(text)
    #expect(throws: StoreFailure.notPeachDatabase(path: text.database)) { try text.open() }
    #expect(try data(text) == before)
    #expect(try text.names() == ["peach.sqlite"])

    let foreign = try ScratchFolder()
    try FileManager.default.createDirectory(atPath: foreign.path + "/data", withIntermediateDirectories: true)
    let other = try DatabaseQueue(path: foreign.database)
    try other.write { try $0.execute(sql: "CREATE TABLE comparison (apples INTEGER)") }
    try other.close()
    let content = try data(foreign)
    #expect(throws: StoreFailure.notPeachDatabase(path: foreign.database)) { try foreign.open() }
    #expect(try data(foreign) == content)
  }

  @Test func `a damaged database is reported as damaged`() throws {
    let store = try folder.open()
    _ = try store.database.write(try records(500).map(StoreChange.save))
    #expect(store.close(within: testLimit) == .complete)
    // Everything except the first page, whose header still identifies the database.
    var bytes = try data(folder)
    for index in 4096..<bytes.count { bytes[index] = 0xA5 }
    try bytes.write(to: URL(fileURLWithPath: folder.database))
    #expect {
      try folder.open()
    } throws: { error in
      if case .corrupt(folder.database, let reason)? = error as? StoreFailure {
        reason.contains("malformed")
      } else {
        false
      }
    }
  }

  @Test func `a database that another program holds is reported as locked, after the limit`() throws {
    let first = try folder.open()
    #expect(first.close(within: testLimit) == .complete)
    let other = try DatabaseQueue(path: folder.database)
    try other.writeWithoutTransaction { db in
      try db.execute(sql: "PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE; COMMIT;")
    }
    #expect(throws: StoreFailure.locked(path: folder.database)) {
      try folder.open { $0.lockLimit = .milliseconds(50) }
    }
    try other.close()
    #expect(throws: Never.self) { try folder.open() }
  }

  @Test func `a path whose folder is a file is reported in the system's words`() throws {
    try Data().write(to: URL(fileURLWithPath: folder.path + "/data"))
    #expect(throws: StoreFailure.failed(path: folder.database, reason: "Not a directory")) { try folder.open() }
  }
}
