import Foundation
import GRDB
import Glibc
import Ports
import TestSupport
import Time

@testable import SQLiteStore

/// A separate folder for each test, removed with its owner.
final class ScratchFolder {
  let path: String

  init() throws {
    path = FileManager.default.temporaryDirectory.path + "/peach-store-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  var database: String { path + "/data/peach.sqlite" }

  /// Rescue files of tests stay in the scratch folder.
  var options: StoreOptions {
    var options = StoreOptions()
    options.rescueFolders = [path + "/state"]
    options.firstPause = .milliseconds(10)
    options.longestPause = .milliseconds(20)
    // The writer of a store that was left behind may be in a commit still: players' end with their process.
    options.lockLimit = testLimit
    return options
  }

  func open(_ change: (inout StoreOptions) -> Void = { _ in }) throws(StoreFailure) -> SQLiteStore {
    var options = options
    change(&options)
    return try SQLiteStore(path: database, options: options)
  }

  /// The names in the database's folder, sorted.
  func names(_ folder: String = "data") throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: path + "/" + folder).sorted()
  }
}

/// What a store reported, in order, each with its time.
final class Reports: Sendable {
  private let events = Monitor<[(event: StoreEvent, at: MonotonicTime)]>([])

  var report: @Sendable (StoreEvent) -> Void {
    { [events] event in events.change { $0.append((event, SystemTime().now())) } }
  }

  var all: [StoreEvent] { events.change { $0.map(\.event) } }

  /// Waits until there are `count` reports; gives what there is.
  func first(_ count: Int) -> [StoreEvent] { timed(count).map(\.event) }

  /// The same with the times.
  func timed(_ count: Int) -> [(event: StoreEvent, at: MonotonicTime)] {
    events.wait(until: SystemTime().now() + testLimit) { $0.count >= count ? $0 : nil } ?? events.change { $0 }
  }

  /// Waits until failing was reported.
  func waitForFailing() -> Bool {
    events.wait(until: SystemTime().now() + testLimit) { $0.contains(where: \.event.isFailing) ? true : nil }
      ?? false
  }
}

/// Holds commits up, or lets them fail, inside SQLite's own commit hook.
final class CommitFault: TransactionObserver, Sendable {
  private let delay: Duration
  private let failures: Monitor<Int>
  private let hasBegun = Monitor(false)

  init(delay: Duration = .zero, failures: Int = 0) {
    self.delay = delay
    self.failures = Monitor(failures)
  }

  /// Waits until the first commit has begun.
  func waitForCommit() -> Bool { hasBegun.wait(until: SystemTime().now() + testLimit) { $0 ? true : nil } ?? false }

  func observes(eventsOfKind eventKind: DatabaseEventKind) -> Bool { true }
  func databaseDidChange(with event: DatabaseEvent) {}
  func databaseDidCommit(_ db: Database) {}
  func databaseDidRollback(_ db: Database) {}

  func databaseWillCommit() throws {
    hasBegun.change { $0 = true }
    poll(nil, 0, Int32(delay.nanoseconds / 1_000_000))
    let fails = failures.change { left -> Bool in
      left -= 1
      return left >= 0
    }
    if fails { throw DatabaseError(resultCode: .SQLITE_IOERR, message: "disk I/O error") }
  }
}
