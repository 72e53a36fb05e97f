import Testing
import Time

@testable import Timers

/// When nothing of the timer is heard while it holds training: what may sound then, and until when.
struct QuietTests {
  /// Until when it is quiet `seconds` after the origin, in seconds after it.
  private func quiet(_ driver: Driver, at seconds: Double) -> Double? {
    driver.timer.quietUntil(Driver.moment(.seconds(seconds)).time).map {
      (($0 - Driver.origin).seconds * 1e6).rounded() / 1e6
    }
  }

  @Test("a rest is quiet from a second after its cue to a second before the next, or before training continues")
  func rest() throws {
    for (cues, end) in [(Set(TimerCueGroup.allCases), 56.0), ([.start, .rest], 57)] {
      var driver = Driver(
        try TimerConfiguration(.amrap(durationSeconds: 30), source: .comparison, sets: 2, restSeconds: 30, cues: cues))
      for second in [0.0, 15, 29.5, 30, 30.9] {
        driver.wait(until: second)
        #expect(quiet(driver, at: second) == nil)
      }
      for second in [31.0, 40, end - 0.1] {
        driver.wait(until: second)
        #expect(quiet(driver, at: second) == end)
      }
      for second in [end, 58, 59.9, 60, 61, 75] {
        driver.wait(until: second)
        #expect(quiet(driver, at: second) == nil)
      }
    }
  }

  @Test("the remainder of a slot is quiet once its rounds are done, up to the next one's cues")
  func slot() throws {
    var driver = Driver(try TimerConfiguration(.emom(slots: 2, slotSeconds: 20, rounds: 1), source: .matching))
    driver.wait(until: 5)
    #expect(quiet(driver, at: 5) == nil)
    driver.round(1, 5)
    #expect(quiet(driver, at: 5) == 16)
    driver.wait(until: 16)
    #expect(quiet(driver, at: 16) == nil)
    driver.wait(until: 20)
    #expect(quiet(driver, at: 22) == nil)
    driver.round(20.2, 20.5)
    #expect(quiet(driver, at: 20.5) == nil, "its cue has just sounded")
    driver.wait(until: 21)
    // Nothing but the end comes then.
    #expect(quiet(driver, at: 21) == 37)
  }

  @Test("neither a pause nor a countdown nor the end is quiet in that sense")
  func elsewhere() throws {
    var driver = Driver(
      try TimerConfiguration(
        .amrap(durationSeconds: 30), source: .comparison, sets: 2, restSeconds: 30, countdownSeconds: 20))
    driver.wait(until: 5)
    #expect(quiet(driver, at: 5) == nil)
    driver.send(.pause, at: 55)
    #expect(quiet(driver, at: 55) == nil)
    driver.send(.resume, at: 100)
    #expect(quiet(driver, at: 100) == 121)
    driver.finish()
    #expect(driver.timer.phase == .finished && quiet(driver, at: 10_800) == nil)
  }

  @Test("a rest that its last round began is quiet only after its cue, which comes then")
  func early() throws {
    var driver = Driver(
      try TimerConfiguration(.forTime(capSeconds: nil, rounds: 1), source: .comparison, sets: 2, restSeconds: 30))
    driver.round(1, 2)
    #expect(driver.timer.phase == .resting)
    driver.wait(until: 3)
    #expect(quiet(driver, at: 3) == nil)
    driver.wait(until: 4)
    #expect(quiet(driver, at: 4) == 28)
    driver.send(.skipRest, at: 10)
    #expect(quiet(driver, at: 10) == nil)
  }

  @Test("quiet keeps its promise: no cue is near, training gets no message, and a tick is due at its end")
  func property() throws {
    var chance = TimerPropertyTests.Chance(1)
    var spans = 0
    for _ in 0..<300 {
      var driver = Driver(try chance.configuration())
      var second = 0.0
      while driver.timer.phase != .finished, second < 400 {
        second += 1 + Double(chance.below(40)) / 10
        if chance.coin() { driver.round(second - 0.5, second) } else { driver.wait(until: second) }
        if chance.below(20) == 0 { driver.send(chance.coin() ? .pause : .skipRest) }
        if chance.coin() { driver.send(.resume) }
        guard let end = driver.timer.quietUntil(driver.moment.time) else { continue }
        spans += 1
        let (from, log) = (driver.now, driver.log.count)
        let seconds = (end - Driver.origin).seconds
        driver.wait(until: seconds - 1e-9)
        #expect(driver.timer.deadline == end)
        driver.wait(until: seconds)
        for (at, effect) in driver.log[log...] {
          switch effect {
          case .save: break
          // Placed ahead, by at least that much.
          case .place(_, let instant): #expect(instant >= end + PracticeTimer.calm)
          default: Issue.record("\(effect) at \(at), quiet from \(from) until \(end)")
          }
        }
        #expect(driver.timer.quietUntil(driver.moment.time) == nil)
        second = seconds
      }
    }
    #expect(spans > 300)
  }
}
