import Foundation
import TestSupport
import Testing
import Time
import Timers

@testable import SQLiteStore

/// A timed practice as the changes that make it, covering everything that can happen to one. Dates are whole
/// milliseconds, because the store keeps no more; spans are to the nanosecond.
struct WorkoutStory {
  var random: SplitMix64
  private(set) var workout: Workout
  private(set) var changes: [WorkoutChange] = []
  private var date: Date

  private struct Impossible: Error {}

  /// Creates one that has just begun, with random sets if `seed` says so.
  init(seed: UInt64, sets: Int? = nil, begun: Date = Date(timeIntervalSince1970: 1_790_000_000)) throws {
    var random = SplitMix64(seed: seed)
    let forms: [TimerConfiguration.Form] = [
      .forTime(capSeconds: nil, rounds: 7), .forTime(capSeconds: 600, rounds: 999), .amrap(durationSeconds: 600),
      .emom(slots: 10, slotSeconds: 60, rounds: 5),
    ]
    guard let form = forms.randomElement(using: &random),
      let source = RoundSource.allCases.randomElement(using: &random)
    else { throw Impossible() }
    let configuration = try TimerConfiguration(
      form, source: source, sets: sets ?? .random(in: 1...5, using: &random),
      restSeconds: [0, 15, 120].randomElement(using: &random) ?? 0,
      countdownSeconds: Bool.random(using: &random) ? 10 : nil,
      cues: Set(TimerCueGroup.allCases.filter { _ in Bool.random(using: &random) }))
    date = begun
    workout = Workout(
      id: random.identifier(), configuration: configuration, started: begun, changed: begun, state: .running,
      position: WorkoutPosition(configuration.countdownSeconds == nil ? .set : .countdown, set: 1, elapsed: .zero),
      sets: [])
    self.random = random
    changes = [WorkoutChange(date: begun, .begun(workout))]
  }

  /// What happens next, a while later.
  mutating func add(_ kind: WorkoutChange.Kind, after seconds: Double = 1) {
    date = Date(timeIntervalSince1970: ((date.timeIntervalSince1970 + seconds) * 1000).rounded() / 1000)
    let change = WorkoutChange(date: date, kind)
    changes.append(change)
    workout.apply(change)
  }

  /// A round that follows the last one of `set`.
  mutating func addRound(set: Int = 1) {
    let rounds = workout.sets.last { $0.number == set }?.rounds ?? []
    let last = rounds.last?.ended ?? .zero
    let split = Duration.nanoseconds(Int64.random(in: 1...9_999_999_999, using: &random))
    add(
      .round(
        Round(
          number: rounds.count + 1, slot: workout.configuration.slots.map { _ in rounds.count / 5 + 1 },
          began: last + .nanoseconds(1), ended: last + split, split: split), set: set))
  }

  /// Whatever a reducer may give and more: sets that are not there, what comes after the end.
  mutating func addAnything() {
    let set = Int.random(in: 1...max(workout.sets.count + 1, 1), using: &random)
    let span = Duration.nanoseconds(Int64.random(in: 0...7_200_000_000_000, using: &random))
    switch Int.random(in: 0..<20, using: &random) {
    case 0..<9: addRound(set: set)
    case 9..<11: add(.roundWithdrawn(set: set))
    case 11..<14:
      let stage = WorkoutPosition.Stage.allCases.randomElement(using: &random) ?? .set
      add(.moved(WorkoutPosition(stage, set: set, elapsed: span), isPaused: .random(using: &random)))
    case 14..<17 where workout.sets.count < workout.configuration.sets: add(.setBegun(workout.sets.count + 1))
    case 17..<19: add(.setEnded(set, elapsed: span, isComplete: .random(using: &random)))
    case 19: add(.ended(isComplete: .random(using: &random)))
    default: add(.moved(workout.position, isPaused: true), after: Double.random(in: -10...100, using: &random))
    }
  }

  /// One with `rounds` rounds in a set that runs, begun at `begun`.
  static func running(seed: UInt64, rounds: Int = 3, begun: Date) throws -> WorkoutStory {
    var story = try WorkoutStory(seed: seed, begun: begun)
    story.add(.setBegun(1))
    for _ in 0..<rounds { story.addRound() }
    return story
  }

  /// The same, ended.
  static func ended(seed: UInt64, rounds: Int = 3, begun: Date) throws -> WorkoutStory {
    var story = try running(seed: seed, rounds: rounds, begun: begun)
    story.add(.setEnded(1, elapsed: .seconds(60), isComplete: true))
    story.add(.ended(isComplete: true))
    return story
  }
}

extension SplitMix64 {
  /// An id that is the same in every run.
  mutating func identifier() -> UUID {
    let bytes = (0..<16).map { _ in UInt8.random(in: 0...255, using: &self) }
    return bytes.withUnsafeBytes { UUID(uuid: $0.loadUnaligned(as: uuid_t.self)) }
  }
}

extension SQLiteStore {
  /// Hands over all of `story` as the loop would, numbered from 1.
  func save(_ story: WorkoutStory, from first: Int = 1) {
    for (place, change) in story.changes.enumerated() where place + 1 >= first {
      save(change, of: story.workout.id, number: place + 1)
    }
  }
}

extension ScratchFolder {
  /// Saves `stories` one after the other and closes; the store is opened again.
  func kept(_ stories: [WorkoutStory]) throws -> SQLiteStore {
    let store = try open()
    for story in stories { store.save(story) }
    #expect(store.close(within: testLimit) == .complete)
    return try open()
  }
}

extension SQLiteStore {
  /// The newest `limit` of the database at `path`, newest first.
  static func storedWorkouts(
    path: String, limit: Int, damaged: (DamagedRow) -> Void = { _ in }
  ) throws -> [Workout] {
    var workouts: [Workout] = []
    try readStoredWorkouts(path: path, limit: limit, damaged: damaged) { workouts.append($0) }
    return workouts
  }
}
