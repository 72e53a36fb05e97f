import Foundation
import Ports
import TestSupport
import Testing
import Training

@testable import SQLiteStore

/// Pairs that were heard are kept, and teach nothing.
@Suite struct StoredListeningTests {
  private let folder: ScratchFolder

  init() throws { folder = try ScratchFolder() }

  @Test func `the table returns every record unchanged`() throws {
    let store = try folder.open()
    let given = try listeningRecords(300)
    let written = try store.database.write(given.map(StoreChange.save))
    #expect(written.refused.isEmpty && written.events == given.map { .saved($0.id) })
    #expect(try Content(store) == Content(comparisons: [], matching: [], listening: given))
  }

  @Test func `the table accepts only both modes of listening, and no pair of equal notes`() throws {
    let store = try folder.open()
    let record = try #require(try listeningRecords(1).first)
    func refuses(_ change: (inout ListeningRecord) -> Void) throws -> Bool {
      var record = record
      record.id = UUID()
      change(&record)
      return try !store.database.write([.save(record)]).refused.isEmpty
    }
    for mode in Mode.allCases { #expect(try refuses { $0.exercise.mode = mode } == (mode.discipline != .listening)) }
    #expect(try refuses { $0.exercise.offset = .zero })
  }

  @Test func `the table of patterns returns every record unchanged, and accepts no other mode`() throws {
    let store = try folder.open()
    let given = try timingListeningRecords(300)
    let written = try store.database.write(given.map(StoreChange.save))
    #expect(written.refused.isEmpty && written.events == given.map { .saved($0.id) })
    #expect(try Content(store) == Content(comparisons: [], matching: [], timingListening: given))
    func refuses(_ change: (inout TimingListeningRecord) -> Void) throws -> Bool {
      var record = given[0]
      (record.id, record.exercise.offset) = (UUID(), 1)
      change(&record)
      return try !store.database.write([.save(record)]).refused.isEmpty
    }
    for mode in Mode.allCases { #expect(try refuses { $0.exercise.mode = mode } == (mode != .timingListening)) }
    let changes: [(inout TimingListeningRecord) -> Void] = [
      { $0.exercise.offset = 0 }, { $0.exercise.offset = 2_900_000_000 }, { $0.exercise.tempo = 0 },
      { $0.exercise.repetitions = 0 },
    ]
    for (index, change) in changes.enumerated() { #expect(try refuses(change), "\(index)") }
    let file = try RescueFile.write(
      RescueFile.lines(given.map(StoreChange.save)), database: "/db", folder: folder.path)
    #expect(RescueFile.read(file, database: "/db")?.lines == given.map { .save(.timingListening($0)) })
  }

  /// However they lie among answers, and whatever is done to them: the profile is that of the answers, to the last bit.
  @Test(arguments: 0..<3 as Range<UInt64>)
  func `a profile is the same with any amount of listening`(seed: UInt64) throws {
    let answers = try Kinds.both.kept(120).counting.changes
    let heard = zip(try listeningRecords(200, seed: seed), try timingListeningRecords(200, seed: seed)).flatMap {
      [StoreChange.save($0), .save($1)]
    }
    let quiet = try folder.open()
    try quiet.commit(answers)
    let wanted = try quiet.profile().snapshot
    #expect(quiet.close(within: testLimit) == .complete)

    var random = SplitMix64(seed: seed)
    let other = try ScratchFolder()
    let store = try other.open()
    var (rest, pairs) = (answers[...], heard[...])
    while !rest.isEmpty || !pairs.isEmpty {
      try store.commit(Array(pairs.prefix(.random(in: 0...40, using: &random))))
      pairs = pairs.dropFirst(40)
      try store.commit(Array(rest.prefix(7)))
      rest = rest.dropFirst(7)
      if Bool.random(using: &random) { _ = try store.database.keepProfile(limit: 30) }
    }
    #expect(try store.profile().snapshot == wanted)
    let place = try store.keptPlace()
    // Deleting or changing these rows leaves the snapshot as it is: nothing has to be learned again.
    try store.database.write { db in
      try db.execute(sql: "UPDATE listening SET cents = -cents")
      try db.execute(sql: "DELETE FROM listening WHERE number % 3 = 0")
      try db.execute(sql: "UPDATE timing_listening SET offset_ns = -offset_ns")
    }
    #expect(try store.keptPlace() == place)
    #expect(try store.profilesAgree() && store.profile().snapshot == wanted)
  }

  @Test func `merging pairs older than the newest leaves the snapshot unchanged`() throws {
    let store = try folder.open()
    try store.commit(try Kinds.both.kept(100).counting.changes + listeningRecords(20).map(StoreChange.save))
    try store.bringProfileForward()
    let (place, wanted) = (try store.keptPlace(), try store.profile().snapshot)
    try store.merge { merge in
      for record in try listeningRecords(50, seed: 7) { _ = try merge.add(.listening(record), .id) }
    }
    #expect(try place != nil && store.keptPlace() == place)
    #expect(try store.profile().snapshot == wanted)
  }
}
