import Foundation
import GRDB
import Testing
import Training

@testable import SQLiteStore

@Suite struct StoredComparisonTests {
  private let folder: ScratchFolder

  init() throws { folder = try ScratchFolder() }

  @Test func `the table returns every record unchanged`() throws {
    let store = try folder.open()
    let given = try records(500)
    let written = try store.database.write(given.map(StoreChange.save))
    #expect(written.refused.isEmpty)
    #expect(try stored(store) == given)
  }

  @Test func `rescue lines return every record unchanged`() throws {
    var given = try records(200)
    given[3].responseTime = .infinity
    let file = try RescueFile.write(
      RescueFile.lines(given.map(StoreChange.save)), database: "/db", folder: folder.path)
    let content = RescueFile.read(file, database: "/db")
    #expect(content?.lines == given.map { .save(.comparison($0)) })
    #expect(content?.unreadable == 0)
  }

  @Test(arguments: [
    "id = 'x'", "time = 'yesterday'", "mode = 'matching?'", "reference_note = 128", "target_note = -1", "interval = 13",
    "answer = 'same'", "source = 'foot'", "epoch = -1",
  ])
  func `a row with an unknown value is named and gives no record`(change: String) throws {
    let store = try folder.open()
    let record = try #require(try records(1).first)
    try store.database.write { db in
      try record.keep(db)
      try db.execute(sql: "PRAGMA ignore_check_constraints = 1; UPDATE comparison SET \(change)")
    }
    let id = change == "id = 'x'" ? "x" : record.id.uuidString
    #expect(throws: StoreFailure.corrupt(path: store.path, reason: "record \(id)")) { try stored(store) }
  }
}
