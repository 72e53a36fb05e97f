import Testing
import Time

@testable import Timers

/// What was wrong, or undecided, in the program that the timers come from: each with what holds here.
struct OriginalTimerTests {
  @Test("the last minute and thirty seconds are announced in every set, not only in the first")
  func warningsInEverySet() throws {
    var driver = Driver(try amrap(90, sets: 3, rest: 10))
    driver.finish()
    #expect(
      driver.shown.filter { $0.hasSuffix("last-minute") } == ["30 last-minute", "130 last-minute", "230 last-minute"])
    #expect(
      driver.shown.filter { $0.hasSuffix("thirty-seconds") }
        == ["60 thirty-seconds", "160 thirty-seconds", "260 thirty-seconds"])
  }

  @Test("a set that ends by itself is announced and kept like one that is ended", arguments: [false, true])
  func everySetIsTold(byRounds: Bool) throws {
    var driver = Driver(try forTime(cap: 60, rounds: 1, sets: 2, rest: 10))
    if byRounds { driver.round(0, 20) }
    driver.wait(until: 65)
    #expect(driver.shown.contains(byRounds ? "20 rest" : "60 rest"))
    let ended = driver.changes.filter { if case .setEnded(1, _, isComplete: true) = $0.kind { true } else { false } }
    #expect(ended.count == 1)
  }

  @Test("the last set is counted once when it ends by itself")
  func lastSetOnce() throws {
    for configuration in try [amrap(60, sets: 2, rest: 10), emom(4, every: 15, sets: 2, rest: 10)] {
      var driver = Driver(configuration)
      driver.finish()
      #expect(driver.workout?.sets.map(\.elapsed) == [.seconds(60), .seconds(60)])
      #expect(driver.workout?.practised == .seconds(120))
      let ends = driver.changes.filter { if case .setEnded = $0.kind { true } else { false } }
      #expect(ends.count == 2)
      #expect(driver.effects.count { if case .finished = $0 { true } else { false } } == 1)
    }
  }

  @Test("with no rest the next set begins at once")
  func noRest() throws {
    var byTime = Driver(try amrap(30, sets: 3, rest: 0))
    byTime.finish()
    #expect(byTime.shown == ["0 start", "30 start", "60 start", "90 finish"])
    #expect(byTime.workout?.sets.map(\.elapsed.seconds) == [30, 30, 30])
    #expect(byTime.training == ["start 0", "hold 90"], "nothing holds up training between sets")

    var byRounds = Driver(try forTime(rounds: 1, sets: 3, rest: 0))
    byRounds.round(0, 7)
    byRounds.round(8, 12)
    #expect(byRounds.view.set == 3 && byRounds.timer.phase == .running)
    byRounds.round(12.5, 20)
    #expect(byRounds.timer.phase == .finished && byRounds.workout?.sets.map(\.elapsed.seconds) == [7, 5, 8])
    #expect(byRounds.shown == ["0 start", "7 start", "12 start", "20 finish"])
  }

  @Test("three is shown from the moment it is heard")
  func shownDigits() throws {
    var driver = Driver(try emom(2, every: 15, sets: 2, rest: 10, countdown: 5))
    var seen: [String: Set<Int>] = [:]
    while let deadline = driver.timer.deadline {
      driver.now = deadline - Driver.origin
      let before = driver.log.count
      driver.send(.tick)
      for (_, effect) in driver.log.dropFirst(before) {
        guard case .show(let cue) = effect, cue.group == .countdown else { continue }
        seen[cue.rawValue, default: []].insert(
          driver.view.shownSlotRemaining ?? driver.view.shownRemaining ?? -1)
      }
    }
    #expect(seen == ["three": [3], "two": [2], "one": [1]])
  }

  @Test("no countdown precedes practice unless it is set")
  func noCountdown() {
    for kind in TimerKind.allCases {
      let driver = Driver(.standard(kind))
      #expect(driver.timer.phase == .running)
    }
  }

  @Test("after a pause and after a call an EMOM continues in the same way", arguments: [false, true])
  func emomAfterInterruption(isCall: Bool) throws {
    var driver = Driver(try emom(3, every: 60))
    driver.send(isCall ? .interrupted : .pause, at: 70)
    driver.send(.resume, at: 200)
    #expect(driver.view.slot == 2 && driver.view.slotRemaining == .seconds(50))
  }

  @Test("an EMOM shows both, the set's time and the interval's")
  func bothTimes() throws {
    var driver = Driver(try emom(3, every: 60))
    driver.wait(until: 70.5)
    #expect(driver.view.shownElapsed == 70 && driver.view.shownSlotRemaining == 50)
    #expect(driver.view.shownRemaining == 110)
  }

  @Test("each set counts its rounds from zero")
  func roundsPerSet() throws {
    var driver = Driver(try amrap(30, sets: 2, rest: 10))
    driver.round(0, 5)
    driver.round(6, 9)
    #expect(driver.view.round == 2)
    driver.wait(until: 35)
    #expect(driver.view.round == 2 && driver.timer.phase == .resting)
    driver.wait(until: 41)
    #expect(driver.view.round == 0 && driver.view.lastSplit == nil)
  }
}
