import Exchange
import Foundation
import GRDB
import Linux
import Ports
import TestSupport
import Testing
import Training

@testable import SQLiteStore

/// Databases of other versions: of earlier ones, of the next one, which is planted here, and of those before 0.1.0.
@Suite struct MigrationTests {
  private let folder: ScratchFolder

  init() throws { folder = try ScratchFolder() }

  /// What a next version may do: it adds a column with a rule, adds a table, and changes rows.
  private static func next(_ options: inout StoreOptions) {
    options.migrator.registerMigration("next") { db in
      try db.execute(
        sql: """
          ALTER TABLE matching ADD COLUMN mood INTEGER NOT NULL DEFAULT 1 CHECK (mood > 0);
          CREATE TABLE mood (name TEXT PRIMARY KEY) STRICT;
          UPDATE matching SET mood = 2 WHERE repeats > 0;
          """)
    }
  }

  private func read<Value>(_ path: String, _ body: (Database) throws -> Value) throws -> Value {
    let database = try DatabaseQueue(path: path)
    defer { try? database.close() }
    return try database.read(body)
  }

  @Test func `the next version copies the database, adds its tables, and keeps the rows`() throws {
    let given = try Kinds.both.kept(40)
    let story = try WorkoutStory.ended(seed: 1, begun: Date(timeIntervalSince1970: 1_790_000_000))
    let store = try folder.open()
    store.save(given)
    store.save(story)
    store.remember(.standard(.emom))
    store.rememberSplit(55, for: "usb:09e8:0049 1-2 port 0")
    #expect(store.close(within: testLimit) == .complete)

    let upgraded = try folder.open(Self.next)
    let backup = try #require(upgraded.opening.backup)
    #expect(try Content(upgraded) == given.content && upgraded.workouts(limit: 5) == [story.workout])
    #expect(try upgraded.timers(at: Date()).configurations == [.emom: .standard(.emom)])
    #expect(try upgraded.splits() == ["usb:09e8:0049 1-2 port 0": 55])
    let repeated = given.content.matching.count { $0.repeats > 0 }
    let changed = try upgraded.database.read {
      try Int.fetchOne($0, sql: "SELECT count(*) FROM matching WHERE mood = 2")
    }
    #expect(changed == repeated && repeated > 0)
    let more = try Kinds.both.kept(4)
    upgraded.save(more)
    #expect(upgraded.close(within: testLimit) == .complete)
    let again = try folder.open(Self.next)
    #expect(again.opening.backup == nil)
    #expect(try Content(again).matching == given.content.matching + more.content.matching)
    #expect(again.close(within: testLimit) == .complete)

    // The copy is the database as it was, and this version continues from it.
    #expect(
      try read(backup) { try Schema.migrator.appliedIdentifiers($0) } == [
        "1 tables", "2 timing", "3 timing listening", "4 timbres", "5 chords", "6 beats", "7 temperaments",
        "8 sureness",
      ])
    #expect(try read(backup) { try String.fetchAll($0, sql: "PRAGMA integrity_check") } == ["ok"])
    #expect(try read(backup) { try !$0.tableExists("mood") })
    let copy = try SQLiteStore(path: backup, options: folder.options)
    #expect(try copy.opening.backup == nil && Content(copy) == given.content)
  }

  @Test func `this version refuses the next version's database by every way of opening it, and does not touch it`()
    throws
  {
    #expect(try folder.open(Self.next).close(within: testLimit) == .complete)
    try expectRefused(.newerVersion(path: folder.database))
  }

  /// Their application id is another one, so that no table of theirs is ever read.
  @Test func `a database from before 0.1.0 is refused by every way of opening it, and not touched`() throws {
    #expect(try folder.open().close(within: testLimit) == .complete)
    let old = try DatabaseQueue(path: folder.database)
    try old.write { db in
      try db.execute(sql: "PRAGMA application_id = \(0x5065_6163)")
      try db.execute(sql: "DELETE FROM grdb_migrations WHERE identifier <> '1 tables'")
      try db.execute(sql: "UPDATE grdb_migrations SET identifier = '1 comparison'")
    }
    try old.close()
    try expectRefused(.preRelease(path: folder.database))
  }

  /// Expects `failure` of all that opens the database, its bytes and permissions as they were, and no copy beside it.
  private func expectRefused(_ failure: StoreFailure) throws {
    let path = folder.database
    let before = try Data(contentsOf: URL(fileURLWithPath: path))
    #expect(chmod(path, 0o644) == 0)
    #expect(throws: failure) { try folder.open() }
    #expect(throws: failure) { try SQLiteStore.forReading(path: path) }
    #expect(throws: failure) { try SQLiteStore.storedProfile(path: path) }
    #expect(throws: failure) { try SQLiteStore.storedWorkouts(path: path, limit: 5) }
    #expect(throws: failure) { try SQLiteStore.storedSummaries(path: path, limit: 5) }
    #expect(throws: failure) {
      try SQLiteStore.storedAnswers(path: path, comparisons: 5, matches: 5, profile: true)
    }
    #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == before)
    var status = stat()
    #expect(stat(path, &status) == 0 && status.st_mode & 0o777 == 0o644)
    // SQLite may leave an empty log.
    #expect(try folder.names().filter { !$0.hasPrefix("peach.sqlite-") } == ["peach.sqlite"])
  }

  /// Stores `content` in tables that have no chords or ratings, and with `timbres` false no timbres.
  private func keepOld(_ content: Content, _ db: Database, timbres: Bool = false) throws {
    let chords: Set = [
      "chord", "companion_hertz", "beats", "target_beats", "temperament_order", "temperament_step", "temperament_run",
      "sure",
    ]
    for record: any ListedRecord in content.comparisons + content.matching as [any ListedRecord] {
      var values: [String: (any DatabaseValueConvertible)?] = [:]
      for (name, value) in zip(type(of: record).fieldNames, record.columnValues)
      where !chords.contains(name) && (timbres || !name.hasPrefix("timbre")) {
        values[name] = value
      }
      let names = values.keys.sorted()
      try db.execute(
        sql: "INSERT INTO \(type(of: record).table) (\(names.joined(separator: ", "))) VALUES "
          + "(\(names.map { ":\($0)" }.joined(separator: ", ")))",
        arguments: StatementArguments(values))
    }
  }

  /// Answers from before there were timbres were given to sines.
  @Test func `a database without timbres gets their columns, and its records are of sines`() throws {
    let given = try Kinds.both.kept(40).counting.content.sines
    try FileManager.default.createDirectory(atPath: folder.path + "/data", withIntermediateDirectories: true)
    let database = try DatabaseQueue(path: folder.database)
    try Schema.migrator.migrate(database, upTo: "2 timing")
    try database.write { try keepOld(given, $0) }
    try database.close()
    let store = try folder.open()
    #expect(store.opening.backup != nil)
    let content = try Content(store)
    #expect(content.comparisons == given.comparisons && content.matching == given.matching)
    #expect(try store.profilesAgree())
    let more = try [Kinds.both.kept(40), Kinds.listening.kept(4)]
    for kept in more { store.save(kept) }
    #expect(store.close(within: testLimit) == .complete)
    let again = try folder.open()
    let both = try Content(again)
    #expect(both.comparisons == given.comparisons + more[0].content.comparisons)
    #expect(both.listening == more[1].content.listening)
    for table in ["comparison", "matching", "listening"] {
      #expect(throws: DatabaseError.self) {
        try again.database.write { try $0.execute(sql: "UPDATE \(table) SET timbre = 'harp'") }
      }
    }
  }

  /// The rule of the mode cannot be changed, so the table is written again.
  @Test func `a database without chords keeps its rows and its triggers, and takes chords`() throws {
    let given = try Kinds.both.kept(40).counting.content
    try FileManager.default.createDirectory(atPath: folder.path + "/data", withIntermediateDirectories: true)
    let database = try DatabaseQueue(path: folder.database)
    try Schema.migrator.migrate(database, upTo: "4 timbres")
    let triggers = "SELECT name FROM sqlite_schema WHERE type = 'trigger' AND tbl_name = 'matching' ORDER BY name"
    let before = try database.write { db in
      try keepOld(given, db, timbres: true)
      return try String.fetchAll(db, sql: triggers)
    }
    try database.close()
    let store = try folder.open()
    #expect(store.opening.backup != nil)
    #expect(try Content(store).matching == given.matching && store.profilesAgree())
    let after = try store.database.read { try String.fetchAll($0, sql: triggers) }
    #expect(
      after == (before + ["matching_chord_changed", "matching_temperament_changed"]).sorted() && before.count == 3)
    let chords = try Kinds.chords.kept(12)
    store.save(chords)
    #expect(store.close(within: testLimit) == .complete)
    let again = try folder.open()
    #expect(try Content(again).matching == given.matching + chords.content.matching && again.profilesAgree())
    #expect(try again.database.read { try String.fetchAll($0, sql: "PRAGMA integrity_check") } == ["ok"])
    for change in ["mode = 'harp'", "chord = 'fifth' WHERE mode = 'matching'", "chord = NULL WHERE mode = 'chords'"] {
      #expect(throws: DatabaseError.self) {
        try again.database.write { try $0.execute(sql: "UPDATE matching SET \(change)") }
      }
    }
    // A changed chord is another lesson.
    _ = try again.profile()
    try again.database.write { db in
      try db.execute(sql: "UPDATE matching SET chord = 'octave' WHERE chord = 'fifth'")
      #expect(try Int.fetchOne(db, sql: "SELECT count(*) FROM profile_snapshot") == 0)
    }
  }

  @Test func `a database with chords keeps them, and takes temperaments, each of them whole`() throws {
    try FileManager.default.createDirectory(atPath: folder.path + "/data", withIntermediateDirectories: true)
    let database = try DatabaseQueue(path: folder.database)
    try Schema.migrator.migrate(database, upTo: "6 beats")
    let given = try Kinds.both.kept(20).counting.content
    try database.write { try keepOld(given, $0, timbres: true) }
    try database.close()
    let store = try folder.open()
    let laid = try Kinds.temperaments.kept(22)
    store.save(laid)
    #expect(store.close(within: testLimit) == .complete)
    let again = try folder.open()
    #expect(try Content(again).matching == given.matching + laid.content.matching && again.profilesAgree())
    #expect(try again.database.read { try String.fetchAll($0, sql: "PRAGMA integrity_check") } == ["ok"])
    for change in [
      "temperament_order = NULL WHERE mode = 'temperament'", "temperament_step = 0 WHERE mode = 'temperament'",
      "temperament_order = 'x' WHERE mode = 'matching'", "temperament_run = NULL WHERE mode = 'temperament'",
      "mode = 'chords' WHERE mode = 'temperament'",
    ] {
      #expect(throws: DatabaseError.self) {
        try again.database.write { try $0.execute(sql: "UPDATE matching SET \(change)") }
      }
    }
  }

  private static let rhythm = "rhythmOffsetDetection,2026-04-08T08:00:05Z,,,,,,,,true,,,80,"

  /// A database as version 1 left it, without early or late; with its rows of it from Peach's CSV.
  private func makeFirst(_ content: Content) throws {
    try FileManager.default.createDirectory(atPath: folder.path + "/data", withIntermediateDirectories: true)
    let database = try DatabaseQueue(path: folder.database)
    try Schema.migrator.migrate(database, upTo: "1 tables")
    try database.write { db in
      try keepOld(content, db)
      let lines =
        [
          "-12.50,,,,,", "-12.5,,,,,", "3,,,,,7", "4e1,,,,,",
        ].map { Self.rhythm + $0 } + ["continuousRhythmMatching,2026-04-08T08:00:05Z,,,,,,,,,,,90,,1.5,,,,"]
      for line in lines {
        try db.execute(
          sql: "INSERT INTO foreign_row (time, line) VALUES ('2026-04-08T08:00:05.000Z', ?)", arguments: [line])
      }
      try db.execute(
        sql: """
          INSERT INTO profile_snapshot (number, format, comparison, matching, time, checksum, profile)
          VALUES (1, 9, 1, 1, '2026-04-08T08:00:05.000Z', 0, x'')
          """)
    }
    try database.close()
  }

  @Test func `a database of version 1 is copied, gets the table of early or late, and its rows become records`() throws
  {
    let given = try Kinds.both.kept(40).counting.content.sines
    try makeFirst(given)
    let before = try Data(contentsOf: URL(fileURLWithPath: folder.database))
    // Reading alone changes nothing, and finds everything.
    let read = try SQLiteStore.storedProfile(path: folder.database).snapshot
    #expect(try Data(contentsOf: URL(fileURLWithPath: folder.database)) == before)

    let store = try folder.open()
    let backup = try #require(store.opening.backup)
    let content = try Content(store)
    #expect(content.comparisons == given.comparisons && content.matching == given.matching)
    #expect(content.timing.map(\.offsetText) == ["-12.50", "-12.5", "4e1"])
    #expect(content.timing.map(\.exercise.offset) == [-12_500_000, -12_500_000, 40_000_000])
    #expect(content.timing.map(\.answer) == [.lower, .lower, .higher])
    #expect(content.timing.allSatisfy { $0.isPartial && $0.correct && $0.exercise.tempo == 80 && !$0.withdrawn })
    var lines: [String] = []
    try store.readAll(.time, foreign: { lines.append($0.line) }) { _ in }
    #expect(lines.count == 2 && lines[0] == Self.rhythm + "3,,,,,7" && lines[1].hasPrefix("continuous"))
    #expect(try store.keptPlace() == nil && store.profile().snapshot == read && store.profilesAgree())
    // The file that the rows came from brings nothing new, and its records come with the same ids.
    var reader = ExchangeReader()
    reader.append(Array("# peach-export-format:3\n\(Self.columns)\n\(Self.rhythm)-12.50,,,,,\n".utf8))
    reader.end()
    guard case .record(let record, let identity)? = try reader.next() else {
      Issue.record("no record")
      return
    }
    #expect(content.timing.map(\.id).contains(record.id))
    try store.merge { merge in
      let outcome = try merge.add(record, identity)
      #expect(outcome == .duplicate)
    }
    #expect(store.close(within: testLimit) == .complete)
    #expect(try folder.open().opening.backup == nil)
    #expect(
      try self.read(backup) { try !$0.tableExists("timing") && Schema.migrator.appliedIdentifiers($0) == ["1 tables"] })
  }

  private static let columns =
    "trainingType,timestamp,referenceNote,referenceNoteName,targetNote,targetNoteName,"
    + "interval,tuningSystem,centOffset,isCorrect,initialCentOffset,userCentError,tempoBPM,offsetMs,meanOffsetMs,"
    + "meanOffsetMsPosition0,meanOffsetMsPosition1,meanOffsetMsPosition2,meanOffsetMsPosition3"

  /// SQLite 3.37, of Ubuntu 22.04, runs this query when a column is added: there, the next version could not open.
  @Test func `connections accept SQLite's own query for an added column`() throws {
    let store = try folder.open()
    let checked = #"SELECT quick_check FROM pragma_quick_check("matching")"#
    #expect(try store.database.write { try String.fetchAll($0, sql: checked) } == ["ok"])
  }
}
