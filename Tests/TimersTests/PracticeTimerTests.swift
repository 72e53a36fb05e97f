import Foundation
import Testing
import Time

@testable import Timers

/// From choosing to the end, as one lives through it.
struct PracticeTimerTests {
  @Test("a choice is shown and begins with confirm, at once")
  func confirm() throws {
    var driver = Driver()
    #expect(driver.view == TimerView(phase: .idle) && driver.timer.deadline == nil)
    let configuration = try amrap(60)
    driver.send(.choose(configuration))
    #expect(driver.view.phase == .confirming && driver.view.configuration == configuration)
    #expect(driver.effects.isEmpty && driver.timer.deadline == nil)
    driver.send(.confirm(id: Driver.id), at: 5)
    #expect(driver.timer.phase == .running, "no countdown unless one is set")
    #expect(driver.placed == ["5.1 start"] && driver.training == ["start 5.1"])
    driver.wait(until: 6)
    #expect(driver.shown == ["5.1 start"])
    #expect(driver.workout?.started == Driver.date.addingTimeInterval(5.1))
    driver.finish()
    #expect(driver.log.last?.at == .milliseconds(65_100))
  }

  @Test("a choice can be left, changed, and is left by an interruption")
  func cancel() throws {
    for event in [PracticeTimer.Event.cancel, .interrupted, .suspended(for: .seconds(1)), .pause, .end] {
      var driver = Driver()
      driver.send(.choose(.standard(.emom)))
      driver.send(.choose(.standard(.forTime)))
      #expect(driver.view.kind == .forTime)
      driver.send(event)
      #expect(driver.timer.phase == .idle && driver.effects.isEmpty && driver.workout == nil)
    }
  }

  @Test("a set countdown counts down, and practice begins after it")
  func countdown() throws {
    var driver = Driver(try amrap(30, countdown: 5))
    #expect(driver.timer.phase == .countdown && driver.workout?.sets == [])
    driver.wait(until: 4.5)
    #expect(driver.training == ["start 5"], "told ahead, for the exact frame")
    driver.wait(until: 5)
    #expect(driver.timer.phase == .running && driver.workout?.sets.count == 1)
    driver.finish()
    #expect(driver.shown == ["2 three", "3 two", "4 one", "5 start", "35 finish"])
  }

  @Test("For Time ends with its last round; finish is announced then, and only then")
  func forTimeEndsWithItsRounds() throws {
    var driver = Driver(try forTime(cap: 60, rounds: 2))
    driver.round(0, 10)
    driver.round(10.4, 59.5)
    #expect(driver.timer.phase == .finished)
    driver.finish()
    #expect(driver.shown == ["0 start", "30 thirty-seconds", "59.5 finish"])
    // The one for the cap was placed already: it is taken back before the other.
    #expect(driver.placed == ["0 start", "30 thirty-seconds", "60 finish", "59.6 finish"])
    let end = driver.log.filter { $0.at == .milliseconds(59_500) }.map(\.effect)
    #expect(end.contains(.cancelCues) && end.contains(.holdTraining(from: at(59.5))))
    #expect(driver.workout?.state == .complete && driver.workout?.practised == .milliseconds(59_500))
    #expect(driver.workout?.sets.first?.remainder == .zero)
  }

  @Test("a cap ends For Time, complete like any planned end")
  func cap() throws {
    var driver = Driver(try forTime(cap: 30, rounds: 2))
    driver.round(0, 10)
    driver.finish()
    #expect(driver.workout?.state == .complete && driver.workout?.practised == .seconds(30))
    #expect(driver.workout?.ended == Driver.date.addingTimeInterval(30))
    #expect(driver.training == ["start 0", "hold 30"])
  }

  @Test("a forgotten timer ends after two hours")
  func twoHours() throws {
    var driver = Driver(try forTime(rounds: 1, sets: 3, rest: 600))
    #expect(driver.view.remaining == nil, "that is no cap")
    driver.round(0, 3_000)
    driver.finish()
    #expect(driver.workout?.state == .incomplete && driver.workout?.sets.map(\.elapsed.seconds) == [3_000, 3_600])
    #expect(driver.shown.last == "7200 finish")

    var late = Driver(try forTime(rounds: 1, sets: 3, rest: 600))
    late.round(0, 6_800)
    #expect(late.timer.phase == .finished && late.workout?.state == .incomplete, "no time for another set")
  }

  @Test("a paused timer stands still, and continues exactly at its place")
  func pause() throws {
    var driver = Driver(try amrap(60))
    driver.send(.pause, at: 28.25)
    #expect(driver.timer.phase == .paused && driver.view.pausedIn == .running)
    #expect(driver.view.elapsed == .milliseconds(28_250))
    // The cue at 30 s was placed at 28 s.
    #expect(driver.effects.suffix(4).contains(.cancelCues) && driver.effects.contains(.stopTraining))
    driver.send(.resume, at: 1_000)
    #expect(driver.view.elapsed == .milliseconds(28_250) && driver.training.last == "start 1000")
    driver.finish()
    #expect(driver.shown == ["0 start", "1001.75 thirty-seconds", "1031.75 finish"])
    #expect(driver.workout?.practised == .seconds(60))
    #expect(driver.workout?.state == .complete)
  }

  @Test("announcements to training are repeated after a pause, however short")
  func shortPause() throws {
    var driver = Driver(try amrap(30, sets: 2, rest: 10))
    driver.send(.pause, at: 29)
    driver.send(.resume)
    driver.send(.pause, at: 39)
    driver.send(.resume)
    driver.wait(until: 41)
    #expect(
      driver.training == [
        "start 0", "hold 30", "stop 29", "start 29", "hold 30", "start 40", "stop 39", "await 39", "start 40",
      ])
  }

  @Test("confirm resumes a paused timer, and does nothing while it runs")
  func confirmResumes() throws {
    var driver = Driver(try amrap(60))
    driver.send(.confirm(id: UUID()), at: 5)
    driver.send(.pause, at: 10)
    driver.send(.confirm(id: UUID()), at: 20)
    #expect(driver.timer.phase == .running && driver.workout?.id == Driver.id)
    #expect(driver.view.elapsed == .seconds(10))
  }

  @Test("a rest can be paused as well, and a countdown", arguments: [2.0, 35])
  func pauseElsewhere(at second: Double) throws {
    var driver = Driver(try amrap(30, sets: 2, rest: 10, countdown: 3))
    driver.send(.pause, at: second)
    let view = driver.view
    #expect(view.phase == .paused && view.pausedIn == (second == 2 ? .countdown : .resting))
    driver.send(.resume, at: second + 600)
    #expect(driver.view.elapsed == view.elapsed)
    driver.finish()
    #expect(driver.shown.last == "673 finish" && driver.workout?.practised == .seconds(60))
    #expect(driver.shown.count { $0.hasSuffix("start") } == 2)
  }

  @Test("what waits longer than an hour is filed as incomplete, and ended when it was paused")
  func patience() throws {
    var driver = Driver(try amrap(60))
    driver.send(.pause, at: 20)
    driver.wait(until: 3_619)
    #expect(driver.timer.phase == .paused && driver.timer.deadline == at(3_620))
    driver.wait(until: 3_620)
    #expect(driver.timer.phase == .finished && driver.workout?.state == .incomplete)
    #expect(driver.workout?.ended == Driver.date.addingTimeInterval(20))
    #expect(driver.workout?.practised == .seconds(20))
    driver.send(.resume)
    #expect(driver.timer.phase == .finished)
  }

  @Test("an interruption pauses")
  func interruption() throws {
    var driver = Driver(try amrap(60))
    driver.send(.interrupted, at: 12)
    #expect(driver.timer.phase == .paused && driver.training == ["start 0", "stop 12"])
  }

  @Test("a machine that slept wakes to a paused timer; after more than an hour, to one that was filed")
  func suspend() throws {
    var driver = Driver(try emom())
    driver.send(.suspended(for: .seconds(3_500)), at: 12)
    #expect(driver.timer.phase == .paused && driver.view.elapsed == .seconds(12))
    driver.send(.suspended(for: .seconds(3_500)), at: 13)
    #expect(driver.timer.phase == .paused)
    driver.send(.suspended(for: .seconds(100)), at: 14)
    #expect(driver.timer.phase == .finished, "all sleep counts as waiting")

    var long = Driver(try emom())
    long.send(.suspended(for: .seconds(100_000)), at: 12)
    #expect(long.timer.phase == .finished && long.workout?.state == .incomplete)
    #expect(long.training == ["start 0", "stop 12"])
  }

  @Test("a tick that is hours late passes through all phases, without a burst of cues")
  func hoursLate() throws {
    var driver = Driver(try emom(10, every: 30, sets: 3, rest: 60))
    driver.now = .seconds(7_000)
    driver.send(.tick)
    #expect(driver.timer.phase == .finished && driver.workout?.state == .complete)
    #expect(driver.workout?.sets.map(\.elapsed.seconds) == [300, 300, 300])
    #expect(driver.workout?.sets.map(\.started) == [0, 360, 720].map { Driver.date.addingTimeInterval($0) })
    #expect(driver.workout?.ended == Driver.date.addingTimeInterval(1_020))
    #expect(driver.shown == ["0 start"] && driver.placed == ["0 start"])
    #expect(driver.training == ["start 0", "hold 1020"], "no note of what has passed")
  }

  @Test("the end of a workout by hand is incomplete and silent")
  func endByHand() throws {
    var driver = Driver(try amrap(60))
    driver.round(0, 5)
    driver.send(.end, at: 29.5)
    #expect(driver.timer.phase == .finished && driver.workout?.state == .incomplete)
    #expect(driver.workout?.sets.map(\.state) == [.incomplete] && driver.workout?.practised == .milliseconds(29_500))
    #expect(driver.shown == ["0 start"] && driver.training.last == "stop 29.5")
    #expect(driver.effects.contains(.cancelCues), "thirty seconds were placed already")
    driver.send(.cancel, at: 31)
    #expect(driver.timer.phase == .idle && driver.workout == nil)
  }

  @Test("a new choice follows a finished workout, none interrupts a running one")
  func chooseAgain() throws {
    var driver = Driver(try amrap(30))
    driver.send(.choose(.standard(.emom)), at: 5)
    driver.send(.start(.standard(.emom), id: UUID(), at: at(6)))
    #expect(driver.view.kind == .amrap)
    driver.finish()
    driver.send(.choose(.standard(.emom)))
    #expect(driver.timer.phase == .confirming)
  }

  @Test("without sound it continues in light and text, and sounds again when there is some")
  func withoutSound() throws {
    var driver = Driver(try emom(3, every: 15))
    driver.send(.sound(isAvailable: false), at: 11.5)
    #expect(driver.effects.last == .cancelCues)
    driver.send(.sound(isAvailable: true), at: 26.5)
    driver.finish()
    #expect(
      driver.shown == [
        "0 start", "12 three", "13 two", "14 one", "15 interval", "27 three", "28 two", "29 one", "30 interval",
        "45 finish",
      ])
    #expect(
      driver.placed == [
        "0 start", "12 three", "13 two", "27 three", "28 two", "29 one", "30 interval", "45 finish",
      ])
  }

  @Test("cues are placed two seconds ahead, never more")
  func horizon() throws {
    var driver = Driver(try emom(20, every: 15, sets: 2, countdown: 5))
    driver.finish()
    for (now, effect) in driver.log {
      if case .place(_, let instant) = effect { #expect(instant == Driver.origin + now + .seconds(2)) }
    }
  }

  @Test("a start requested for more than two seconds ahead comes in two seconds")
  func startAhead() throws {
    var driver = Driver()
    driver.send(.start(try amrap(30), id: Driver.id, at: at(3_600)))
    #expect(driver.placed == ["2 start"])
  }

  @Test("a clock that runs backwards moves nothing")
  func clockBack() throws {
    var driver = Driver(try amrap(60))
    driver.wait(until: 31)
    let view = driver.view
    _ = driver.timer.handle(.pause, at: Driver.moment(.seconds(2)))
    #expect(driver.timer.view(at: at(31)).elapsed == view.elapsed)
  }

  @Test("the record is never older than five seconds while it runs")
  func positionIsKept() throws {
    var driver = Driver(try amrap(60))
    driver.wait(until: 59)
    for second in 0..<59 {
      let kept = driver.log.last { if case .save = $0.effect { $0.at <= .seconds(second) } else { false } }
      #expect((kept?.at ?? .zero) > .seconds(second - 6))
    }
  }
}
