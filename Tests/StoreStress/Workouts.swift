import Foundation
import GRDB
import Glibc
import Ports
import SQLiteStore
import Time
import Timers

private let sets = 4
private let roundsInSet = 50

/// Saves changes of timed practices as fast as the store takes them, first continuing the practice that was left
/// before. Ends only if the store cannot be opened.
func streamWorkouts(_ path: String) -> Int32 {
  let store: SQLiteStore
  let known: KnownTimers
  do {
    store = try SQLiteStore(path: path)
    known = try store.timers(at: Date())
  } catch {
    FileHandle.standardError.write(Data("\(error)\n".utf8))
    return 4
  }
  guard
    let configuration = try? TimerConfiguration(.amrap(durationSeconds: 600), source: .free, sets: sets, restSeconds: 0)
  else { return 1 }
  say("ready")
  let room = DispatchSemaphore(value: 16)
  store.start { event in
    guard case .savedWorkout(let id, let change) = event else { return }
    say("saved-workout \(id) \(change)")
    room.signal()
  }
  var workout = known.paused
  while true {
    var player = Player(store: store, room: room, workout: workout)
    player.play(configuration)
    workout = nil
  }
}

/// One timed practice from where it is to its end.
private struct Player {
  let store: SQLiteStore
  let room: DispatchSemaphore
  var workout: Workout?
  private var number = 0

  init(store: SQLiteStore, room: DispatchSemaphore, workout: Workout?) {
    self.store = store
    self.room = room
    self.workout = workout
  }

  mutating func play(_ configuration: TimerConfiguration) {
    if let workout {
      save(.moved(workout.position, isPaused: false), "moved")
    } else {
      let now = Date()
      let begun = Workout(
        id: UUID(), configuration: configuration, started: now, changed: now, state: .running,
        position: WorkoutPosition(.set, set: 1, elapsed: .zero),
        // As practice begins one: a kill can find nothing between a beginning and its first set.
        sets: [WorkoutSet(number: 1, started: now, elapsed: .zero, state: .running, rounds: [])])
      save(.begun(begun), "begun", of: begun.id)
      workout = begun
    }
    while let workout {
      guard let set = workout.sets.last, set.state == .running else {
        guard workout.sets.count < sets else {
          save(.ended(isComplete: true), "ended")
          return
        }
        save(.setBegun(workout.sets.count + 1), "set-begun")
        continue
      }
      let last = set.rounds.last?.ended ?? .zero
      if set.rounds.count == roundsInSet {
        save(.setEnded(set.number, elapsed: last, isComplete: true), "set-ended")
      } else {
        let round = Round(
          number: set.rounds.count + 1, slot: nil, began: last, ended: last + .nanoseconds(1_000_001),
          split: .nanoseconds(1_000_001))
        save(.round(round, set: set.number), "round")
      }
    }
  }

  private mutating func save(_ kind: WorkoutChange.Kind, _ name: String, of id: UUID? = nil) {
    guard let id = id ?? workout?.id else { return }
    room.wait()
    number += 1
    let change = WorkoutChange(date: Date(), kind)
    workout?.apply(change)
    say("change \(id) \(number) \(name)")
    store.save(change, of: id, number: number)
  }
}

/// Compares the output of killed `workouts` with the state that the next practice continues from, and prints the
/// counts.
func restore(_ path: String, log: String) -> Int32 {
  do {
    let store = try SQLiteStore(path: path)
    let integrity = try store.database.read { try String.fetchAll($0, sql: "PRAGMA integrity_check") }
    let known = try store.timers(at: Date())
    var workouts: [UUID: Workout] = [:]
    try store.readWorkouts { workouts[$0.id] = $0 }
    let promises = Promises(log: try String(contentsOfFile: log, encoding: .utf8))
    var lost = 0
    for (id, promise) in promises.byID where promise.saved > 0 {
      guard let workout = workouts[id] else {
        lost += 1
        continue
      }
      // Each round once and in order, at least those that were called saved, at most those that were handed over.
      if workout.rounds < promise.savedRounds || workout.rounds > promise.rounds { lost += 1 }
      if promise.hasEnded ? workout.state != .complete : !workout.state.isOver && known.paused != workout { lost += 1 }
      for (place, set) in workout.sets.enumerated() {
        let isWhole = place == workout.sets.count - 1 || set.rounds.count == roundsInSet
        if set.number != place + 1 || set.rounds.map(\.number) != Array(1..<(set.rounds.count + 1)) || !isWhole {
          lost += 1
        }
      }
    }
    // Killed runs follow one another within the hour: the next run continues the unfinished one.
    if workouts.values.contains(where: { $0.state == .incomplete }) { lost += 1 }
    let saved = promises.byID.values.reduce(0) { $0 + $1.saved }
    say(
      "saved \(saved) lost \(lost) paused \(known.paused == nil ? 0 : 1) rounds \(known.paused?.rounds ?? 0) "
        + "integrity \(integrity.joined(separator: "; "))")
    return lost == 0 && integrity == ["ok"] ? 0 : 1
  } catch {
    say("unusable \(error)")
    return 1
  }
}

/// The changes that runs of `workouts` handed over and that the store reported as saved.
private struct Promises {
  struct Promise {
    /// Changes called saved.
    var saved = 0
    /// Rounds handed over by all runs, and those of them that are promised.
    var rounds = 0
    var savedRounds = 0
    var hasEnded = false
  }

  private(set) var byID: [UUID: Promise] = [:]

  init(log: String) {
    /// Of the run that writes here: which numbers are rounds.
    var kinds: [UUID: [Int: Substring]] = [:]
    // What follows the last line break was cut short by the crash and promises nothing.
    for line in log.split(separator: "\n", omittingEmptySubsequences: false).dropLast() {
      let words = line.split(separator: " ")
      if words == ["ready"] { kinds = [:] }
      guard words.count >= 3, let id = UUID(uuidString: String(words[1])), let number = Int(words[2]) else { continue }
      switch words[0] {
      case "change" where words.count == 4:
        kinds[id, default: [:]][number] = words[3]
        if words[3] == "round" { byID[id, default: Promise()].rounds += 1 }
      case "saved-workout":
        byID[id, default: Promise()].saved += 1
        switch kinds[id]?[number] {
        case "round": byID[id, default: Promise()].savedRounds += 1
        case "ended": byID[id, default: Promise()].hasEnded = true
        default: break
        }
      default: continue
      }
    }
  }
}
