import Foundation
import Ports
import TestSupport
import Testing
import Time
import Training

@testable import SQLiteStore

/// When the snapshot is written, and by whom it is not.
@Suite struct ProfileKeeperTests {
  private let folder: ScratchFolder

  init() throws { folder = try ScratchFolder() }

  @Test func `a snapshot is written every 64 answers, never before they are reported, and at the end`() throws {
    let store = try folder.open()
    let observer = SnapshotObserver()
    store.database.add(transactionObserver: observer, extent: .databaseLifetime)
    let reports = Reports()
    store.start(report: { [observer] event in
      // While the 64th is being reported nothing has been written: reports do not wait for it.
      #expect(observer.count == (reports.all.count) / 64)
      reports.report(event)
    })
    let given = try Kinds.comparison.kept(150)
    for (index, id) in given.ids.enumerated() {
      store.save(Kept(changes: [given.changes[index]]))
      #expect(reports.first(index + 1).last == .saved(id))
      if (index + 1) % 64 == 0 { #expect(observer.wait(for: (index + 1) / 64) == (index + 1) / 64) }
    }
    #expect(observer.count == 2)
    #expect(try store.keptPlace()?[.comparison] == 127)
    #expect(store.close(within: testLimit) == .complete)
    #expect(observer.count == 3)
    let next = try folder.open()
    #expect(try next.keptPlace()?[.comparison] == 149)
    #expect(try next.profilesAgree())
  }

  @Test func `both kinds count, and withdrawn answers do not`() throws {
    let store = try folder.open()
    let observer = SnapshotObserver()
    store.database.add(transactionObserver: observer, extent: .databaseLifetime)
    let given = try Kinds.both.kept(64)
    store.save(given)
    store.start { _ in }
    #expect(observer.wait(for: 1) == 1)
    #expect(try store.keptPlace() == .init(comparison: 31, matching: 32))
    let newest = try #require(given.content.comparisons.last)
    store.withdraw(newest.id)
    #expect(store.close(within: testLimit) == .complete)
    #expect(observer.count == 1)
    #expect(try folder.open().profilesAgree())
  }

  @Test func `a run without answers writes nothing`() throws {
    let store = try folder.open()
    store.save(try Kinds.both.kept(10))
    #expect(store.close(within: testLimit) == .complete)
    let again = try folder.open()
    let observer = SnapshotObserver()
    again.database.add(transactionObserver: observer, extent: .databaseLifetime)
    again.start { _ in }
    _ = try again.profile()
    #expect(again.close(within: testLimit) == .complete)
    #expect(observer.count == 0)
  }

  @Test func `a snapshot that cannot be written costs nothing and is not reported`() throws {
    let store = try folder.open()
    let observer = SnapshotObserver(fails: true)
    store.database.add(transactionObserver: observer, extent: .databaseLifetime)
    let reports = Reports()
    let given = try Kinds.both.kept(200)
    store.start(report: reports.report)
    for index in given.ids.indices {
      store.save(Kept(changes: [given.changes[index]]))
      _ = reports.first(index + 1)
    }
    #expect(store.close(within: testLimit) == .complete)
    #expect(reports.all == given.ids.map { .saved($0) })
    #expect(observer.count == 0 && observer.failed > 0)
    let next = try folder.open()
    #expect(try next.keptPlace() == nil)
    #expect(try next.profilesAgree())
  }

  @Test func `after a lost snapshot, answers do not wait until all rows are learned again`() throws {
    let store = try folder.open { $0.learningStep = 20 }
    try store.commit(try Kinds.comparison.kept(100).counting.changes)
    store.save(try Kinds.matching.kept(1))
    #expect(store.close(within: testLimit) == .complete)
    let next = try folder.open()
    #expect(try next.keptPlace() == .init(comparison: 20, matching: 0))
    #expect(try next.profilesAgree())
  }
}
