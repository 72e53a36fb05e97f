import Foundation
import GRDB
import Testing
import Training

@testable import SQLiteStore

@Suite struct StoredTimingTests {
  private let folder: ScratchFolder

  init() throws { folder = try ScratchFolder() }

  @Test func `the table returns every record unchanged, partial ones too`() throws {
    let store = try folder.open()
    let given = try timingRecords(500) + partialTimingRecords(100)
    let written = try store.database.write(given.map(StoreChange.save))
    #expect(written.refused.map(\.reason) == [] && written.events == given.map { .saved($0.id) })
    #expect(try Content(store) == Content(comparisons: [], matching: [], timing: given))
  }

  @Test func `rescue lines return every record unchanged`() throws {
    var given = try timingRecords(200) + partialTimingRecords(20)
    given[3].responseTime = .infinity
    let file = try RescueFile.write(
      RescueFile.lines(given.map(StoreChange.save)), database: "/db", folder: folder.path)
    let content = RescueFile.read(file, database: "/db")
    #expect(content?.lines == given.map { .save(.timing($0)) } && content?.unreadable == 0)
  }

  @Test func `the table accepts every pattern and source, and only this mode`() throws {
    let store = try folder.open()
    let record = try #require(try timingRecords(1).first)
    func refuses(_ change: (inout TimingRecord) -> Void) throws -> Bool {
      var record = record
      (record.id, record.exercise.offset) = (UUID(), 1)
      change(&record)
      return try !store.database.write([.save(record)]).refused.isEmpty
    }
    for pattern in TimingPattern.allCases {
      for position in pattern.positions {
        #expect(try !refuses { ($0.exercise.pattern, $0.exercise.position) = (pattern, position) })
      }
    }
    for source in InputSource.allCases { #expect(try !refuses { $0.source = source }) }
    for mode in Mode.allCases { #expect(try refuses { $0.exercise.mode = mode } == (mode != .timing)) }
    let changes: [(inout TimingRecord) -> Void] = [
      { $0.exercise.offset = 0 }, { $0.exercise.offset = 2_900_000_000 }, { $0.exercise.tempo = 0 },
      { $0.exercise.tempo = 1001 }, { $0.loops = 0 }, { $0.exercise.repetitions = -1 }, { $0.responseTime = .nan },
      { ($0.isPartial, $0.exercise.offset) = (true, 3_000_000_001) },
    ]
    for (index, change) in changes.enumerated() { #expect(try refuses(change), "\(index)") }
  }

  @Test(arguments: [
    "position", "offset_percent", "repetitions", "loops", "strategy", "response_time", "source", "playback_latency",
  ])
  func `a row has all of a pattern's fields, or none`(column: String) throws {
    let store = try folder.open()
    try store.commit([.save(try timingRecords(1)[0]), .save(try partialTimingRecords(1)[0])])
    for change in ["\(column) = NULL WHERE number = 1", "\(column) = (SELECT \(column) FROM timing) WHERE number = 2"] {
      let failure = #expect(throws: DatabaseError.self) {
        try store.database.write { try $0.execute(sql: "UPDATE timing SET \(change)") }
      }
      #expect(failure?.message?.contains("\(column) IS NULL") == true)
    }
  }

  @Test(arguments: [
    "id = 'x'", "time = 'yesterday'", "mode = 'comparison?'", "pattern = 'polka'", "position = 1", "position = 7",
    "tempo = 0", "offset_ns = 3000000001", "answer = 'same'", "source = 'foot'", "epoch = -1", "loops = 0",
  ])
  func `a row with an unknown value is named and gives no record`(change: String) throws {
    let store = try folder.open()
    let record = try #require(try timingRecords(1).first)
    try store.database.write { db in
      try record.keep(db)
      try db.execute(sql: "PRAGMA ignore_check_constraints = 1; UPDATE timing SET \(change)")
    }
    let id = change == "id = 'x'" ? "x" : record.id.uuidString
    #expect(throws: StoreFailure.corrupt(path: store.path, reason: "record \(id)")) { try Content(store) }
  }

  /// The learned columns, and for comparison those that teach nothing.
  @Test(arguments: [
    ("number = 500", false), ("time = '2026-11-21T18:30:05.123Z'", false), ("tempo = tempo + 1", false),
    ("pattern = iif(pattern = 'triplets-1', 'triplets-2', 'triplets-1'), position = 2", false),
    ("position = iif(position = 2, 3, 2)", false), ("offset_ns = -offset_ns", false), ("loops = loops + 1", false),
    ("correct = 1 - correct", false), ("withdrawn = 1", false), ("controller = 'x'", true),
    ("response_time = 9, strategy = 'x', epoch = 7", true),
  ])
  func `another program that changes a learned column removes the snapshot`(change: String, isKept: Bool) throws {
    let store = try folder.open()
    try store.commit(try Kinds.timing.kept(40).counting.changes)
    #expect(try store.database.keepProfile(limit: .max) == 0)
    #expect(try store.keptPlace() == .init(comparison: 0, matching: 0, timing: 39))
    try store.database.write { try $0.execute(sql: "UPDATE timing SET \(change) WHERE number = 3") }
    #expect(try (store.keptPlace() != nil) == isKept)
  }

  @Test func `a change before the snapshot's end removes it, the newest row does not`() throws {
    let store = try folder.open()
    let columns = TimingRecord.fieldNames.filter { $0 != "id" }.joined(separator: ", ")
    let copy =
      "INSERT INTO timing (number, id, \(columns)) SELECT 3, replace(id, '-', '+'), \(columns) FROM timing LIMIT 1"
    try store.commit(try Kinds.timing.kept(40).counting.changes)
    for (change, isKept) in [
      ("DELETE FROM timing WHERE number = 40", true), ("DELETE FROM timing WHERE number = 3", false),
      (copy, false),
    ] {
      _ = try store.database.keepProfile(limit: .max)
      #expect(try store.keptPlace() != nil)
      try store.database.write { try $0.execute(sql: change) }
      #expect(try (store.keptPlace() != nil) == isKept, "\(change)")
    }
  }
}
