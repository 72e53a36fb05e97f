import Foundation
import GRDB
import Ports
import TestSupport
import Testing
import Training

@testable import SQLiteStore

/// A snapshot and the rows after it are as good as all rows, whatever became of either.
@Suite struct LearnedProfileTests {
  private let folder: ScratchFolder

  init() throws { folder = try ScratchFolder() }

  /// A store with answers of both kinds, none of the comparisons withdrawn.
  private func store(_ count: Int) throws -> (store: SQLiteStore, content: Content) {
    let store = try folder.open()
    let given = try Kinds.both.kept(count)
    try store.commit(given.counting.changes)
    return (store, try Content(store))
  }

  @Test(arguments: 0..<5 as Range<UInt64>)
  func `a snapshot after any row and the rows after it give the same as all rows`(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    let store = try folder.open()
    let kinds = Kinds.allCases[Int(seed) % Kinds.allCases.count]
    let given = try kinds.kept(120).changes
    var done = 0
    while done < given.count {
      let end = min(given.count, done + .random(in: 1...30, using: &random))
      try store.commit(Array(given[done..<end]))
      done = end
      if Bool.random(using: &random) { _ = try store.database.keepProfile(limit: .random(in: 1...40, using: &random)) }
      #expect(try store.profile().snapshot == taught(Content(store)).snapshot)
    }
    #expect(try store.profilesAgree())
  }

  /// Whatever is done to rows, by practice, an import or by hand, the profile is that of the rows that are there.
  @Test(arguments: 0..<4 as Range<UInt64>)
  func `no change of rows leaves a wrong profile`(seed: UInt64) throws {
    var random = SplitMix64(seed: seed &+ 100)
    let store = try folder.open()
    var waiting = try Kinds.both.kept(200).changes[...]
    var timing = try Kinds.timing.kept(200).changes[...]
    for _ in 0..<40 {
      switch Int.random(in: 0..<10, using: &random) {
      case 0...4:
        try store.commit(Array(waiting.prefix(4)) + Array(timing.prefix(3)))
        (waiting, timing) = (waiting.dropFirst(4), timing.dropFirst(3))
      case 5: _ = try store.database.keepProfile(limit: .random(in: 1...200, using: &random))
      case 6:
        let newest = try stored(store).last
        if let newest { try store.commit([.withdraw(newest.id)]) }
      case 7:
        let any = try (stored(store).map(\.id) + Content(store).timing.map(\.id)).randomElement(using: &random)
        if let any { try store.commit([.withdraw(any)]) }
      case 8:
        let table = ["comparison", "matching", "timing"].randomElement(using: &random) ?? ""
        try store.database.write {
          try $0.execute(
            sql: "DELETE FROM \(table) WHERE number > (SELECT max(number) FROM \(table)) - ?",
            arguments: [Int.random(in: 0...3, using: &random)])
        }
      default:
        try store.database.write { try $0.execute(sql: "DELETE FROM comparison WHERE number % 7 = 3") }
      }
      #expect(try store.profile().snapshot == taught(Content(store)).snapshot)
    }
    #expect(try store.profilesAgree())
  }

  @Test func `after a kill the next start continues from the last snapshot`() throws {
    let (store, content) = try store(100)
    _ = try store.database.keepProfile(limit: 60)
    try store.commit(try Kinds.both.kept(10).changes.map { $0.withNewID() })
    // The first store is neither closed nor asked: only the data on the disk count.
    let next = try folder.open()
    #expect(try next.keptPlace() == .init(comparison: 49, matching: 11))
    #expect(try Content(next).comparisons.count == content.comparisons.count + 5)
    #expect(try next.profile().snapshot == taught(Content(next)).snapshot)
    #expect(try next.profilesAgree())
  }

  @Test func `withdrawing the newest answer keeps the snapshot, withdrawing an older one does not`() throws {
    let (store, content) = try store(40)
    #expect(try store.database.keepProfile(limit: .max) == 0)
    let kept = LearnedProfile.Place(comparison: 19, matching: 20)
    #expect(try store.keptPlace() == kept)
    try store.commit([.withdraw(content.comparisons[19].id)])
    #expect(try store.keptPlace() == kept)
    #expect(try store.profile().snapshot == taught(Content(store)).snapshot)
    // Stored twice, as from a rescue file: nothing changes, and nothing is lost.
    try store.commit([.withdraw(content.comparisons[19].id), .save(content.comparisons[3])])
    #expect(try store.keptPlace() == kept)
    try store.commit([.withdraw(content.comparisons[18].id)])
    #expect(try store.keptPlace() == nil)
    #expect(try store.profilesAgree())
  }

  @Test(arguments: [
    ("UPDATE comparison SET correct = 1 - correct, answer = iif(answer = 'higher', 'lower', 'higher') WHERE number = 3"),
    ("UPDATE comparison SET note_gap = note_gap + 1 WHERE number = 3"),
    ("UPDATE comparison SET note_duration = 2, loudness_offset = 3, response_time = 9 WHERE number = 3"),
    ("UPDATE comparison SET timbre = iif(timbre = 'reed', 'brass', 'reed') WHERE number = 3"),
    ("UPDATE comparison SET timbre_of_second = NULL WHERE timbre_of_second <> 'sine'"),
    ("UPDATE comparison SET number = 500 WHERE number = 3"), ("UPDATE matching SET cents = cents + 1 WHERE number = 3"),
  ])
  func `a row changed by another program removes the snapshot`(change: String) throws {
    let (store, _) = try store(40)
    #expect(try store.database.keepProfile(limit: .max) == 0)
    try store.database.write { try $0.execute(sql: change) }
    #expect(try store.keptPlace() == nil)
    #expect(try store.profilesAgree())
  }

  @Test func `an import that replaces everything removes the old snapshot`() throws {
    let (store, _) = try store(40)
    #expect(try store.database.keepProfile(limit: .max) == 0)
    let others = try records(30, seed: 9)
    try store.database.write { db in
      try db.execute(sql: "DELETE FROM comparison; DELETE FROM matching")
      for record in others { try record.keep(db) }
    }
    #expect(try store.keptPlace() == nil)
    #expect(try store.profilesAgree())
  }

  /// As a version without the triggers, or a repaired database, might leave it.
  @Test func `a snapshot that names a missing row is not used`() throws {
    let (store, _) = try store(40)
    #expect(try store.database.keepProfile(limit: .max) == 0)
    try store.database.write { db in
      for name in try String.fetchAll(db, sql: "SELECT name FROM sqlite_master WHERE type = 'trigger'") {
        try db.execute(sql: "DROP TRIGGER \(name)")
      }
      try db.execute(sql: "DELETE FROM matching WHERE number >= 20")
    }
    #expect(try store.keptPlace() == nil)
    #expect(try store.profilesAgree())
  }

  @Test func `a snapshot of another format or with changed bytes is not used`() throws {
    let (store, _) = try store(40)
    #expect(try store.database.keepProfile(limit: .max) == 0)
    let bytes = try store.profile().snapshot
    let changes = [
      "format = format + 1", "comparison = comparison - 1", "matching = 3", "timing = 1", "profile = x''",
      "checksum = 0",
    ]
    for change in changes {
      _ = try store.database.keepProfile(limit: .max)
      try store.changeSnapshot(change)
      #expect(try store.keptPlace() == nil, "\(change)")
      #expect(try store.profile().snapshot == bytes, "\(change)")
    }
    try store.rebuildProfile()
    var random = SplitMix64(seed: 1)
    for _ in 0..<15 {
      let kept = try store.database.read { try LearnedProfile(keptIn: $0) }
      var damaged = kept.profile.snapshot
      let place = Int.random(in: damaged.indices, using: &random)
      switch Int.random(in: 0...2, using: &random) {
      case 0: damaged[place] ^= .random(in: 1...255, using: &random)
      case 1: damaged.removeSubrange(place...)
      default: damaged.insert(.random(in: 0...255, using: &random), at: place)
      }
      try store.database.write {
        try $0.execute(sql: "UPDATE profile_snapshot SET profile = ?", arguments: [Data(damaged)])
      }
      #expect(try store.keptPlace() == nil)
      #expect(try store.profile().snapshot == bytes)
      try store.rebuildProfile()
      #expect(try store.keptPlace() == kept.place)
    }
  }

  @Test func `a row with unknown values teaches nothing`() throws {
    let (store, content) = try store(20)
    try store.database.write {
      try $0.execute(sql: "UPDATE comparison SET time = '2026-11-21 18:30:05.123x' WHERE number = 4")
    }
    var others = content
    others.comparisons.remove(at: 3)
    #expect(try store.profile().snapshot == taught(others).snapshot)
  }
}

extension StoreChange {
  /// The same record as another one.
  fileprivate func withNewID() -> StoreChange {
    guard case .save(let record) = self else { return self }
    var listed = record.listed
    listed.id = UUID()
    return .save(listed.asExerciseRecord)
  }
}
