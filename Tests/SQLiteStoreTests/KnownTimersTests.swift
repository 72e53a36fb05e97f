import Foundation
import GRDB
import Ports
import TestSupport
import Testing
import Time
import Timers

@testable import SQLiteStore

@Suite("The known state of practice timers")
struct KnownTimersTests {
  private let folder: ScratchFolder
  private static let date = Date(timeIntervalSince1970: 1_790_000_000)

  init() throws { folder = try ScratchFolder() }

  private func paused(_ workout: Workout) -> Workout {
    var workout = workout
    workout.state = .paused
    return workout
  }

  @Test("nothing is known of a new database")
  func empty() throws {
    #expect(try folder.open().timers(at: Self.date) == KnownTimers())
    #expect(try SQLiteStore.storedWorkouts(path: folder.path + "/none.sqlite", limit: 9).isEmpty)
    #expect(!FileManager.default.fileExists(atPath: folder.path + "/none.sqlite"))
  }

  @Test("each kind has the configuration remembered last")
  func configurations() throws {
    let store = try folder.open()
    let amrap = try TimerConfiguration(
      .amrap(durationSeconds: 90), source: .free, sets: 3, restSeconds: 0, countdownSeconds: 5, cues: [.finish])
    let emom = try TimerConfiguration(.emom(slots: 3, slotSeconds: 20, rounds: 1))
    for configuration in [.standard(.amrap), emom, amrap] as [TimerConfiguration] { store.remember(configuration) }
    #expect(store.close(within: testLimit) == .complete)
    let known = try folder.open().timers(at: Self.date)
    #expect(known == KnownTimers(configurations: [.amrap: amrap, .emom: emom]))
    #expect(known.quickStart(.forTime) == .standard(.forTime))
  }

  @Test(
    "an unfinished one is paused within the hour after its newest change, and filed as incomplete later",
    arguments: [(0.0, true), (3_599, true), (3_601, false), (1e8, false), (-1e8, true)])
  func one(after seconds: Double, isPaused: Bool) throws {
    let story = try WorkoutStory.running(seed: 1, begun: Self.date)
    let store = try folder.kept([story])
    let known = try store.timers(at: story.workout.changed.addingTimeInterval(seconds))
    let now = try #require(try store.workouts(limit: 1).first)
    if isPaused {
      #expect(known.paused == paused(story.workout))
      // It is listed as it is, and its hour continues from the last change.
      #expect(now == known.paused && now.changed == story.workout.changed)
    } else {
      #expect(known.paused == nil)
      #expect(now.state == .incomplete && now.ended == story.workout.changed)
      #expect(now.sets.map(\.state) == [.incomplete] && now.rounds == 3)
    }
    // Looking twice changes nothing.
    #expect(try store.timers(at: story.workout.changed.addingTimeInterval(seconds)) == known)
    #expect(try store.workouts(limit: 1) == [now])
  }

  @Test("the newest of several unfinished ones is paused, and all others are filed")
  func several() throws {
    let old = try WorkoutStory.running(seed: 1, begun: Self.date.addingTimeInterval(-9_000))
    let over = try WorkoutStory.ended(seed: 2, begun: Self.date.addingTimeInterval(-100))
    let recent = try WorkoutStory.running(seed: 3, begun: Self.date.addingTimeInterval(-50))
    let newest = try WorkoutStory.running(seed: 4, begun: Self.date.addingTimeInterval(-40))
    var broken = try WorkoutStory.running(seed: 5, begun: Self.date.addingTimeInterval(-30))
    broken.add(.moved(WorkoutPosition(.set, set: 7, elapsed: .zero), isPaused: true))
    let last = try WorkoutStory.ended(seed: 6, begun: Self.date.addingTimeInterval(-20))
    let store = try folder.kept([old, over, recent, newest, broken, last])
    #expect(try store.timers(at: Self.date).paused == paused(newest.workout))
    let states = try store.workouts(limit: 10).map { "\($0.state) \($0.rounds)" }
    #expect(
      states == ["complete 3", "incomplete 3", "paused 3", "incomplete 3", "complete 3", "incomplete 3"])
    #expect(try store.workouts(limit: 10)[3].ended == recent.workout.changed)
    // An hour later that one is filed as well.
    #expect(try store.timers(at: Self.date.addingTimeInterval(4_000)) == KnownTimers())
    #expect(try store.workouts(limit: 10).allSatisfy { $0.state.isOver })
  }

  @Test("a resumed one continues from its state, with the same id")
  func resumed() throws {
    var story = try WorkoutStory.running(seed: 7, begun: Self.date)
    let store = try folder.kept([story])
    let before = story.changes.count
    #expect(try store.timers(at: Self.date).paused?.id == story.workout.id)
    story.add(.moved(story.workout.position, isPaused: true))
    story.add(.moved(story.workout.position, isPaused: false))
    story.addRound()
    // Another run of the program counts from 1 again.
    for (number, change) in story.changes[before...].enumerated() {
      store.save(change, of: story.workout.id, number: number + 1)
    }
    #expect(store.close(within: testLimit) == .complete)
    #expect(try folder.open().workouts(limit: 2) == [story.workout])
  }
}
