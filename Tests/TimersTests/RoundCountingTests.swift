import Testing
import Time

@testable import Timers

struct RoundCountingTests {
  private func splits(_ driver: Driver, set: Int = 1) -> [Double] {
    driver.workout?.sets[set - 1].rounds.map(\.split.seconds) ?? []
  }

  @Test("splits run from end to end, and with the remainder make up the set")
  func splitsAddUp() throws {
    var driver = Driver(try amrap(60))
    driver.round(0, 5)
    driver.round(5.4, 12)
    driver.send(.pause, at: 20)
    driver.send(.resume, at: 100)
    driver.round(100, 110)
    driver.finish()
    let set = try #require(driver.workout?.sets.first)
    #expect(set.rounds.map(\.split.seconds) == [5, 7, 18])
    #expect(set.rounds.map(\.ended.seconds) == [5, 12, 30] && set.rounds.map(\.number) == [1, 2, 3])
    #expect(set.remainder == .seconds(30) && set.elapsed == .seconds(60))
  }

  @Test("a set that is full counts no more rounds")
  func full() throws {
    let most = TimerConfiguration.mostRounds
    var restored = try #require(Driver(try amrap(3_600)).workout)
    restored.sets[0].rounds = (1..<most).map {
      Round(number: $0, slot: nil, began: .milliseconds($0), ended: .milliseconds($0), split: .zero)
    }
    restored.position.elapsed = .seconds(50)
    var driver = Driver()
    driver.send(.restore(restored))
    driver.send(.resume)
    driver.round(10, 11)
    driver.round(12, 13)
    #expect(driver.workout?.sets.first?.rounds.count == most)
    driver.finish()
    #expect(driver.workout?.state == .complete)
  }

  @Test("an exercise running when time is up may be finished and counts, one that begins later does not")
  func lateRound() throws {
    for configuration in try [amrap(30), forTime(cap: 30, rounds: 5), emom(2, every: 15, rounds: 5)] {
      var driver = Driver(configuration)
      driver.round(0, 10)
      driver.round(29.9, 41)
      #expect(driver.timer.phase == .finished)
      driver.round(41.4, 44)
      // In an EMOM, from the start of its slot.
      #expect(splits(driver) == [10, configuration.kind == .emom ? 26 : 31])
      #expect(driver.workout?.sets.first?.remainder == .seconds(-11), "eleven seconds after the end")
      #expect(driver.workout?.practised == .seconds(30))
    }
  }

  @Test("an exercise that runs into the rest, or through it, counts for its own set")
  func intoTheRest() throws {
    for end in [35.0, 55] {
      var driver = Driver(try amrap(30, sets: 2, rest: 10))
      driver.round(25, end)
      driver.round(end + 1, end + 5)
      #expect(splits(driver, set: 1) == [end])
      driver.wait(until: 65)
      #expect(splits(driver, set: 2) == (end == 55 ? [20] : []), "what begins in a rest counts nothing")
    }
  }

  @Test("the remainder of a slot is no part of the next round's time")
  func emomRest() throws {
    var driver = Driver(try emom(3, every: 15, rounds: 1))
    driver.round(0, 8)
    driver.wait(until: 15)
    driver.round(15, 22)
    driver.wait(until: 30)
    driver.round(30, 36)
    #expect(splits(driver) == [8, 7, 6])
  }

  @Test("an EMOM waits when its rounds are done, and continues exactly on the minute")
  func emomWaits() throws {
    var driver = Driver(try emom(3, every: 60, rounds: 2))
    driver.round(0, 10)
    #expect(!driver.view.isWaiting)
    driver.round(10.4, 20)
    #expect(driver.view.isWaiting && driver.view.round == 2 && driver.view.rounds == 2)
    driver.wait(until: 60)
    #expect(!driver.view.isWaiting && driver.view.round == 0 && driver.view.slot == 2)
    driver.round(60, 70)
    driver.round(70.4, 119.5)
    driver.wait(until: 179.9)
    #expect(
      driver.training == ["start 0", "hold 20", "start 60", "hold 119.5", "start 120", "hold 180"])
    driver.finish()
    #expect(driver.workout?.sets.first?.rounds.map(\.slot) == [1, 1, 2, 2])
  }

  @Test("an exercise that runs over the minute counts for the interval it began in; the next has its own rounds")
  func emomRunsOn() throws {
    var driver = Driver(try emom(3, every: 60, rounds: 2))
    driver.round(0, 10)
    driver.round(50, 75)
    #expect(driver.view.round == 0 && driver.view.slot == 2 && !driver.view.isWaiting)
    driver.round(76, 80)
    driver.round(81, 85)
    #expect(driver.view.isWaiting)
    driver.wait(until: 130)
    #expect(driver.workout?.sets.first?.rounds.map(\.slot) == [1, 1, 2, 2])
    #expect(driver.training == ["start 0", "hold 85", "start 120"], "nothing stopped it on the first minute")
  }

  @Test("after the last interval's rounds the wait is no longer than the set", arguments: [0, 10])
  func emomLastSlot(rest: Int) throws {
    var driver = Driver(try emom(1, every: 15, rounds: 1, sets: 2, rest: rest))
    driver.round(0, 5)
    driver.wait(until: 16 + Double(rest))
    #expect(driver.view.set == 2)
    #expect(driver.training == ["start 0", "hold 5", "start \(15 + rest)"])
  }

  @Test("the same round reported twice counts once")
  func twice() throws {
    var driver = Driver(try amrap(60))
    driver.round(0, 5)
    driver.send(.round(began: at(0), ended: at(5)))
    driver.send(.round(began: at(3), ended: at(5)))
    driver.send(.round(began: at(5), ended: at(5)))
    #expect(splits(driver) == [5])
  }

  @Test("a round from another workout's exercise counts nothing")
  func foreign() throws {
    var driver = Driver(try amrap(60, countdown: 10))
    driver.round(2, 5)
    driver.round(8, 15)
    #expect(driver.workout?.rounds == 0)
    driver.round(20, 19)
    #expect(driver.workout?.rounds == 0)
    driver.round(15, 25)
    #expect(driver.workout?.rounds == 1)
  }

  @Test("a round running at a pause was dropped; one done before it counts, however late it is reported")
  func aroundAPause() throws {
    var driver = Driver(try forTime(rounds: 3, sets: 2, rest: 10))
    driver.round(0, 5)
    driver.send(.pause, at: 20)
    driver.send(.round(began: at(5), ended: at(19)), at: 21)
    #expect(splits(driver) == [5, 14])
    driver.send(.round(began: at(19.5), ended: at(20.5)), at: 22)
    driver.send(.resume, at: 100)
    driver.send(.round(began: at(19.5), ended: at(101)), at: 101)
    #expect(splits(driver) == [5, 14])
    driver.round(102, 110)
    #expect(splits(driver) == [5, 14, 11] && driver.timer.phase == .resting)
  }

  @Test("the last round may be reported while paused: the rest then waits to be resumed")
  func lastRoundWhilePaused() throws {
    var driver = Driver(try forTime(rounds: 1, sets: 2, rest: 10))
    driver.send(.pause, at: 20)
    driver.send(.round(began: at(0), ended: at(19)), at: 21)
    #expect(driver.timer.phase == .paused && driver.view.pausedIn == .resting)
    #expect(driver.view.elapsed == .seconds(1) && driver.shown == ["0 start"])
    driver.send(.resume, at: 100)
    driver.wait(until: 109)
    #expect(driver.view.set == 2 && driver.timer.phase == .running && driver.shown.last == "109 start")
  }

  @Test("a round done at the same time as the end by hand counts, later ones do not")
  func aroundTheEnd() throws {
    var driver = Driver(try amrap(60))
    driver.send(.end, at: 20)
    driver.send(.round(began: at(5), ended: at(19)))
    driver.send(.round(began: at(19), ended: at(21)), at: 22)
    #expect(splits(driver) == [19])
  }

  @Test("a round counts by when it was done, not by when it was reported")
  func lateNews() throws {
    var driver = Driver(try emom(2, every: 15, rounds: 1))
    driver.wait(until: 14.9)
    driver.now = .milliseconds(15_020)
    driver.send(.round(began: at(10), ended: at(14.95)))
    #expect(driver.workout?.sets.first?.rounds.map(\.slot) == [1])
    #expect(!driver.view.isWaiting && driver.view.slot == 2)
    #expect(driver.training == ["start 0", "start 15"], "there is nothing to wait for any more")
  }

  @Test("an answer given by the stopping hands is withdrawn, and the timer is paused")
  func withdrawn() throws {
    var driver = Driver(try emom(2, every: 60, rounds: 2))
    driver.round(0, 10)
    driver.round(11, 20)
    #expect(driver.view.isWaiting)
    driver.send(.withdraw(ended: at(20)), at: 20.8)
    #expect(driver.timer.phase == .paused && splits(driver) == [10] && !driver.view.isWaiting)
    driver.send(.withdraw(ended: at(20)), at: 21)
    driver.send(.withdraw(ended: at(10)), at: 21)
    #expect(splits(driver) == [10], "only the newest, and once")
    driver.send(.resume, at: 30)
    #expect(driver.training.last == "start 30")
    driver.round(30, 39.2)
    #expect(splits(driver) == [10, 20] && driver.view.isWaiting)
  }

  @Test("an end that a withdrawn answer has caused remains")
  func withdrawnAtTheEnd() throws {
    var driver = Driver(try forTime(rounds: 1))
    driver.round(0, 10)
    driver.send(.withdraw(ended: at(10)), at: 10.8)
    #expect(driver.timer.phase == .finished && driver.workout?.rounds == 0 && driver.workout?.state == .complete)
    #expect(driver.workout?.sets.first?.remainder == .seconds(10))
  }

  @Test("free rounds are presses: each ends one and begins the next")
  func free() throws {
    var driver = Driver(try amrap(30, source: .free, sets: 2, rest: 10))
    driver.press(at: 10)
    driver.press(at: 25)
    driver.press(at: 33)
    driver.press(at: 36)
    driver.press(at: 45)
    driver.finish()
    #expect(splits(driver, set: 1) == [10, 15, 8], "the passage that was being played, and no other press in the rest")
    #expect(splits(driver, set: 2) == [5])
    #expect(driver.training.isEmpty, "there is nothing to start")
  }

  @Test("free rounds of an EMOM: presses during the wait for the minute count nothing")
  func freeEmom() throws {
    var driver = Driver(try emom(2, every: 60, rounds: 2, source: .free))
    for second in [10.0, 20, 30, 70, 130] { driver.press(at: second) }
    #expect(splits(driver) == [10, 10, 10, 60])
    #expect(driver.workout?.sets.first?.rounds.map(\.began.seconds) == [0, 10, 60, 70])
    #expect(driver.workout?.sets.first?.rounds.map(\.slot) == [1, 1, 2, 2])
  }

  @Test("a free round that has begun continues from set to set if there is no rest")
  func freeWithoutRest() throws {
    var driver = Driver(try amrap(30, source: .free, sets: 2, rest: 0))
    driver.press(at: 20)
    driver.press(at: 35)
    driver.press(at: 40)
    #expect(splits(driver, set: 1) == [20, 15] && splits(driver, set: 2) == [10])
  }

  @Test("a rest can be skipped")
  func skipRest() throws {
    var driver = Driver(try amrap(30, sets: 2, rest: 60))
    driver.send(.skipRest, at: 10)
    #expect(driver.view.set == 1 && driver.timer.phase == .running)
    driver.send(.skipRest, at: 40)
    #expect(driver.timer.phase == .running && driver.view.set == 2)
    driver.finish()
    #expect(driver.training == ["start 0", "hold 30", "start 40.1", "hold 70.1"])
    #expect(driver.shown == ["0 start", "30 rest", "40.1 start", "70.1 finish"])
    #expect(driver.workout?.practised == .seconds(60))
  }
}
