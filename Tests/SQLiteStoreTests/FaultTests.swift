import Foundation
import GRDB
import Glibc
import Linux
import Pitch
import Ports
import TestSupport
import Testing
import Time
import Training

@testable import SQLiteStore

/// Late, failing and full disks.
@Suite struct FaultTests {
  private let folder: ScratchFolder

  init() throws { folder = try ScratchFolder() }

  @Test func `a commit of two seconds blocks no caller and is reported afterwards`() throws {
    let store = try folder.open()
    store.database.add(transactionObserver: CommitFault(delay: .seconds(2)), extent: .databaseLifetime)
    let reports = Reports()
    let given = try records(3)
    store.start(report: reports.report)
    let start = SystemTime().now()
    for record in given { store.save(record) }
    store.withdraw(given[0].id)
    #expect(SystemTime().now() - start < .milliseconds(100))
    let timed = reports.timed(4)
    #expect(timed.map(\.event) == given.map { .saved($0.id) } + [.withdrawn(given[0].id)])
    #expect(timed.allSatisfy { $0.at - start >= .seconds(2) })
    // Reading does not wait for the writer either.
    store.save(try #require(try records(1, seed: 2).first))
    let reading = SystemTime().now()
    #expect(try stored(store) == given.map { $0.withdrawn(given[0].id) })
    #expect(SystemTime().now() - reading < .seconds(1))
  }

  @Test(arguments: Kinds.allCases)
  func `a database that is full for a while is reported once, and the answers are saved in order afterwards`(
    kinds: Kinds
  ) throws {
    let store = try folder.open()
    let reports = Reports()
    let given = try kinds.kept(300)
    // SQLite's own limit: commits fail with SQLITE_FULL.
    try store.limitPages(1)
    store.start(report: reports.report)
    store.save(given)
    #expect(reports.waitForFailing())
    try store.limitPages(1_000_000)
    // The first few may still have found room in pages that were there.
    let events = reports.first(302)
    #expect(events.filter(\.isFailing) == [.failing(reason: "database or disk is full")])
    #expect(events.last == .recovered)
    #expect(events.filter { !$0.isFailing }.dropLast() == given.ids.map { .saved($0) }[...])
    #expect(try Content(store) == given.content)
    #expect(store.close(within: testLimit) == .complete)
  }

  @Test(arguments: Kinds.allCases)
  func `failed transactions are repeated with growing pauses`(kinds: Kinds) throws {
    let store = try folder.open {
      $0.firstPause = .milliseconds(50)
      $0.longestPause = .milliseconds(100)
    }
    store.database.add(transactionObserver: CommitFault(failures: 4), extent: .databaseLifetime)
    let reports = Reports()
    let given = try kinds.kept(1)
    store.start(report: reports.report)
    store.save(given)
    let timed = reports.timed(3)
    #expect(timed.map(\.event) == [.failing(reason: "disk I/O error"), .saved(given.ids[0]), .recovered])
    // 50, 100, 100, 100 ms
    try #require(timed.count == 3)
    #expect(timed[1].at - timed[0].at >= .milliseconds(350))
    #expect(try Content(store) == given.content)
  }

  @Test func `a record that the table refuses holds up no other and is rescued`() throws {
    let store = try folder.open()
    let reports = Reports()
    var given = try records(3)
    given[1].playbackLatency = .nan
    // Before the start, so that they come together however busy the machine is.
    for record in given { store.save(record) }
    store.start(report: reports.report)
    let events = reports.first(3)
    #expect(events.prefix(2) == [.saved(given[0].id), .saved(given[2].id)])
    #expect(
      events.last
        == .failing(reason: "CHECK constraint failed: (playback_latency IS NULL) = (reference_hertz IS NULL)"))
    guard case .unsaved(count: 1, rescueFile: let file?) = store.close(within: testLimit) else {
      Issue.record("the refused record is unsaved")
      return
    }
    // The file is kept for repair by hand; it blocks nothing.
    let next = try folder.open()
    #expect(next.opening.left == [file])
    #expect(try stored(next) == [given[0], given[2]])
  }

  @Test func `a commit that the table refuses holds up no answer and is rescued`() throws {
    let store = try folder.open()
    let reports = Reports()
    let answers = try records(2)
    var refused = try matchingRecords(1)[0]
    refused.error = Cents(.nan)
    store.start(report: reports.report)
    store.save(answers[0])
    store.save(refused)
    store.save(answers[1])
    let events = reports.first(3)
    #expect(events.prefix(2) == [.saved(answers[0].id), .saved(answers[1].id)])
    #expect(events.last == .failing(reason: "NOT NULL constraint failed: matching.cents"))
    let file = try #require(store.close(within: testLimit).rescueFile)
    let next = try folder.open()
    #expect(next.opening.left == [file])
    #expect(try Content(next) == Content(comparisons: answers, matching: []))
  }

  @Test func `a database that was deleted or replaced while open takes no more answers`() throws {
    let store = try folder.open()
    let reports = Reports()
    let given = try records(2)
    store.start(report: reports.report)
    store.save(given[0])
    #expect(reports.first(1) == [.saved(given[0].id)])
    try FileManager.default.removeItem(atPath: folder.database)
    store.save(given[1])
    #expect(reports.first(2).last == .failing(reason: "No such file or directory"))
    #expect(store.close(within: .milliseconds(100)).rescueFile != nil)
  }

  @Test func `records that cannot be written in time are rescued, and imported once by the next start`() throws {
    let store = try folder.open()
    let reports = Reports()
    let given = try records(20).map { record in
      var record = record
      record.withdrawn = false
      return record
    }
    store.start(report: reports.report)
    store.save(given[0])
    #expect(reports.first(1) == [.saved(given[0].id)])
    store.database.add(transactionObserver: CommitFault(failures: .max), extent: .databaseLifetime)
    for record in given.dropFirst() { store.save(record) }
    store.withdraw(given[0].id)
    store.withdraw(given[7].id)
    let start = SystemTime().now()
    let closure = store.close(within: .milliseconds(200))
    #expect(SystemTime().now() - start < .seconds(20), "it ends, however busy the machine")
    let file = try #require(closure.rescueFile)
    // 19 records, one of them withdrawn while it waited, and one withdrawal of a saved one.
    #expect(closure == .unsaved(count: 20, rescueFile: file))
    #expect(Folder.of(file) == Folder.of(folder.database))
    #expect(store.close(within: .zero) == closure)
    let copy = try Data(contentsOf: URL(fileURLWithPath: file))

    let next = try folder.open()
    #expect(next.opening == StoreOpening(backup: nil, adopted: [file], left: []))
    let expected = given.map { $0.withdrawn(given[0].id).withdrawn(given[7].id) }
    #expect(try stored(next) == expected)
    #expect(!FileManager.default.fileExists(atPath: file))
    // A power cut between commit and removal brings the file back: nothing is doubled.
    try copy.write(to: URL(fileURLWithPath: file))
    let third = try folder.open()
    #expect(third.opening.adopted == [file])
    #expect(try stored(third) == expected)
  }

  @Test(arguments: [Kinds.matching, .both])
  func `commits that cannot be written in time are rescued with answers, and imported once by the next start`(
    kinds: Kinds
  ) throws {
    let store = try folder.open()
    let reports = Reports()
    let given = try kinds.kept(20)
    store.start(report: reports.report)
    store.save(given.first(2))
    #expect(reports.first(2) == given.first(2).ids.map { .saved($0) })
    store.database.add(transactionObserver: CommitFault(failures: .max), extent: .databaseLifetime)
    // One that is already there: a transaction that was reported as failed may have succeeded.
    store.save(given.dropping(1))
    let closure = store.close(within: .milliseconds(200))
    let file = try #require(closure.rescueFile)
    #expect(closure == .unsaved(count: 19, rescueFile: file))
    let copy = try Data(contentsOf: URL(fileURLWithPath: file))

    let next = try folder.open()
    #expect(next.opening == StoreOpening(backup: nil, adopted: [file], left: []))
    #expect(try Content(next) == given.content)
    // A power cut between commit and removal brings the file back: nothing is doubled.
    try copy.write(to: URL(fileURLWithPath: file))
    let third = try folder.open()
    #expect(third.opening.adopted == [file])
    #expect(try Content(third) == given.content)
  }

  @Test func `closing waits no longer than its limit for a commit that hangs`() throws {
    let store = try folder.open()
    store.database.add(transactionObserver: CommitFault(delay: .seconds(4)), extent: .databaseLifetime)
    let reports = Reports()
    let given = try records(1)
    store.start(report: reports.report)
    store.save(given[0])
    let start = SystemTime().now()
    let closure = store.close(within: .milliseconds(100))
    #expect(SystemTime().now() - start < .seconds(4))
    let file = try #require(closure.rescueFile)
    #expect(closure == .unsaved(count: 1, rescueFile: file))
    // The commit ends all the same, later: both ways lead to the same record.
    #expect(reports.first(1) == [.saved(given[0].id)])
    #expect(try stored(folder.open()) == given)
  }

  @Test(arguments: Kinds.allCases)
  func `a store that was never started still keeps its records`(kinds: Kinds) throws {
    let store = try folder.open()
    let given = try kinds.kept(2)
    store.save(given)
    #expect(store.close(within: testLimit) == .complete)
    #expect(try Content(folder.open()) == given.content)
  }
}

extension SQLiteStore {
  /// Lets the writer fail with SQLITE_FULL beyond this many pages (never fewer than there are).
  func limitPages(_ count: Int) throws {
    try database.writeWithoutTransaction { db in
      _ = try Int.fetchOne(db, sql: "PRAGMA max_page_count = \(count)")
    }
  }
}

extension StoreClosure {
  var rescueFile: String? {
    if case .unsaved(_, let file) = self { file } else { nil }
  }
}

extension ComparisonRecord {
  /// The record, withdrawn if it is the one with `id`.
  func withdrawn(_ id: UUID) -> ComparisonRecord {
    var record = self
    if record.id == id { record.withdrawn = true }
    return record
  }
}
