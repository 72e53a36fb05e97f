import Foundation
import GRDB
import Ports
import TestSupport
import Testing
import Time
import Training

@testable import SQLiteStore

@Suite struct SQLiteStoreTests {
  private let folder: ScratchFolder

  init() throws { folder = try ScratchFolder() }

  @Test func `records are saved in order and reported once they are in the database`() throws {
    let store = try folder.open()
    let reports = Reports()
    let given = try records(600)
    store.start(report: reports.report)
    for record in given { store.save(record) }
    #expect(reports.first(600) == given.map { .saved($0.id) })
    #expect(try stored(store) == given)
    #expect(store.close(within: testLimit) == .complete)
    // Reopened: still there, in order, and no rescue file was made.
    #expect(try stored(folder.open()) == given)
    #expect(try folder.names().allSatisfy { $0.hasPrefix("peach.sqlite") })
  }

  @Test(arguments: [Kinds.matching, .both])
  func `matching is saved in one order with comparisons, and reported once it is in the database`(
    kinds: Kinds
  ) throws {
    let store = try folder.open()
    let reports = Reports()
    let given = try kinds.kept(600)
    store.start(report: reports.report)
    store.save(given)
    #expect(reports.first(600) == given.ids.map { .saved($0) })
    #expect(try Content(store) == given.content)
    #expect(store.close(within: testLimit) == .complete)
    #expect(try Content(folder.open()) == given.content)
  }

  @Test func `nothing withdraws a matching commit`() throws {
    let store = try folder.open()
    let reports = Reports()
    let given = try Kinds.both.kept(2)
    store.save(given)
    for id in given.ids { store.withdraw(id) }
    store.save(try #require(try records(1, seed: 2).first))
    store.start(report: reports.report)
    let events = reports.first(4)
    #expect(events.prefix(3) == [.saved(given.ids[0]), .saved(given.ids[1]), .withdrawn(given.ids[0])])
    #expect(try Content(store).matching == given.content.matching)
  }

  @Test func `the writer waits for the disk at every commit`() throws {
    let store = try folder.open()
    let pragmas = try store.database.writeWithoutTransaction { db in
      (try String.fetchOne(db, sql: "PRAGMA journal_mode"), try Int.fetchOne(db, sql: "PRAGMA synchronous"))
    }
    #expect(pragmas.0 == "wal")
    #expect(pragmas.1 == 2)
  }

  @Test func `an answer is withdrawn whether it waits or is saved`() throws {
    let store = try folder.open()
    let reports = Reports()
    let given = try records(2).map { record in
      var record = record
      record.withdrawn = false
      return record
    }
    store.save(given[0])
    store.withdraw(given[0].id)
    store.start(report: reports.report)
    #expect(reports.first(2) == [.saved(given[0].id), .withdrawn(given[0].id)])
    store.save(given[1])
    #expect(reports.first(3).last == .saved(given[1].id))
    store.withdraw(given[1].id)
    #expect(reports.first(4).last == .withdrawn(given[1].id))
    #expect(try stored(store).map(\.withdrawn) == [true, true])
    #expect(try store.lastRecords(2) == [ComparisonRecord]())
  }

  @Test func `an answer to early or late is withdrawn whether it waits or is saved`() throws {
    let store = try folder.open()
    let reports = Reports()
    let given = try Kinds.timing.kept(3).counting
    store.save(given.first(1))
    store.withdraw(given.ids[0])
    store.start(report: reports.report)
    store.save(given.dropping(1))
    store.withdraw(given.ids[1])
    #expect(
      reports.first(5) == [
        .saved(given.ids[0]), .withdrawn(given.ids[0]), .saved(given.ids[1]), .saved(given.ids[2]),
        .withdrawn(given.ids[1]),
      ])
    #expect(try Content(store).timing.map(\.withdrawn) == [true, true, false])
    let counting: [TimingRecord] = try store.lastRecords(5)
    #expect(counting.map(\.id) == [given.ids[2]])
  }

  @Test func `withdrawing an unsaved answer reports nothing`() throws {
    let store = try folder.open()
    let reports = Reports()
    let given = try records(1)
    store.start(report: reports.report)
    store.withdraw(UUID())
    store.save(given[0])
    #expect(reports.first(1) == [.saved(given[0].id)])
  }

  @Test func `the newest valid records come oldest first`() throws {
    let store = try folder.open()
    let given = try records(100)
    _ = try store.database.write(given.map(StoreChange.save))
    let counting = given.filter { !$0.withdrawn }
    #expect(try store.lastRecords(10) == Array(counting.suffix(10)))
    #expect(try store.lastRecords(1000) == counting)
    #expect(try store.lastRecords(0) == [ComparisonRecord]())
  }

  @Test func `the newest matching records come oldest first`() throws {
    let store = try folder.open()
    let given = try Kinds.both.kept(200)
    _ = try store.database.write(given.changes)
    let matching = given.content.matching
    #expect(try store.lastRecords(10) == Array(matching.suffix(10)))
    #expect(try store.lastRecords(1000) == matching)
    #expect(try store.lastRecords(0) == [MatchingRecord]())
  }

  @Test func `a row with unknown values is reported`() throws {
    let store = try folder.open()
    let given = try records(1)
    _ = try store.database.write(given.map(StoreChange.save))
    try store.database.write { try $0.execute(sql: "UPDATE comparison SET time = '2026-11-21 18:30:05.123'||'x'") }
    let failure = StoreFailure.corrupt(path: store.path, reason: "record \(given[0].id)")
    #expect(throws: failure) { try store.readAll(.insertion) { _ in } }
    var damaged: [DamagedRow] = []
    try store.readAll(.insertion, damaged: { damaged.append($0) }) { _ in }
    #expect(damaged == [DamagedRow(table: "comparison", number: 1, id: given[0].id.uuidString)])
    // Practice can do without it.
    try store.database.write { try $0.execute(sql: "UPDATE comparison SET withdrawn = 0") }
    #expect(try store.lastRecords(5) == [ComparisonRecord]())
    let matching = try matchingRecords(1)
    _ = try store.database.write(matching.map(StoreChange.save))
    try store.database.write {
      try $0.execute(sql: "DELETE FROM comparison")
      try $0.execute(sql: "UPDATE matching SET interval = 0, time = '2026-11-21 18:30:05.123Z'")
    }
    let unknown = StoreFailure.corrupt(path: store.path, reason: "record \(matching[0].id)")
    #expect(throws: unknown) { try store.readAll(.insertion) { _ in } }
    #expect(try store.lastRecords(5) == [MatchingRecord]())
  }
}
