import Exchange
import Foundation
import GRDB
import Testing
import Training

@testable import SQLiteStore

/// A merge learns the rows that it adds. The result is the same to the last bit as learning all rows from the first.
@Suite struct LearningAheadTests {
  private let folder: ScratchFolder

  init() throws { folder = try ScratchFolder() }

  /// Records of all kinds that teach, in the order of their times, so that they are merged as they come.
  private func history(_ count: Int) throws -> [ExerciseRecord] {
    let comparisons = try records(count).map { ExerciseRecord.comparison($0) }
    let matches = try matchingRecords(count).map { ExerciseRecord.matching($0) }
    let timing = try timingRecords(count).map { ExerciseRecord.timing($0) }
    return (comparisons + matches + timing).sorted { $0.time < $1.time }
  }

  private func merge(_ records: some Collection<ExerciseRecord>, into store: SQLiteStore, replacing: Bool = false)
    throws
  {
    try store.merge(replacing: replacing) { merge in
      for record in records { _ = try merge.add(record, .id) }
    }
  }

  /// The last rows that a snapshot may have.
  private func settled(_ store: SQLiteStore) throws -> LearnedProfile.Place {
    try store.database.read { try LearnedProfile.newestSettled($0) }
  }

  /// Many more than may wait for the thread, too.
  @Test(arguments: [1, 2, 300, 1_500], [false, true])
  func `the snapshot is at the newest row when all are merged`(count: Int, replacing: Bool) throws {
    let store = try folder.open()
    if replacing {
      try merge(history(50), into: store)
      try store.bringProfileForward()
    }
    try merge(history(count), into: store, replacing: replacing)
    #expect(try (store.keptPlace() ?? LearnedProfile.Place()) == settled(store))
    #expect(try store.profilesAgree())
  }

  @Test(arguments: [false, true])
  func `learning continues from a snapshot, and from rows that are in none yet`(isKept: Bool) throws {
    let all = try history(400)
    let store = try folder.open()
    try merge(all[..<300], into: store)
    if !isKept { try store.database.write { try $0.execute(sql: "DELETE FROM profile_snapshot") } }
    // Some are there already.
    try merge(all[200...], into: store)
    #expect(try store.keptPlace() == settled(store))
    #expect(try store.profilesAgree())
  }

  /// The newest answer of each kind can still be withdrawn, by the next program that opens the database.
  @Test(arguments: [Kinds.comparison, .matching, .timing])
  func `rows of one kind do not complete another kind's newest`(kinds: Kinds) throws {
    let store = try folder.open()
    try merge(history(100), into: store)
    let later = try kinds.kept(300).counting.changes.compactMap { change -> ExerciseRecord? in
      guard case .save(let record) = change else { return nil }
      var listed = record.listed
      // As it is stored: far from now, a sum has no exact milliseconds.
      let time = Timestamp.date(Timestamp.text(listed.time + 5_000_000_000))
      (listed.id, listed.time) = (UUID(), try #require(time))
      return listed.asExerciseRecord
    }.sorted { $0.time < $1.time }
    try merge(later, into: store)
    #expect(try store.keptPlace() == settled(store))
    let place = try store.keptPlace()
    for id in try [Content(store).comparisons.last?.id, Content(store).timing.last?.id].compactMap(\.self) {
      try store.commit([.withdraw(id)])
    }
    #expect(try store.keptPlace() == place)
    #expect(try store.profilesAgree())
  }

  @Test func `if a snapshot lacks too much, everything is learned afterwards`() throws {
    let all = try history(100)
    let store = try folder.open { $0.learningStep = 100 }
    try merge(all[..<150], into: store)
    try store.database.write { try $0.execute(sql: "DELETE FROM profile_snapshot") }
    try merge(all[150...], into: store)
    #expect(try store.keptPlace() == nil)
    #expect(try store.profilesAgree())
  }

  @Test func `learning is dropped when an answer that it includes is withdrawn`() throws {
    var known = try records(20).sorted { $0.time < $1.time }
    for index in known.indices { known[index].withdrawn = false }
    let store = try folder.open()
    try merge(known.map { .comparison($0) }, into: store)
    try store.bringProfileForward()
    let later = try records(20, seed: 2).map { record in
      var record = record
      record.time += 5_000_000_000
      return ExerciseRecord.comparison(record)
    }
    known[3].withdrawn = true
    try merge([.comparison(known[3])] + later, into: store)
    #expect(try store.keptPlace() == nil)
    #expect(try store.profilesAgree())
  }

  @Test func `an interrupted merge has taught nothing`() throws {
    struct Interruption: Error {}
    let store = try folder.open()
    try merge(history(50), into: store)
    let before = try (store.keptPlace(), store.profile().snapshot)
    #expect(throws: Interruption.self) {
      try store.merge { merge in
        for record in try records(3_000, seed: 2) { _ = try merge.add(.comparison(record), .id) }
        throw Interruption()
      }
    }
    #expect(try store.keptPlace() == before.0)
    #expect(try store.profile().snapshot == before.1)
    #expect(try store.profilesAgree())
  }
}
