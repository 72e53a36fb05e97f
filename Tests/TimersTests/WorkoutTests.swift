import Foundation
import Testing
import Time

@testable import Timers

struct WorkoutTests {
  /// Two sets of an EMOM with rounds, a pause and a late round.
  private func played() throws -> Driver {
    var driver = Driver(try emom(2, every: 15, rounds: 2, sets: 2, rest: 10, countdown: 3))
    driver.round(3, 7)
    driver.send(.pause, at: 9)
    driver.send(.resume, at: 19)
    driver.round(19, 22.000_000_001)
    driver.round(42.9, 44)
    driver.finish()
    return driver
  }

  @Test("the kept changes, in order, make up the workout")
  func changes() throws {
    let driver = try played()
    let workout = try #require(driver.workout)
    guard case .begun(var kept)? = driver.changes.first?.kind else {
      Issue.record("nothing says that it has begun")
      return
    }
    for change in driver.changes.dropFirst() { kept.apply(change) }
    #expect(kept == workout)
    #expect(workout.rounds == 3 && workout.state == .complete && workout.practised == .seconds(60))
    #expect(workout.sets.map(\.rounds.count) == [3, 0])
  }

  @Test("a workout is written and read to the nanosecond")
  func coding() throws {
    let workout = try #require(try played().workout)
    let read = try JSONDecoder().decode(Workout.self, from: try JSONEncoder().encode(workout))
    #expect(read == workout)
    #expect(read.sets.first?.rounds[1].ended == .nanoseconds(9_000_000_001))
  }

  @Test("in files the slot of a round is its interval")
  func slotKey() throws {
    let round = Round(number: 1, slot: 2, began: .zero, ended: .seconds(3), split: .seconds(3))
    let text = String(decoding: try JSONEncoder().encode(round), as: UTF8.self)
    #expect(text.contains("\"interval\":2") && !text.contains("slot"), "\(text)")
  }

  @Test("a change of a missing set changes only the date")
  func unknownSet() throws {
    var workout = try #require(Driver(try amrap(30)).workout)
    let round = Round(number: 1, slot: nil, began: .zero, ended: .seconds(3), split: .seconds(3))
    var expected = workout
    expected.changed = Driver.date.addingTimeInterval(9)
    workout.apply(WorkoutChange(date: expected.changed, .round(round, set: 7)))
    #expect(workout == expected)
  }

  @Test(
    "after a crash it is paused within the hour, and incomplete later; a clock that has lost its time ages nothing",
    arguments: [(0.0, true), (3_600, true), (3_601, false), (1e9, false), (-1e9, true)])
  func restored(after seconds: Double, isPaused: Bool) throws {
    var driver = Driver(try amrap(60))
    driver.round(0, 7)
    let workout = try #require(driver.workout)
    #expect(workout.changed == Driver.date.addingTimeInterval(7))
    switch workout.restored(at: workout.changed.addingTimeInterval(seconds)) {
    case .paused(let restored):
      #expect(isPaused && restored.state == .paused && restored.sets == workout.sets)
    case .ended(let restored):
      #expect(!isPaused && restored.state == .incomplete && restored.ended == workout.changed)
      #expect(restored.sets.map(\.state) == [.incomplete] && restored.rounds == 1)
    case .over:
      Issue.record("it was not over")
    }
  }

  @Test("a finished workout does not change")
  func over() throws {
    #expect(try played().workout?.restored(at: Driver.date) == .over)
  }

  @Test("a practice killed as soon as its beginning is kept waits to be resumed", arguments: [nil, 3])
  func crashAtTheBeginning(countdown: Int?) throws {
    var driver = Driver(try emom(2, every: 60, rounds: 1, sets: 2, countdown: countdown))
    driver.finish()
    guard case .begun(let kept)? = driver.changes.first?.kind, case .paused = kept.restored(at: kept.changed) else {
      Issue.record("it is over before it has begun")
      return
    }
  }

  @Test("a crash between the end of the last set and the end of all leaves a complete workout")
  func crashAtTheEnd() throws {
    var driver = Driver(try amrap(30))
    driver.finish()
    guard case .begun(var kept)? = driver.changes.first?.kind else { return }
    for change in driver.changes.dropFirst().dropLast() { kept.apply(change) }
    #expect(kept.state == .running)
    guard case .ended(let restored) = kept.restored(at: kept.changed) else {
      Issue.record("there is nothing to resume")
      return
    }
    #expect(restored.state == .complete)
  }

  @Test("after a crash at any moment it is restored, and continues to its end", arguments: [0, 10])
  func crashAnywhere(rest: Int) throws {
    var driver = Driver(try emom(2, every: 15, rounds: 1, sets: 2, rest: rest, countdown: 3))
    driver.round(3, 7)
    driver.round(18, 20)
    driver.finish()
    guard case .begun(var kept)? = driver.changes.first?.kind else { return }
    for change in driver.changes.dropFirst() {
      if case .paused(let restored) = kept.restored(at: kept.changed) {
        var again = Driver()
        again.send(.restore(restored))
        #expect(again.view.phase == .paused && again.workout?.rounds == kept.rounds)
        #expect(again.training.isEmpty && again.placed.isEmpty, "nothing resumes by itself")
        again.send(.resume, at: 50)
        again.finish()
        #expect(again.workout?.state == .complete && again.workout?.practised == .seconds(60))
        #expect(again.workout?.sets.map(\.rounds.count).reduce(0, +) == kept.rounds)
        #expect(again.shown.last?.hasSuffix("finish") == true)
      } else {
        #expect(kept.sets.count == 2 && kept.sets.last?.state == .complete)
      }
      kept.apply(change)
    }
  }

  @Test("a restored EMOM that waited for the minute continues to wait")
  func restoredWaiting() throws {
    var driver = Driver(try emom(2, every: 60, rounds: 1))
    driver.round(0, 10)
    driver.send(.pause, at: 50)
    var again = Driver()
    again.send(.restore(try #require(driver.workout)))
    #expect(again.changes.isEmpty, "it was paused already: the hour counts from then")
    again.send(.resume, at: 5)
    #expect(again.view.isWaiting)
    again.wait(until: 15)
    #expect(again.training == ["await 5", "start 15"] && again.view.slot == 2)
    #expect(again.shown == ["12 three", "13 two", "14 one", "15 interval"])
  }

  @Test("a cue given when it was paused is not repeated")
  func restoredAtACue() throws {
    var driver = Driver(try amrap(60))
    driver.send(.pause, at: 30)
    var again = Driver()
    again.send(.restore(try #require(driver.workout)))
    again.send(.resume, at: 5)
    again.finish()
    #expect(driver.shown + again.shown == ["0 start", "30 thirty-seconds", "35 finish"])
  }

  @Test("values of a file are checked")
  func nonsense() throws {
    let workout = try #require(Driver(try amrap(60, sets: 2)).workout)
    func round(ended: Duration) -> Round {
      Round(number: 1, slot: nil, began: .zero, ended: ended, split: ended)
    }
    let changes: [(inout Workout) -> Void] = [
      { $0.position.elapsed = .seconds(-1) }, { $0.position.elapsed = .seconds(1_000_000) }, { $0.position.set = 0 },
      { $0.position.set = 3 }, { $0.sets = [] }, { $0.sets.append($0.sets[0]) }, { $0.position.stage = .rest },
      { $0.position.stage = .countdown }, { $0.sets[0].state = .complete }, { $0.sets[0].number = 2 },
      { $0.sets[0].elapsed = .nanoseconds(Int64.max) },
      { $0.sets[0].rounds = [round(ended: .nanoseconds(Int64.min))] },
      { $0.sets[0].rounds = [round(ended: .seconds(9))] },
    ]
    for change in changes {
      var broken = workout
      change(&broken)
      guard case .ended(let filed) = broken.restored(at: broken.changed) else {
        Issue.record("\(broken) can be resumed")
        continue
      }
      #expect(filed.state == .incomplete)
      var driver = Driver()
      broken.state = .paused
      driver.send(.restore(broken))
      #expect(driver.timer.phase == .idle && driver.effects.isEmpty)
    }
  }
}
