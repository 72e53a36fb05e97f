import Foundation
import GRDB
import Ports
import TestSupport
import Testing
import Training

@testable import SQLiteStore

/// The profile as other commands read it and rebuild it, and their progress reports.
@Suite struct StoredProfileTests {
  private let folder: ScratchFolder

  init() throws { folder = try ScratchFolder() }

  /// The progress reported.
  private final class Told {
    var values: [(done: Int, total: Int)] = []
    var progress: SQLiteStore.Progress { { self.values.append(($0, $1)) } }

    /// It goes forward, never beyond its end, and reaches it.
    var isSound: Bool {
      zip(values, values.dropFirst()).allSatisfy { $0.done <= $1.done && $0.total == $1.total }
        && values.allSatisfy { (0...$0.total).contains($0.done) } && values.last.map { $0.done == $0.total } == true
    }
  }

  @Test func `a profile is read while practice writes`() throws {
    let store = try folder.open()
    let given = try Kinds.both.kept(60).counting
    try store.commit(given.first(50).changes)
    _ = try store.database.keepProfile(limit: 20)
    let before = taught(try Content(store)).snapshot
    try store.database.write { db in
      for record in given.dropping(50).content.comparisons { try record.keep(db) }
      // Neither waits for the other: uncommitted records are not visible yet.
      #expect(try SQLiteStore.storedProfile(path: folder.database).snapshot == before)
    }
    #expect(try SQLiteStore.storedProfile(path: folder.database).snapshot == taught(Content(store)).snapshot)
    #expect(try store.keptPlace()?[.comparison] == 20)
  }

  @Test func `reading without a database creates none`() throws {
    #expect(try SQLiteStore.storedProfile(path: folder.database) == PerceptualProfile())
    #expect(!FileManager.default.fileExists(atPath: folder.path + "/data"))
  }

  @Test func `a foreign database is refused`() throws {
    #expect(try folder.open().close(within: testLimit) == .complete)
    let database = try DatabaseQueue(path: folder.database)
    try database.write { try $0.execute(sql: "PRAGMA application_id = 7") }
    #expect(throws: StoreFailure.notPeachDatabase(path: folder.database)) {
      try SQLiteStore.storedProfile(path: folder.database)
    }
  }

  @Test func `learning many rows reports its progress`() throws {
    var options = folder.options
    options.learningStep = 10
    options.learningBatch = 50
    let store = try SQLiteStore(path: folder.database, options: options)
    let given = try Kinds.both.kept(110).counting
    try store.commit(given.changes)
    let (reading, learning, rebuilding) = (Told(), Told(), Told())
    let wanted = try SQLiteStore.storedProfile(path: folder.database, options: options, reading.progress).snapshot
    #expect(reading.isSound && reading.values.count == 3)
    // The start does it too, and keeps it.
    #expect(try store.profile(learning.progress).snapshot == wanted)
    #expect(learning.isSound)
    #expect(try store.keptPlace()?[.comparison] == Int64(given.content.comparisons.count - 1))
    try store.rebuildProfile(rebuilding.progress)
    #expect(rebuilding.isSound)
    #expect(try store.profile().snapshot == wanted)
    let near = Told()
    _ = try store.profile(near.progress)
    #expect(near.values.isEmpty)
  }

  /// Ctrl-C, or the power.
  @Test func `an interrupted rebuild continues from its last state`() throws {
    let store = try folder.open()
    try store.commit(try Kinds.both.kept(200).counting.changes)
    let wanted = try store.profile().snapshot
    #expect(try store.database.keepProfile(limit: 70) > 0)
    let next = try folder.open()
    #expect(try next.keptPlace() == .init(comparison: 70, matching: 0))
    try next.bringProfileForward()
    #expect(try next.keptPlace() == .init(comparison: 99, matching: 100))
    #expect(try next.profile().snapshot == wanted)
  }
}
