import Foundation
import GRDB
import Testing
import Training

@testable import SQLiteStore

@Suite struct ComparisonRowTests {
  private let folder: ScratchFolder

  init() throws { folder = try ScratchFolder() }

  @Test func `a row keeps everything of a record`() throws {
    for record in try records(500) { #expect(ComparisonRow(record).record == record) }
  }

  @Test func `the table takes every record and gives it back unchanged`() throws {
    let store = try folder.open()
    let given = try records(500)
    let written = try store.database.write(given.map(StoreChange.save))
    #expect(written.refused.isEmpty)
    #expect(try stored(store) == given)
  }

  @Test func `rescue lines give it back unchanged as well`() throws {
    var given = try records(200)
    given[3].responseTime = .infinity
    let file = try RescueFile.write(
      RescueFile.lines(given.map(StoreChange.save)), database: "/db", folder: folder.path)
    let content = RescueFile.read(file, database: "/db")
    #expect(content?.lines == given.map { .save(record: ComparisonRow($0)) })
    #expect(content?.unreadable == 0)
  }

  @Test func `values that this version does not know give no record`() throws {
    let row = ComparisonRow(try #require(try records(1).first))
    let changes: [(inout ComparisonRow) -> Void] = [
      { $0.id = "x" }, { $0.time = "yesterday" }, { $0.mode = "matching?" }, { $0.referenceNote = 128 },
      { $0.targetNote = -1 }, { $0.interval = 13 }, { $0.answer = "same" }, { $0.source = "foot" }, { $0.epoch = -1 },
    ]
    for change in changes {
      var row = row
      change(&row)
      #expect(row.record == nil)
    }
  }
}
