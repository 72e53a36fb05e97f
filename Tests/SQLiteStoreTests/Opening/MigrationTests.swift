import Foundation
import GRDB
import Ports
import TestSupport
import Testing
import Training

@testable import SQLiteStore

/// Databases of earlier versions, and what becomes of them.
@Suite struct MigrationTests {
  private let folder: ScratchFolder

  init() throws { folder = try ScratchFolder() }

  private func read<Value>(_ path: String, _ body: (Database) throws -> Value) throws -> Value {
    let database = try DatabaseQueue(path: path)
    defer { try? database.close() }
    return try database.read(body)
  }

  /// Keeps `changes` in a database of an earlier version, which has not all of their columns.
  private func keep(_ changes: [StoreChange], _ db: Database) throws {
    func insert(_ record: some ListedRecord) throws {
      let known = Set(try db.columns(in: type(of: record).table).map(\.name))
      let pairs = zip(type(of: record).fieldNames, record.columnValues).filter { known.contains($0.0) }
      let marks = pairs.map { _ in "?" }.joined(separator: ", ")
      try db.execute(
        sql: "INSERT INTO \(type(of: record).table) (\(pairs.map(\.0).joined(separator: ", "))) VALUES (\(marks))",
        arguments: StatementArguments(pairs.map(\.1)))
    }
    for change in changes {
      if case .save(let record) = change { try insert(record.listed) }
    }
  }

  @Test func `migration 1 makes today what it made when it was released`() throws {
    try VersionOne.make(at: folder.database)
    let made = try DatabaseQueue()
    try Schema.migrator.migrate(made, upTo: "1 comparison")
    #expect(try made.read(VersionOne.tables) == read(folder.database, VersionOne.tables))
    #expect(try made.read { try Int32.fetchOne($0, sql: "PRAGMA application_id") } == Schema.applicationID)
  }

  @Test func `a database of version 1 is copied, gets the table of matching, and keeps its rows`() throws {
    try VersionOne.make(at: folder.database)
    let rows = try read(folder.database) { try Row.fetchAll($0, sql: "SELECT * FROM comparison ORDER BY number") }
    #expect(rows.count == 3)

    let store = try folder.open()
    let backup = try #require(store.opening.backup)
    #expect(try store.database.read { try Row.fetchAll($0, sql: "SELECT * FROM comparison ORDER BY number") } == rows)
    #expect(try stored(store).map(\.id.uuidString) == VersionOne.ids)
    #expect(try store.splits() == VersionOne.splits)
    #expect(try store.lastRecords(10) == [MatchingRecord]())

    // It takes both kinds, after what was there.
    let given = try Kinds.both.kept(4)
    store.save(given)
    #expect(store.close(within: testLimit) == .complete)
    let next = try folder.open()
    #expect(next.opening.backup == nil)
    #expect(try Array(stored(next).dropFirst(3)) == given.content.comparisons)
    #expect(try next.lastRecords(10) == given.content.matching)
    #expect(
      try next.database.read { try Int.fetchAll($0, sql: "SELECT number FROM comparison ORDER BY number") }
        == [3, 9, 10, 11, 12])

    // The backup is the database as it was: version 1, complete.
    #expect(try read(backup) { try Schema.migrator.appliedIdentifiers($0) } == ["1 comparison"])
    #expect(try read(backup) { try Row.fetchAll($0, sql: "SELECT * FROM comparison ORDER BY number") } == rows)
    #expect(try read(backup) { try String.fetchAll($0, sql: "PRAGMA integrity_check") } == ["ok"])
    #expect(try read(backup) { try !$0.tableExists("matching") })
  }

  /// What SQLite 3.37, of Ubuntu 22.04, asks for on its own when a column is added: there, no database could be made.
  @Test func `connections accept SQLite's own query for a column that is added`() throws {
    let store = try folder.open()
    let checked = #"SELECT quick_check FROM pragma_quick_check("matching")"#
    #expect(try store.database.write { try String.fetchAll($0, sql: checked) } == ["ok"])
  }

  @Test func `version 1 refuses a database with the table of matching and does not touch it`() throws {
    #expect(try folder.open().close(within: testLimit) == .complete)
    let before = try Data(contentsOf: URL(fileURLWithPath: folder.database))
    #expect(throws: StoreFailure.newerVersion(path: folder.database)) {
      try folder.open { options in
        options.migrator = DatabaseMigrator()
        options.migrator.registerMigration("1 comparison") { _ in }
      }
    }
    #expect(try Data(contentsOf: URL(fileURLWithPath: folder.database)) == before)
  }

  @Test func `a database from before timers is copied, gets their tables, and keeps its rows`() throws {
    try Folder.make(Folder.of(folder.database))
    let old = try DatabaseQueue(path: folder.database)
    try Schema.migrator.migrate(old, upTo: "3 profile")
    let changes = try Kinds.both.kept(4).changes
    try old.write { try keep(changes, $0) }
    try old.close()
    var given = Kept(changes: changes).content
    for place in given.matching.indices {
      given.matching[place].exercise.heldLevel = nil
      given.matching[place].repeats = 0
    }
    #expect(try SQLiteStore.storedWorkouts(path: folder.database, limit: 5).isEmpty)

    let store = try folder.open()
    let backup = try #require(store.opening.backup)
    #expect(try Content(store) == given)
    #expect(try store.timers(at: Date()) == KnownTimers())
    let story = try WorkoutStory.ended(seed: 1, begun: Date(timeIntervalSince1970: 1_790_000_000))
    store.save(story)
    store.remember(.standard(.emom))
    #expect(store.close(within: testLimit) == .complete)
    let next = try folder.open()
    #expect(next.opening.backup == nil)
    #expect(try next.workouts(limit: 5) == [story.workout])
    #expect(try next.timers(at: Date()).configurations == [.emom: .standard(.emom)])
    #expect(
      try read(backup) { try Schema.migrator.appliedIdentifiers($0) } == ["1 comparison", "2 matching", "3 profile"])
    #expect(try read(backup) { try !$0.tableExists("workout") })

    // That version does not touch data it does not know.
    #expect(next.close(within: testLimit) == .complete)
    let before = try Data(contentsOf: URL(fileURLWithPath: folder.database))
    #expect(throws: StoreFailure.newerVersion(path: folder.database)) {
      try folder.open { options in
        options.migrator = DatabaseMigrator()
        for name in ["1 comparison", "2 matching", "3 profile"] { options.migrator.registerMigration(name) { _ in } }
      }
    }
    #expect(try Data(contentsOf: URL(fileURLWithPath: folder.database)) == before)
  }

  @Test func `what was matched before references were held had them first`() throws {
    try Folder.make(Folder.of(folder.database))
    let old = try DatabaseQueue(path: folder.database)
    try Schema.migrator.migrate(old, upTo: "5 conditions")
    let record = try #require(try matchingRecords(1).first)
    try old.write { try keep([.save(record)], $0) }
    try old.close()

    let store = try folder.open()
    #expect(store.opening.backup != nil)
    var kept = record
    kept.exercise.heldLevel = nil
    kept.repeats = 0
    #expect(try store.lastRecords(5) == [kept])
    var held = record
    held.id = UUID()
    held.exercise.heldLevel = -27
    store.save(held)
    #expect(store.close(within: testLimit) == .complete)
    #expect(try folder.open().lastRecords(5) == [kept, held])
  }

  @Test func `a database from before other programs' rows were kept gets their table`() throws {
    try Folder.make(Folder.of(folder.database))
    let old = try DatabaseQueue(path: folder.database)
    try Schema.migrator.migrate(old, upTo: "6 held reference")
    try old.close()
    let store = try folder.open()
    #expect(store.opening.backup != nil)
    #expect(try store.foreignRowCount() == 0)
  }

  @Test func `what was matched before a reference could be heard again heard it once`() throws {
    try Folder.make(Folder.of(folder.database))
    let old = try DatabaseQueue(path: folder.database)
    try Schema.migrator.migrate(old, upTo: "7 foreign rows")
    var record = try #require(try matchingRecords(1).first)
    try old.write { try keep([.save(record)], $0) }
    try old.close()

    let store = try folder.open()
    #expect(store.opening.backup != nil)
    record.repeats = 0
    #expect(try store.lastRecords(5) == [record])
    var repeated = record
    repeated.id = UUID()
    repeated.repeats = 3
    store.save(repeated)
    #expect(store.close(within: testLimit) == .complete)
    #expect(try folder.open().lastRecords(5) == [record, repeated])
  }

  @Test func `what an import made up for rows of Peach's CSV is unknown again, and all others are as they were`() throws
  {
    try Folder.make(Folder.of(folder.database))
    let old = try DatabaseQueue(path: folder.database)
    try Schema.migrator.migrate(old, upTo: "10 removed workouts")
    var (answers, matches) = (try records(3), try matchingRecords(3))
    let id = try #require(UUID(uuidString: "5C2B6B5E-0B5F-8B5F-9B5F-0B5F5C2B6B5E"))
    (answers[1].id, matches[1].id) = (id, id)
    (answers[1].exercise.epoch, answers[1].exercise.index) = (Epoch(0), 0)
    (matches[1].exercise.epoch, matches[1].exercise.index) = (Epoch(0), 0)
    try old.write { db in
      try keep(answers.map(StoreChange.save) + matches.map(StoreChange.save), db)
    }
    try old.close()

    let store = try folder.open()
    let (kept, keptMatches) = (try stored(store), try store.lastRecords(5) as [MatchingRecord])
    #expect(kept.map(\.isPartial) == [false, true, false] && keptMatches.map(\.isPartial) == [false, true, false])
    #expect(kept[0] == answers[0] && kept[2] == answers[2])
    #expect(keptMatches[0] == matches[0] && keptMatches[2] == matches[2])
    #expect(kept[1].exercise.offset == answers[1].exercise.offset && kept[1].correct == answers[1].correct)
    #expect(keptMatches[1].range == nil && keptMatches[1].exercise.startOffset == matches[1].exercise.startOffset)
    let triggers = try store.database.read {
      try String.fetchAll($0, sql: "SELECT name FROM sqlite_master WHERE type = 'trigger' ORDER BY name")
    }
    #expect(triggers.filter { $0.hasPrefix("comparison_") || $0.hasPrefix("matching_") }.count == 6)
    #expect(try store.database.read { try String.fetchAll($0, sql: "PRAGMA integrity_check") } == ["ok"])
  }

  @Test func `the history of a database of a later version is refused, not guessed`() throws {
    let store = try folder.open()
    try store.database.write { try $0.execute(sql: "INSERT INTO grdb_migrations VALUES ('9 later')") }
    #expect(store.close(within: testLimit) == .complete)
    #expect(throws: StoreFailure.newerVersion(path: folder.database)) {
      try SQLiteStore.storedWorkouts(path: folder.database, limit: 5)
    }
  }

  @Test func `a rescue file of version 1 is taken in, also into a database of version 1`() throws {
    try VersionOne.make(at: folder.database)
    let file = folder.path + "/data/\(RescueFile.prefix)2026-11-21-051718-77\(RescueFile.suffix)"
    try VersionOne.rescueFile.write(toFile: file, atomically: false, encoding: .utf8)
    let store = try folder.open()
    #expect(store.opening.adopted == [file])
    let found = try stored(store)
    #expect(found.map(\.id.uuidString) == VersionOne.ids + VersionOne.rescuedIDs)
    #expect(found.map(\.withdrawn) == [false, true, true, false, true])
    #expect(found[3].exercise.mode == .intervalComparison)
    #expect(found[3].controller == nil)
  }
}
