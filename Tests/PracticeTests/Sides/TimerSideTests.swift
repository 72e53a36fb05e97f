import Foundation
import Ports
import Testing
import Time
import Timers
import Training

@testable import Practice

@Suite("The timer's side, without a loop")
struct TimerSideTests {
  static let now = MonotonicTime(nanoseconds: 10_000_000_000)
  static let situation = PracticeContext.atRest()

  @Test("an idle timer needs no wall clock")
  func idle() {
    var timer = TimerSide(known: KnownTimers())
    var asked = 0
    let date = {
      asked += 1
      return Date(timeIntervalSince1970: 0)
    }
    for event in [PracticeTimer.Event.pause, .cancel, .sound(isAvailable: true), .tick] {
      #expect(timer.tell(event, at: nil, now: Self.now, date: date) == nil)
    }
    #expect(asked == 0)
    #expect(timer.tell(.choose(.standard(.emom)), at: nil, now: Self.now, date: date) != nil)
    #expect(asked == 1 && timer.status.waits)
  }

  @Test("a choice ends practice, and no timer is chosen while another runs or while leaving")
  func choosing() {
    var timer = TimerSide(known: KnownTimers())
    #expect(
      words(timer.handle(.quickStart(.amrap), in: Self.situation)) == ["rack", "stop asked", "retract", "tell timer"])
    var leaving = Self.situation
    leaving.isLeaving = true
    #expect(words(timer.handle(.quickStart(.amrap), in: leaving)) == [])
  }

  @Test("training begins only with sound")
  func confirming() throws {
    var timer = TimerSide(known: KnownTimers())
    let training = try TimerConfiguration(.amrap(durationSeconds: 60), source: .comparison)
    _ = timer.tell(.choose(training), at: nil, now: Self.now) { Date(timeIntervalSince1970: 0) }
    var silent = Self.situation
    silent.hasSound = false
    #expect(words(timer.handle(.confirm(at: Self.now), in: silent)) == ["retract", "post", "trouble no-sound"])
    #expect(words(timer.handle(.confirm(at: Self.now), in: Self.situation)).last == "confirm timer")
  }

  @Test("a round is counted once, with the time at which it became audible")
  func rounds() throws {
    var timer = TimerSide(known: KnownTimers())
    let date = { Date(timeIntervalSince1970: 0) }
    _ = timer.tell(.sound(isAvailable: true), at: nil, now: Self.now, date: date)
    let training = try TimerConfiguration(.amrap(durationSeconds: 60), source: .comparison)
    _ = timer.tell(.choose(training), at: nil, now: Self.now, date: date)
    _ = timer.tell(.confirm(id: UUID()), at: nil, now: Self.now, date: date)
    #expect(timer.status.isTimed && timer.status.trains)
    timer.roundBegins(Epoch(1), Frame(100), heard: Self.now)
    // Its reference is heard again: that is no second beginning.
    timer.roundBegins(Epoch(1), Frame(4_900), heard: Self.now + .milliseconds(100))
    let ends = timer.handle(.roundEnds(Epoch(1), at: Self.now + .milliseconds(200)), in: Self.situation)
    guard case .tellTimer(.round(let began, _), _)? = ends.first, ends.count == 1 else {
      Issue.record("no round: \(words(ends))")
      return
    }
    #expect(began == Self.now)
    #expect(words(timer.handle(.roundEnds(Epoch(1), at: Self.now), in: Self.situation)) == [])
    #expect(words(timer.practiceStopped()) == ["tell timer"])
  }
}
