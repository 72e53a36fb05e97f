import Foundation
import GRDB
import Glibc
import Linux
import TestSupport
import Testing

@testable import SQLiteStore

/// File systems without shared memory (9p, homes on a network). A pipe in the place of the file by which SQLite shares
/// memory is met by the same refusal, "disk I/O error", on any file system.
@Suite struct SharedMemoryTests {
  private let folder: ScratchFolder

  init() throws { folder = try ScratchFolder() }

  private func withoutSharedMemory() throws {
    try FileManager.default.createDirectory(atPath: folder.path + "/data", withIntermediateDirectories: true)
    unlink(folder.database + "-shm")
    try SystemFailure.check(mkfifo(folder.database + "-shm", 0o600))
  }

  @Test func `answers are kept without shared memory, and read again`() throws {
    try withoutSharedMemory()
    let given = try records(300)
    for count in 1...3 {
      let store = try folder.open()
      #expect(store.opening.isExclusive)
      let reports = Reports()
      store.start(report: reports.report)
      given[(count - 1) * 100..<count * 100].forEach(store.save)
      #expect(reports.first(100).count == 100)
      #expect(try stored(store) == Array(given[..<(count * 100)]))
      #expect(store.close(within: testLimit) == .complete)
    }
    #expect(try !folder.names().contains("peach.sqlite-wal"))
  }

  @Test func `a commit waits for the disk there as well`() throws {
    try withoutSharedMemory()
    let store = try folder.open()
    let (synchronous, journal, locking) = try store.database.writeWithoutTransaction { db in
      (
        try Int.fetchOne(db, sql: "PRAGMA synchronous"), try String.fetchOne(db, sql: "PRAGMA journal_mode"),
        try String.fetchOne(db, sql: "PRAGMA locking_mode")
      )
    }
    #expect(synchronous == 2 && journal == "truncate" && locking == "exclusive")
  }

  @Test func `a database with a write-ahead log from elsewhere is opened with all its answers`() throws {
    let given = try records(50)
    let store = try folder.open()
    #expect(!store.opening.isExclusive)
    _ = try store.database.write(given.map(StoreChange.save))
    // As it is copied from a machine whose program was killed: the log has not been taken in.
    let copy = folder.path + "/copy"
    try FileManager.default.copyItem(atPath: folder.path + "/data", toPath: copy)
    #expect(store.close(within: testLimit) == .complete)
    try FileManager.default.removeItem(atPath: folder.path + "/data")
    try FileManager.default.moveItem(atPath: copy, toPath: folder.path + "/data")
    try withoutSharedMemory()
    let next = try folder.open()
    #expect(next.opening.isExclusive)
    #expect(try stored(next) == given)
  }

  @Test func `a second program is refused because another holds the database`() throws {
    try withoutSharedMemory()
    let store = try folder.open()
    #expect(throws: StoreFailure.locked(path: folder.database)) { try folder.open { $0.lockLimit = .milliseconds(50) } }
    #expect(store.close(within: testLimit) == .complete)
  }

  @Test func `another program's database is refused there as well`() throws {
    try withoutSharedMemory()
    let other = try DatabaseQueue(path: folder.database)
    try other.write { try $0.execute(sql: "CREATE TABLE letters (text)") }
    try other.close()
    #expect(throws: StoreFailure.notPeachDatabase(path: folder.database)) { try folder.open() }
  }
}
