import Foundation
import GRDB
import Ports
import TestSupport
import Time
import Training

@testable import SQLiteStore

/// What all of `content` teaches from the first record on: each kind in its order.
func taught(_ content: Content) -> PerceptualProfile {
  var profile = PerceptualProfile()
  for record in content.comparisons { profile.learn(record) }
  for record in content.matching { profile.learn(record) }
  for record in content.timing { profile.learn(record) }
  return profile
}

extension SQLiteStore {
  /// Every way to the profile gives what all rows from the first one give, to the last bit: with the snapshot as it is,
  /// by another program, and learned anew.
  func profilesAgree() throws -> Bool {
    let wanted = taught(try Content(self)).snapshot
    guard try profile().snapshot == wanted, try SQLiteStore.storedProfile(path: path).snapshot == wanted else {
      return false
    }
    try rebuildProfile()
    return try profile().snapshot == wanted
  }

  /// The extent of the snapshot in the database; nil without a usable one.
  func keptPlace() throws -> LearnedProfile.Place? {
    try database.read { db in
      let place = try LearnedProfile(keptIn: db).place
      return place == LearnedProfile.Place() ? nil : place
    }
  }

  /// Changes the kept snapshot behind everybody's back.
  func changeSnapshot(_ assignment: String) throws {
    try database.write { try $0.execute(sql: "UPDATE profile_snapshot SET \(assignment)") }
  }

  /// Commits `changes` at once.
  func commit(_ changes: [StoreChange]) throws { _ = try database.write(changes) }
}

/// Counts the transactions that write a snapshot, and lets them fail if it is to.
final class SnapshotObserver: TransactionObserver, Sendable {
  private struct State {
    var isWritten = false
    var count = 0
    var failed = 0
  }

  private let state = Monitor(State())
  private let fails: Bool

  init(fails: Bool = false) { self.fails = fails }

  /// Waits until there were `count`; how many there are.
  func wait(for count: Int) -> Int {
    state.wait(until: SystemTime().now() + testLimit) { $0.count >= count ? $0.count : nil } ?? self.count
  }

  var count: Int { state.change { $0.count } }
  /// Those that failed.
  var failed: Int { state.change { $0.failed } }

  func observes(eventsOfKind kind: DatabaseEventKind) -> Bool {
    if case .insert(LearnedProfile.table) = kind { true } else { false }
  }
  func databaseDidChange(with event: DatabaseEvent) { state.change { $0.isWritten = true } }
  func databaseWillCommit() throws {
    guard fails, state.change({ $0.isWritten }) else { return }
    throw DatabaseError(resultCode: .SQLITE_FULL, message: "database or disk is full")
  }
  func databaseDidCommit(_ db: Database) {
    state.change { state in
      state.count += state.isWritten ? 1 : 0
      state.isWritten = false
    }
  }
  func databaseDidRollback(_ db: Database) {
    state.change { state in
      state.failed += state.isWritten ? 1 : 0
      state.isWritten = false
    }
  }
}
