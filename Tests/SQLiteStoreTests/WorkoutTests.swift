import Foundation
import GRDB
import Ports
import TestSupport
import Testing
import Time
import Timers

@testable import SQLiteStore

@Suite("Timed practice is kept as it happens")
struct WorkoutTests {
  private let folder: ScratchFolder
  private static let date = Date(timeIntervalSince1970: 1_790_000_000)

  init() throws { folder = try ScratchFolder() }

  @Test("the changes handed over make up the workout, whatever happened to it", arguments: 1...40)
  func anything(seed: UInt64) throws {
    var story = try WorkoutStory(seed: seed)
    for _ in 0..<60 { story.addAnything() }
    #expect(try folder.kept([story]).workouts(limit: 10) == [story.workout])
  }

  @Test("every change is reported once it is in the database, with its number and in order with the answers")
  func reported() throws {
    let store = try folder.open()
    let reports = Reports()
    let story = try WorkoutStory.ended(seed: 1, begun: Self.date)
    let answers = try records(2)
    store.save(answers[0])
    store.save(story.changes[0], of: story.workout.id, number: 70)
    store.start(report: reports.report)
    store.save(story.changes[1], of: story.workout.id, number: 71)
    store.save(answers[1])
    store.save(story.changes[2], of: story.workout.id, number: 3)
    let id = story.workout.id
    #expect(
      reports.first(5) == [
        .saved(answers[0].id), .savedWorkout(id, change: 70), .savedWorkout(id, change: 71), .saved(answers[1].id),
        .savedWorkout(id, change: 3),
      ])
    #expect(try store.workouts(limit: 1).first?.rounds == 1)
  }

  @Test("a change of a missing workout is ignored quietly, and holds up nothing")
  func unknown() throws {
    let store = try folder.open()
    let reports = Reports()
    store.start(report: reports.report)
    var story = try WorkoutStory.running(seed: 2, begun: Self.date)
    store.save(story)
    #expect(reports.first(story.changes.count).count == story.changes.count)
    #expect(try store.removeWorkout(story.workout.id) && !store.removeWorkout(story.workout.id))
    // What practice does when it is started.
    #expect(try store.timers(at: Self.date) == KnownTimers())
    let before = story.changes.count
    story.addRound()
    story.add(.ended(isComplete: false))
    store.save(story, from: before + 1)
    let answer = try records(1)
    store.save(answer[0])
    #expect(reports.first(before + 1).dropFirst(before) == [.saved(answer[0].id)])
    #expect(store.close(within: testLimit) == .complete)
    #expect(reports.all.count == before + 1)
    let next = try folder.open()
    #expect(try next.workoutCount() == 0)
    #expect(try next.database.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM workout_round") } == 0)
    #expect(try next.database.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM workout_writer") } == 0)
  }

  @Test("a removed workout is invisible, returns on undo, and is deleted by the next start")
  func removed() throws {
    let stories = try (1...3).map { try WorkoutStory.ended(seed: UInt64($0), begun: Self.date) }
    var paused = try WorkoutStory.running(seed: 9, begun: Self.date)
    paused.add(.moved(WorkoutPosition(.set, set: 1, elapsed: .seconds(9)), isPaused: true))
    let all = stories + [paused]
    let store = try folder.kept(all)
    func seen(_ store: SQLiteStore) throws -> [[UUID]] {
      var exported: [UUID] = []
      try store.readWorkouts { exported.append($0.id) }
      return [
        try store.workouts(limit: 10).reversed().map(\.id), exported,
        try SQLiteStore.storedWorkouts(path: folder.database, limit: 10).reversed().map(\.id),
      ]
    }
    let ids = all.map(\.workout.id)
    #expect(try store.removeWorkout(ids[1]) && store.removeWorkout(ids[3]) && !store.removeWorkout(ids[1]))
    #expect(try store.workoutCount() == 2 && seen(store).allSatisfy { $0 == [ids[0], ids[2]] })
    // The list continues after the removed entry's place.
    #expect(try store.workouts(before: ids[1], limit: 10).map(\.id) == [ids[0]])
    #expect(try store.restoreWorkout(ids[1]) && !store.restoreWorkout(ids[1]) && !store.restoreWorkout(ids[0]))
    #expect(try store.workouts(limit: 10) == [stories[2], stories[1], stories[0]].map(\.workout))
    // Merged from a file it is there again, though it has not changed.
    #expect(try store.removeWorkout(ids[2]))
    var outcome: RecordMerge.Outcome?
    try store.merge { outcome = try $0.add(stories[2].workout) }
    #expect(outcome == .added)
    #expect(try seen(store).allSatisfy { $0 == Array(ids[...2]) })

    #expect(try store.removeWorkout(ids[0]))
    #expect(store.close(within: testLimit) == .complete)
    let next = try folder.open()
    // The paused one would be resumed, had it not been taken away.
    #expect(try next.timers(at: paused.workout.changed.addingTimeInterval(1)) == KnownTimers())
    #expect(try !next.restoreWorkout(ids[0]) && !next.restoreWorkout(ids[3]))
    #expect(try seen(next).allSatisfy { $0 == [ids[1], ids[2]] })
    for table in ["workout", "removed_workout"] {
      let count = try next.database.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM \(table)") }
      #expect(count == (table == "workout" ? 2 : 0))
    }
  }

  @Test("a round costs the same whether it is the tenth or the thousandth")
  func constantWork() throws {
    var story = try WorkoutStory.running(seed: 3, rounds: 10, begun: Self.date)
    let store = try folder.open()
    func write(_ places: Range<Int>) throws {
      let entries = places.map { place in
        StoreChange.workout(
          WorkoutEntry(
            workout: story.workout.id, writer: story.workout.id, place: place, number: place,
            change: story.changes[place]))
      }
      #expect(try store.database.write(entries).events.count == places.count)
    }
    try write(0..<story.changes.count)
    /// Rows that SQLite has written.
    func rows() -> Int { store.database.writeWithoutTransaction { $0.totalChangesCount } }
    var costs: [Int] = []
    for round in 11...1_000 {
      story.addRound()
      let before = rows()
      try write(story.changes.count - 1..<story.changes.count)
      if round == 11 || round == 1_000 { costs.append(rows() - before) }
    }
    #expect(costs.count == 2 && costs[0] == costs[1] && costs[0] < 8)
    // Nor does finding them: no statement reads a table from end to end.
    let plans = try store.database.read { db in
      try [
        "SELECT place FROM workout_writer WHERE workout = 1 AND writer = ''",
        "UPDATE workout_set SET elapsed = 1 WHERE workout = 1 AND number = 1 AND state = 'running'",
        "UPDATE workout SET stage_elapsed = 1 WHERE number = 1 AND stage = 'set' AND stage_set = 1",
        "DELETE FROM workout_round WHERE workout = 1 AND \"set\" = 1 AND number = "
          + "(SELECT max(number) FROM workout_round WHERE workout = 1 AND \"set\" = 1)",
        "SELECT * FROM workout WHERE state IN ('running', 'paused') ORDER BY number DESC",
      ].flatMap { try Row.fetchAll(db, sql: "EXPLAIN QUERY PLAN " + $0).map { $0["detail"] as String } }
    }
    #expect(plans.filter { $0.hasPrefix("SCAN") } == [] && plans.count >= 5)
    #expect(try store.workouts(limit: 1) == [story.workout])
  }

  @Test("times of another program add up to no more than can be shown")
  func wild() throws {
    let store = try folder.kept([try WorkoutStory.ended(seed: 1, begun: Self.date)])
    try store.database.write { db in
      for table in ["workout_set", "workout_round"] {
        let columns = table == "workout_set" ? ["elapsed"] : ["began", "done", "split"]
        for column in columns { try db.execute(sql: "UPDATE \(table) SET \(column) = \(Int64.max)") }
      }
      try db.execute(sql: "UPDATE workout SET stage_elapsed = \(Int64.max)")
      try db.execute(
        sql: """
          INSERT INTO workout_set SELECT workout, 99, started, elapsed, state FROM workout_set LIMIT 1
          """)
    }
    let summary = try #require(try store.summaries(limit: 1).first)
    let workout = try #require(try store.workout(summary.id))
    #expect(summary == WorkoutSummary(workout))
    #expect(summary.practised.wholeSeconds == 9_223_372_036 && summary.practised.seconds > 9e9)
    #expect(workout.restored(at: Self.date) == .over)
  }

  @Test("the newest workouts come first, page by page, and each page follows the one before it")
  func pages() throws {
    // The clock goes backwards: what came last is the newest all the same.
    let stories = try (1...7).map {
      try WorkoutStory.ended(seed: UInt64($0), begun: Self.date.addingTimeInterval(-1000 * Double($0)))
    }
    let store = try folder.kept(stories)
    let newest = stories.reversed().map(\.workout)
    #expect(try store.workouts(limit: 3) == Array(newest[..<3]))
    #expect(try store.workouts(before: newest[2].id, limit: 3) == Array(newest[3..<6]))
    #expect(try store.workouts(before: newest[5].id, limit: 3) == Array(newest[6...]))
    #expect(try store.workouts(before: newest[6].id, limit: 3).isEmpty)
    #expect(try store.workouts(before: UUID(), limit: 3).isEmpty)
    #expect(try store.workouts(limit: 0).isEmpty && store.workouts(limit: -1).isEmpty)
    #expect(try store.summaries(before: newest[2].id, limit: 3) == newest[3..<6].map(WorkoutSummary.init))
    #expect(try store.workout(newest[4].id) == newest[4] && store.workout(UUID()) == nil)
    #expect(try store.workoutCount() == 7)
    var read: [Workout] = []
    try store.readWorkouts { read.append($0) }
    #expect(read == stories.map(\.workout))
    #expect(try SQLiteStore.storedWorkouts(path: folder.database, limit: 2) == Array(newest[..<2]))
  }

  @Test("a row with unknown values is named, and stops neither practice nor other history")
  func unreadable() throws {
    let story = try WorkoutStory.running(seed: 4, begun: Self.date)
    let store = try folder.kept([story])
    try store.database.write { db in
      try db.execute(sql: "UPDATE workout SET configuration = replace(configuration, 'sets', 'groups')")
      try db.execute(sql: "INSERT INTO timer VALUES ('amrap', '{}')")
    }
    let row = DamagedRow(table: "workout", number: 1, id: story.workout.id.uuidString)
    var damaged: [DamagedRow] = []
    #expect(try SQLiteStore.storedWorkouts(path: folder.database, limit: 1) { damaged.append($0) }.isEmpty)
    #expect(try store.workouts(limit: 1).isEmpty)
    try store.readWorkouts(damaged: { damaged.append($0) }) { _ in Issue.record("it is damaged") }
    #expect(damaged == [row, row])
    #expect(try store.timers(at: Self.date) == KnownTimers())
  }

  @Test("a full disk is reported once, and all changes are saved in order when it has room")
  func fullDisk() throws {
    let store = try folder.open()
    let reports = Reports()
    let story = try WorkoutStory.ended(seed: 5, rounds: 300, begun: Self.date)
    // Migrations leave free pages, in which the changes would have room.
    try store.database.writeWithoutTransaction { try $0.execute(sql: "VACUUM") }
    try store.limitPages(1)
    store.start(report: reports.report)
    store.save(story)
    #expect(reports.waitForFailing())
    try store.limitPages(1_000_000)
    let events = reports.first(story.changes.count + 2)
    #expect(events.filter(\.isFailing) == [.failing(reason: "database or disk is full")])
    #expect(events.last == .recovered)
    let saved = (1...story.changes.count).map { StoreEvent.savedWorkout(story.workout.id, change: $0) }
    #expect(events.filter { !$0.isFailing }.dropLast() == saved[...])
    #expect(try store.workouts(limit: 2) == [story.workout])
  }

  @Test("changes that cannot be written in time are rescued, and imported once by the next start")
  func rescued() throws {
    let store = try folder.open()
    let reports = Reports()
    var story = try WorkoutStory.running(seed: 6, rounds: 5, begun: Self.date)
    story.add(.roundWithdrawn(set: 1))
    story.addRound()
    store.start(report: reports.report)
    store.save(story)
    let saved = story.changes.count
    #expect(reports.first(saved).count == saved)
    store.database.add(transactionObserver: CommitFault(failures: .max), extent: .databaseLifetime)
    for _ in 0..<4 { story.addRound() }
    story.add(.roundWithdrawn(set: 1))
    story.add(.setEnded(1, elapsed: .seconds(90), isComplete: true))
    story.add(.ended(isComplete: true))
    store.save(story, from: saved + 1)
    let closure = store.close(within: .milliseconds(200))
    let file = try #require(closure.rescueFile)
    #expect(closure == .unsaved(count: story.changes.count - saved, rescueFile: file))
    let copy = try Data(contentsOf: URL(fileURLWithPath: file))

    let next = try folder.open()
    #expect(next.opening == StoreOpening(backup: nil, adopted: [file], left: []))
    #expect(try next.workouts(limit: 2) == [story.workout])
    // It continues in another run; then a power cut brings the file back: no round counts twice, nothing goes
    // backwards.
    let before = story.changes.count
    story.addRound()
    next.save(story, from: before + 1)
    #expect(next.close(within: testLimit) == .complete)
    try copy.write(to: URL(fileURLWithPath: file))
    let third = try folder.open()
    #expect(third.opening.adopted == [file])
    #expect(try third.workouts(limit: 2) == [story.workout])
  }

  @Test("a commit that hangs but succeeds, and the rescue file with the same changes, count once")
  func hanging() throws {
    let store = try folder.open()
    let fault = CommitFault(delay: .seconds(2))
    store.database.add(transactionObserver: fault, extent: .databaseLifetime)
    let reports = Reports()
    let story = try WorkoutStory.running(seed: 7, begun: Self.date)
    store.start(report: reports.report)
    store.save(story)
    #expect(fault.waitForCommit())
    #expect(store.close(within: .milliseconds(100)).rescueFile != nil)
    // The commit ends all the same, later, with as many of the changes as it had taken before it hung.
    #expect(!reports.first(1).isEmpty)
    #expect(try folder.open().workouts(limit: 2) == [story.workout])
  }

  @Test("a rescue file of a deleted workout is discarded")
  func rescuedLate() throws {
    let story = try WorkoutStory.running(seed: 8, begun: Self.date)
    let lines = RescueFile.lines(
      [
        .workout(
          WorkoutEntry(workout: story.workout.id, writer: UUID(), place: 9, number: 9, change: story.changes[2]))
      ])
    let file = try RescueFile.write(lines, database: folder.database, folder: folder.path + "/state")
    let store = try folder.open()
    #expect(store.opening.adopted == [file])
    #expect(try store.workoutCount() == 0)
  }

  @Test("a rescue file holds every change, to the nanosecond", arguments: 1...20)
  func rescueLines(seed: UInt64) throws {
    var story = try WorkoutStory(seed: seed)
    for _ in 0..<40 { story.addAnything() }
    let writer = UUID()
    let entries = story.changes.enumerated().map { place, change in
      WorkoutEntry(workout: story.workout.id, writer: writer, place: place, number: 0, change: change)
    }
    let lines = RescueFile.lines(entries.map(StoreChange.workout))
    let file = try RescueFile.write(lines, database: folder.database, folder: folder.path + "/state")
    let content = try #require(RescueFile.read(file, database: folder.database))
    #expect(content.unreadable == 0 && content.lines == lines && lines.count == entries.count)
  }
}
