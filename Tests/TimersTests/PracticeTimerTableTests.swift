import Testing
import Time

@testable import Timers

/// What every event does in every state. What the table leaves out only lets time pass.
struct PracticeTimerTableTests {
  typealias Phase = PracticeTimer.Phase

  enum Situation: CaseIterable {
    case idle, confirming, countdown, running, waiting, pausedInCountdown, paused, pausedInRest, resting, finished
  }

  enum Occurrence: CaseIterable {
    case choose, confirm, cancel, start, restore, round, withdraw, pause, resume, skipRest, end, tick, suspended,
      interrupted
    case soundLost
  }

  private static let table: [Situation: [Occurrence: Phase]] = [
    .idle: [.choose: .confirming, .start: .running, .restore: .paused],
    .confirming: [
      .choose: .confirming, .confirm: .countdown, .cancel: .idle, .start: .running, .withdraw: .idle, .pause: .idle,
      .end: .idle,
      .suspended: .idle, .interrupted: .idle,
    ],
    .countdown: [.withdraw: .paused, .pause: .paused, .end: .finished, .suspended: .paused, .interrupted: .paused],
    .running: [
      .round: .running, .withdraw: .paused, .pause: .paused, .end: .finished, .suspended: .paused,
      .interrupted: .paused,
    ],
    .waiting: [.withdraw: .paused, .pause: .paused, .end: .finished, .suspended: .paused, .interrupted: .paused],
    .pausedInCountdown: [.resume: .countdown, .confirm: .countdown, .end: .finished],
    .paused: [.round: .paused, .resume: .running, .confirm: .running, .end: .finished],
    .pausedInRest: [.resume: .resting, .confirm: .resting, .end: .finished],
    .resting: [
      .skipRest: .running, .withdraw: .paused, .pause: .paused, .end: .finished, .suspended: .paused,
      .interrupted: .paused,
    ],
    .finished: [.choose: .confirming, .cancel: .idle, .start: .running, .restore: .paused],
  ]

  @Test("every event in every state has the effect in the table", arguments: Situation.allCases, Occurrence.allCases)
  func table(situation: Situation, occurrence: Occurrence) throws {
    var driver = try driver(in: situation)
    let phase = driver.timer.phase
    let workout = driver.workout
    let count = driver.log.count
    driver.send(try event(occurrence, now: driver.now))
    let effects = driver.effects.dropFirst(count)
    if let expected = Self.table[situation]?[occurrence] {
      #expect(driver.timer.phase == expected)
    } else {
      #expect(driver.timer.phase == phase && driver.workout == workout)
      #expect(effects.isEmpty || (occurrence == .soundLost && effects.elementsEqual([.cancelCues])))
    }
  }

  private func driver(in situation: Situation) throws -> Driver {
    var driver = Driver()
    if situation == .idle { return driver }
    driver.send(.choose(try emom(1, every: 15, rounds: 1, sets: 2, rest: 10, countdown: 5)))
    if situation == .confirming { return driver }
    driver.send(.start(try emom(1, every: 15, rounds: 1, sets: 2, rest: 10, countdown: 5), id: Driver.id, at: at(0)))
    switch situation {
    case .idle, .confirming: break
    case .countdown: driver.wait(until: 2)
    case .running: driver.wait(until: 8)
    case .waiting: driver.round(5, 8)
    case .pausedInCountdown: driver.send(.pause, at: 2)
    case .paused: driver.send(.pause, at: 8)
    case .resting: driver.wait(until: 22)
    case .pausedInRest: driver.send(.pause, at: 22)
    case .finished: driver.finish()
    }
    return driver
  }

  private func event(_ occurrence: Occurrence, now: Duration) throws -> PracticeTimer.Event {
    switch occurrence {
    case .choose: .choose(try amrap(60))
    case .confirm: .confirm(id: Driver.id)
    case .cancel: .cancel
    case .start: .start(try amrap(60), id: Driver.id, at: Driver.origin + now)
    case .restore: .restore(try #require(Driver(try amrap(60)).workout))
    case .round: .round(began: Driver.origin + now - .milliseconds(500), ended: Driver.origin + now)
    case .withdraw: .withdraw(ended: Driver.origin)
    case .pause: .pause
    case .resume: .resume
    case .skipRest: .skipRest
    case .end: .end
    case .tick: .tick
    case .suspended: .suspended(for: .seconds(1))
    case .interrupted: .interrupted
    case .soundLost: .sound(isAvailable: false)
    }
  }
}
