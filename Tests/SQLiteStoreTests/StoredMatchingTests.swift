import Foundation
import GRDB
import Pitch
import Testing
import Training

@testable import SQLiteStore

@Suite struct StoredMatchingTests {
  private let folder: ScratchFolder

  init() throws { folder = try ScratchFolder() }

  @Test func `the table returns every record unchanged`() throws {
    let store = try folder.open()
    let given = try matchingRecords(500)
    let written = try store.database.write(given.map(StoreChange.save))
    #expect(written.refused.isEmpty)
    #expect(written.events == given.map { .saved($0.id) })
    #expect(try Content(store) == Content(comparisons: [], matching: given))
  }

  @Test func `rescue lines return every record unchanged`() throws {
    var given = try matchingRecords(200)
    given[3].timeTaken = .infinity
    let file = try RescueFile.write(
      RescueFile.lines(given.map(StoreChange.save)), database: "/db", folder: folder.path)
    let content = RescueFile.read(file, database: "/db")
    #expect(content?.lines == given.map { .save(.matching($0)) })
    #expect(content?.unreadable == 0)
  }

  @Test func `the table accepts every gesture and source, and only both modes of matching`() throws {
    let store = try folder.open()
    let record = try #require(try matchingRecords(1).first)
    func refuses(_ change: (inout MatchingRecord) -> Void) throws -> Bool {
      var record = record
      record.id = UUID()
      change(&record)
      return try !store.database.write([.save(record)]).refused.isEmpty
    }
    for gesture in CommitGesture.allCases { #expect(try !refuses { $0.gesture = gesture }) }
    for source in InputSource.allCases { #expect(try !refuses { $0.source = source }) }
    // Without a chord or a place in a temperament, their modes are refused, too.
    for mode in Mode.allCases {
      #expect(try refuses { $0.exercise.mode = mode } == (mode.discipline != .matching || mode.playsTogether))
    }
  }

  @Test func `the table refuses values that cannot have sounded`() throws {
    let store = try folder.open()
    let record = try #require(try matchingRecords(1).first)
    let changes: [(inout MatchingRecord) -> Void] = [
      { $0.finalHertz = Hertz(0) }, { $0.finalHertz = Hertz(.nan) }, { $0.error = Cents(.nan) },
      { $0.exercise.startHertz = Hertz(-1) }, { $0.exercise.startOffset = Cents(.nan) },
      { $0.exercise.range = Cents(0) }, { $0.exercise.heldLevel = 1 }, { $0.centsPerStep = 0 }, { $0.repeats = -1 },
      { $0.timeTaken = .nan },
    ]
    for change in changes {
      var record = record
      change(&record)
      #expect(try store.database.write([.save(record)]).refused.count == 1)
    }
    #expect(try Content(store) == Content(comparisons: [], matching: []))
  }

  @Test func `an unknown gesture is refused by the table`() throws {
    let store = try folder.open()
    let record = try #require(try matchingRecords(1).first)
    try store.database.write { try record.keep($0) }
    #expect(throws: DatabaseError.self) {
      try store.database.write { try $0.execute(sql: "UPDATE matching SET gesture = 'wave'") }
    }
  }

  @Test(arguments: [
    "id = 'x'", "time = 'yesterday'", "mode = 'matching?'", "reference_note = 128", "target_note = -1", "interval = 13",
    "gesture = 'wave'", "source = 'foot'", "epoch = -1",
  ])
  func `a row with an unknown value is named and gives no record`(change: String) throws {
    let store = try folder.open()
    let record = try #require(try matchingRecords(1).first)
    try store.database.write { db in
      try record.keep(db)
      try db.execute(sql: "PRAGMA ignore_check_constraints = 1; UPDATE matching SET \(change)")
    }
    let id = change == "id = 'x'" ? "x" : record.id.uuidString
    #expect(throws: StoreFailure.corrupt(path: store.path, reason: "record \(id)")) { try Content(store) }
  }
}
