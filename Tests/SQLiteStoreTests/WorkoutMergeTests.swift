import Exchange
import Foundation
import GRDB
import TestSupport
import Testing
import Time
import Timers

@testable import SQLiteStore

@Suite("Merging timed practice")
struct WorkoutMergeTests {
  private static let date = Date(timeIntervalSince1970: 1_790_000_000)

  private func workouts(_ count: Int, seed: UInt64 = 1) throws -> [Workout] {
    try (0..<count).map { index in
      var story = try WorkoutStory.running(
        seed: seed * 1_000 + UInt64(index), rounds: index % 7,
        begun: Self.date.addingTimeInterval(Double(index) * 5_000))
      if index % 3 > 0 {
        story.add(.setEnded(1, elapsed: .seconds(99), isComplete: true))
        story.add(.ended(isComplete: index % 2 == 0))
      }
      return story.workout
    }
  }

  @discardableResult
  private func merge(
    _ workouts: [Workout], replacing: Bool = false, into store: SQLiteStore
  ) throws -> [RecordMerge.Outcome] {
    var outcomes: [RecordMerge.Outcome] = []
    try store.merge(replacing: replacing) { merge in outcomes = try workouts.map { try merge.add($0) } }
    return outcomes
  }

  private func all(_ store: SQLiteStore) throws -> [Workout] {
    var all: [Workout] = []
    try store.readWorkouts { all.append($0) }
    return all
  }

  private func exported(_ store: SQLiteStore, _ format: ExchangeFormat) throws -> [UInt8] {
    var writer = try #require(WorkoutWriter(format))
    try store.readWorkouts { writer.write($0) }
    return writer.bytes
  }

  private func read(_ bytes: [UInt8]) throws -> [Workout] {
    var reader = ExchangeReader()
    reader.append(bytes)
    reader.end()
    var workouts: [Workout] = []
    while let item = try reader.next() {
      if case .workout(let workout) = item { workouts.append(workout) } else { Issue.record("\(item)") }
    }
    return workouts
  }

  @Test(
    "kept workouts are exported, imported into an empty store, and exported again as the same bytes",
    arguments: [ExchangeFormat.csv, .jsonl])
  func there(format: ExchangeFormat) throws {
    let (folder, other) = (try ScratchFolder(), try ScratchFolder())
    let first = try folder.open()
    for seed in 1...20 {
      var story = try WorkoutStory.running(
        seed: UInt64(seed), begun: Self.date.addingTimeInterval(Double(seed) * 5_000))
      if seed % 4 > 0 { story.add(.setEnded(1, elapsed: .nanoseconds(98_000_000_001), isComplete: true)) }
      if seed % 4 > 1 { story.add(.ended(isComplete: seed % 4 > 2)) }
      first.save(story)
    }
    #expect(first.close(within: testLimit) == .complete)
    let bytes = try exported(folder.open(), format)
    let store = try other.open()
    #expect(try merge(read(bytes), into: store) == Array(repeating: .added, count: 20))
    #expect(try exported(store, format) == bytes)
    // The second time adds nothing and changes nothing.
    #expect(try merge(read(bytes), into: store) == Array(repeating: .duplicate, count: 20))
    #expect(try exported(store, format) == bytes)
  }

  @Test("a workout continued since replaces the known one, and an older one changes nothing")
  func wentOn() throws {
    let store = try ScratchFolder().open()
    var story = try WorkoutStory.running(seed: 1, rounds: 5, begun: Self.date)
    let before = story.workout
    let others = try workouts(2, seed: 9)
    try merge([before] + others, into: store)
    story.add(.roundWithdrawn(set: 1))
    story.add(.setEnded(1, elapsed: .seconds(50), isComplete: true))
    story.add(.ended(isComplete: true))
    #expect(try merge([story.workout], into: store) == [.added])
    #expect(try all(store).first == story.workout)
    #expect(try merge([before], into: store) == [.duplicate])
    // It has kept its place, and nothing of it is there twice.
    #expect(try Set(all(store)) == Set([story.workout] + others) && all(store).count == 3)
    #expect(try store.workouts(limit: 3).last == story.workout)
  }

  @Test("old history merged last is sorted in, with its sets and rounds")
  func order() throws {
    let store = try ScratchFolder().open()
    let all = try workouts(12)
    try merge(Array(all[6...]), into: store)
    try merge(Array(all[..<6]), into: store)
    #expect(try self.all(store) == all)
    #expect(try store.workouts(limit: 4) == all.reversed().prefix(4).map { $0 })
    #expect(try store.workouts(before: all[6].id, limit: 2) == [all[5], all[4]])
  }

  @Test("replacing replaces its own kind, keeps the other, and copies the database first")
  func replacing() throws {
    let folder = try ScratchFolder()
    let store = try folder.open()
    let answers = try records(3).map { ($0, RecordIdentity.id) }
    try store.merge { merge in
      for (answer, identity) in answers { _ = try merge.add(.comparison(answer), identity) }
      for workout in try workouts(3) { _ = try merge.add(workout) }
    }
    let other = try workouts(2, seed: 2)
    try merge(other, replacing: true, into: store)
    #expect(try all(store) == other && store.recordCount() == 3)
    try store.merge(replacing: true) { _ = try $0.add(.comparison(answers[0].0), .id) }
    #expect(try all(store) == other && store.recordCount() == 1)
    #expect(try folder.names().count { $0.contains("-backup-") } == 2)
    // Nothing that comes replaces nothing.
    try merge([], replacing: true, into: store)
    #expect(try all(store) == other && store.recordCount() == 1)
  }

  @Test("a body that throws has changed nothing")
  func thrown() throws {
    struct Enough: Error {}
    let folder = try ScratchFolder()
    let store = try folder.open()
    let mine = try workouts(3)
    try merge(mine, into: store)
    #expect(throws: Enough.self) {
      try store.merge(replacing: true) { merge in
        _ = try merge.add(try workouts(1, seed: 3)[0])
        throw Enough()
      }
    }
    #expect(try all(store) == mine)
  }
}
