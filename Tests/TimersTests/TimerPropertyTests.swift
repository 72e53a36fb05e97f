import Foundation
import TestSupport
import Testing
import Time

@testable import Timers

/// Random configurations, events and times, sensible and senseless: what must hold whatever happens.
struct TimerPropertyTests {
  /// Draws, so that a run can be repeated from its seed.
  struct Chance {
    private var generator: SplitMix64
    init(_ seed: Int) { generator = SplitMix64(seed: UInt64(seed)) }

    mutating func below(_ bound: Int) -> Int { Int(generator.next() % UInt64(bound)) }
    mutating func coin() -> Bool { below(2) == 0 }
    mutating func one<T>(_ values: [T]) -> T { values[below(values.count)] }

    mutating func configuration() throws -> TimerConfiguration {
      let form: TimerConfiguration.Form =
        switch below(4) {
        case 0: .forTime(capSeconds: one([30, 45, 3_600]), rounds: 1 + below(4))
        case 1: .forTime(capSeconds: nil, rounds: 1 + below(4))
        case 2: .amrap(durationSeconds: one([30, 61, 95]))
        default: .emom(slots: 1 + below(4), slotSeconds: one([15, 20]), rounds: 1 + below(3))
        }
      let sets = form == .forTime(capSeconds: 3_600, rounds: 1) || below(3) == 0 ? 1 : 1 + below(3)
      let isLong = if case .forTime(.some(3_600), _) = form { true } else { false }
      return try TimerConfiguration(
        form, source: coin() ? .free : one(RoundSource.allCases), sets: isLong ? 1 : sets,
        restSeconds: one([0, 10, 25]),
        countdownSeconds: one([nil, nil, 3, 10]), cues: coin() ? Set(TimerCueGroup.allCases) : [.start, .finish, .rest])
    }

    /// Nanoseconds to the next event: none, some, or far too many.
    mutating func step() -> Duration {
      switch below(50) {
      case 0: .seconds(below(9_000))
      case 1..<6: .zero
      case 6..<26: .nanoseconds(below(3_000_000_000))
      default: .nanoseconds(below(12_000_000_000))
      }
    }
  }

  @Test("no order of events and no times lead to an illegal state, to drift, or to a round that counts twice")
  func anything() throws {
    var phases: [PracticeTimer.Phase: Int] = [:]
    var rounds = 0
    var complete = 0
    for seed in 0..<3_000 {
      var chance = Chance(seed)
      var timer = PracticeTimer(hasSound: chance.coin())
      var model = TimerModel()
      var now = Driver.origin
      var kept: Workout?
      for _ in 0..<50 {
        now = next(after: now, timer, using: &chance)
        // A stamp may be a little older than what was handled before.
        let time = chance.below(10) == 0 ? now - .milliseconds(40) : now
        let event = try event(timer, at: time, kept: kept, lastRound: model.lastRound, using: &chance)
        // So that the model sees what the event itself does.
        if event == .skipRest { handle(.tick, at: time, &timer, &model) }
        handle(event, at: time, &timer, &model)
        if let workout = timer.workout { kept = workout }
        phases[timer.phase, default: 0] += 1
        handle(.tick, at: now, &timer, &model)
        if !timer.handle(.tick, at: TimerMoment(time: now, date: Driver.date)).isEmpty {
          model.violation = "the same tick does something again"
        }
        if model.violation != nil { break }
      }
      if let violation = model.violation { Issue.record("seed \(seed): \(violation)") }
      rounds += kept?.rounds ?? 0
      complete += kept?.state == .complete ? 1 : 0
    }
    // The draws reach everywhere, or all this would say little.
    #expect(PracticeTimer.Phase.allCases.allSatisfy { phases[$0, default: 0] > 2_000 }, "\(phases)")
    #expect(rounds > 5_000 && complete > 300, "\(rounds) rounds, \(complete) complete")
  }

  private func handle(
    _ event: PracticeTimer.Event, at time: MonotonicTime, _ timer: inout PracticeTimer, _ model: inout TimerModel
  ) {
    let before = timer.view(at: time)
    let effects = timer.handle(event, at: TimerMoment(time: time, date: Driver.date))
    model.check(event, at: time, effects, timer, before: before)
  }

  private func next(after now: MonotonicTime, _ timer: PracticeTimer, using chance: inout Chance) -> MonotonicTime {
    if chance.below(3) == 0, let deadline = timer.deadline, deadline - now < .seconds(100) { return max(now, deadline) }
    return now + chance.step()
  }

  private func event(
    _ timer: PracticeTimer, at now: MonotonicTime, kept: Workout?, lastRound: MonotonicTime?, using chance: inout Chance
  ) throws -> PracticeTimer.Event {
    switch chance.below(40) {
    case 0..<2: return .choose(try chance.configuration())
    case 2..<5: return .confirm(id: Driver.id)
    case 5: return .cancel
    case 6..<8:
      return .start(try chance.configuration(), id: Driver.id, at: now + .nanoseconds(chance.below(3_000_000_000)))
    case 8: return chance.coin() ? .pause : .interrupted
    case 9..<11: return .resume
    case 11: return .skipRest
    case 12: return chance.below(4) == 0 ? .end : .withdraw(ended: lastRound ?? now)
    case 13: return .suspended(for: .seconds(chance.below(3) == 0 ? 4_000 : 20))
    case 14: return .sound(isAvailable: chance.below(3) > 0)
    case 15:
      if let kept, !kept.state.isOver, chance.coin() { return .restore(kept) }
      return .tick
    case 16..<30:
      let length = Duration.nanoseconds(chance.below(6_000_000_000))
      let isFree = timer.workout?.configuration.source == .free
      let ended = now - .milliseconds(chance.below(100))
      return .round(began: isFree ? nil : ended - length, ended: ended)
    default: return .tick
    }
  }

  @Test("the number and lateness of ticks make no difference to the records")
  func ticksDoNotMatter() throws {
    for seed in 0..<500 {
      var chance = Chance(seed)
      let configuration = try chance.configuration()
      var often = Driver(configuration)
      var seldom = Driver(configuration)
      var now = 0.0
      for _ in 0..<20 {
        let began = now + Double(chance.below(2_000)) / 1_000
        now = began + Double(1 + chance.below(9_000)) / 1_000
        let event = PracticeTimer.Event.round(began: configuration.source == .free ? nil : at(began), ended: at(now))
        often.send(event, at: now)
        seldom.now = often.now
        seldom.send(event)
      }
      often.wait(until: 9_000)
      seldom.now = often.now
      seldom.send(.tick)
      let (one, other) = (often.workout.map(whole), seldom.workout.map(whole))
      guard one?.state == other?.state, one?.ended == other?.ended, one?.sets == other?.sets else {
        Issue.record("seed \(seed): \(String(describing: one)) is not \(String(describing: other))")
        continue
      }
    }
  }

  /// With dates to the millisecond: they are sums of binary fractions.
  private func whole(_ workout: Workout) -> Workout {
    func whole(_ date: Date) -> Date {
      Date(timeIntervalSince1970: (date.timeIntervalSince1970 * 1_000).rounded() / 1_000)
    }
    var workout = workout
    workout.ended = workout.ended.map(whole)
    for index in workout.sets.indices { workout.sets[index].started = whole(workout.sets[index].started) }
    return workout
  }

  @Test("a crash after any change leaves a workout paused in its state of up to five seconds ago")
  func crashes() throws {
    for seed in 0..<300 {
      var chance = Chance(seed)
      var driver = Driver(try chance.configuration())
      let end = Double(1 + chance.below(200))
      var now = 0.0
      while now < end {
        let began = now + 0.4
        now = began + Double(1 + chance.below(9_000)) / 1_000
        driver.send(
          .round(began: driver.view.configuration?.source == .free ? nil : at(began), ended: at(now)), at: now)
      }
      guard case .begun(var kept)? = driver.changes.first?.kind else { continue }
      for change in driver.changes.dropFirst() { kept.apply(change) }
      guard case .paused(let restored) = kept.restored(at: kept.changed) else {
        #expect(driver.timer.phase == .finished, "seed \(seed)")
        continue
      }
      var again = Driver()
      again.send(.restore(restored))
      let lost = driver.view.elapsed - again.view.elapsed
      if again.view.phase != .paused || lost < .zero || lost > .seconds(5) || again.workout?.sets != kept.sets {
        Issue.record("seed \(seed): \(lost) lost of \(kept)")
      }
    }
  }
}
