import Foundation
import GRDB
import Pitch
import Testing
import Training

@testable import SQLiteStore

@Suite struct StoredBeatsTests {
  private let folder: ScratchFolder

  init() throws { folder = try ScratchFolder() }

  @Test func `the table returns every record unchanged`() throws {
    let store = try folder.open()
    let given = try beatsRecords(500)
    let written = try store.database.write(given.map(StoreChange.save))
    #expect(written.refused.map(\.reason) == [] && written.events == given.map { .saved($0.id) })
    #expect(try Content(store) == Content(comparisons: [], matching: [], beats: given))
  }

  @Test func `rescue lines return every record unchanged`() throws {
    let given = try beatsRecords(200)
    let file = try RescueFile.write(
      RescueFile.lines(given.map(StoreChange.save)), database: "/db", folder: folder.path)
    let content = RescueFile.read(file, database: "/db")
    #expect(content?.lines == given.map { .save(.beats($0)) } && content?.unreadable == 0)
  }

  @Test func `the table accepts every interval, timbre and source, and only this mode`() throws {
    let store = try folder.open()
    let record = try #require(try beatsRecords(1).first)
    func refuses(_ change: (inout BeatsRecord) -> Void) throws -> Bool {
      var record = record
      record.id = UUID()
      change(&record)
      return try !store.database.write([.save(record)]).refused.isEmpty
    }
    for interval in BeatsInterval.allCases {
      for timbre in Timbre.allCases {
        #expect(try !refuses { ($0.exercise.interval, $0.exercise.timbre) = (interval, timbre) })
      }
    }
    for source in InputSource.allCases { #expect(try !refuses { $0.source = source }) }
    for mode in Mode.allCases { #expect(try refuses { $0.exercise.mode = mode } == (mode != .beats)) }
    let changes: [(inout BeatsRecord) -> Void] = [
      { $0.exercise.first.rate = 0 }, { $0.exercise.second.bassHertz = Hertz(0) }, { $0.responseTime = .nan },
      { $0.exercise.second.rate = -$0.exercise.first.rate },
    ]
    for (index, change) in changes.enumerated() { #expect(try refuses(change), "\(index)") }
  }

  @Test(arguments: [
    "id = 'x'", "time = 'yesterday'", "mode = 'comparison?'", "beats_interval = 'sixth'", "timbre = 'harp'",
    "first_bass = 128", "answer = 'same'", "source = 'foot'", "epoch = -1",
  ])
  func `a row with an unknown value is named and gives no record`(change: String) throws {
    let store = try folder.open()
    let record = try #require(try beatsRecords(1).first)
    try store.database.write { db in
      try record.keep(db)
      try db.execute(sql: "PRAGMA ignore_check_constraints = 1; UPDATE beats SET \(change)")
    }
    let id = change == "id = 'x'" ? "x" : record.id.uuidString
    #expect(throws: StoreFailure.corrupt(path: store.path, reason: "record \(id)")) { try Content(store) }
  }

  @Test(arguments: [
    ("number = 500", false), ("time = '2026-11-21T18:30:05.123Z'", false),
    ("beats_interval = iif(beats_interval = 'third', 'fifth', 'third')", false),
    ("timbre = iif(timbre = 'organ', 'voice', 'organ')", false), ("first_rate = -2.5 * first_rate", false),
    ("second_rate = 3 * second_rate", false), ("correct = 1 - correct", false), ("withdrawn = 1", false),
    ("controller = 'x'", true), ("response_time = 9, strategy = 'x', epoch = 7, first_bass = 60", true),
  ])
  func `another program that changes a learned column removes the snapshot`(change: String, isKept: Bool) throws {
    let store = try folder.open()
    try store.commit(try Kinds.beats.kept(40).counting.changes)
    #expect(try store.database.keepProfile(limit: .max) == 0)
    #expect(try store.keptPlace() == .init(comparison: 0, matching: 0, beats: 39))
    try store.database.write { try $0.execute(sql: "UPDATE beats SET \(change) WHERE number = 3") }
    #expect(try (store.keptPlace() != nil) == isKept)
  }

  @Test func `a change before the snapshot's end removes it, the newest row does not`() throws {
    let store = try folder.open()
    let columns = BeatsRecord.fieldNames.filter { $0 != "id" }.joined(separator: ", ")
    let copy =
      "INSERT INTO beats (number, id, \(columns)) SELECT 3, replace(id, '-', '+'), \(columns) FROM beats LIMIT 1"
    try store.commit(try Kinds.beats.kept(40).counting.changes)
    for (change, isKept) in [
      ("DELETE FROM beats WHERE number = 40", true), ("DELETE FROM beats WHERE number = 3", false), (copy, false),
    ] {
      _ = try store.database.keepProfile(limit: .max)
      #expect(try store.keptPlace() != nil)
      try store.database.write { try $0.execute(sql: change) }
      #expect(try (store.keptPlace() != nil) == isKept, "\(change)")
    }
  }
}
