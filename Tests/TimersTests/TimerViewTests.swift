import Testing
import Time

@testable import Timers

struct TimerViewTests {
  @Test("a view shows the current place, in every kind")
  func kinds() throws {
    var forTime = Driver(try forTime(cap: 90, rounds: 5, sets: 2))
    forTime.round(0, 12.5)
    forTime.wait(until: 20.25)
    var expected = TimerView(phase: .running, configuration: try TimersTests.forTime(cap: 90, rounds: 5, sets: 2))
    expected.elapsed = .milliseconds(20_250)
    expected.remaining = .milliseconds(69_750)
    expected.round = 1
    expected.rounds = 5
    expected.sets = 2
    expected.lastSplit = .milliseconds(12_500)
    #expect(forTime.view == expected && forTime.view.kind == .forTime)
    #expect(forTime.view.shownElapsed == 20 && forTime.view.shownRemaining == 70)
    forTime.wait(until: 100)
    #expect(forTime.view.phase == .resting && forTime.view.set == 1 && forTime.view.shownRemaining == 110)

    var amrap = Driver(try amrap(60))
    amrap.wait(until: 59.999)
    #expect(amrap.view.shownElapsed == 59 && amrap.view.shownRemaining == 1 && amrap.view.rounds == nil)
    amrap.wait(until: 60)
    #expect(amrap.view.phase == .finished && amrap.view.isComplete == true && amrap.view.elapsed == .seconds(60))

    var emom = Driver(try emom(3, every: 20, rounds: 4, sets: 2))
    emom.round(0, 3)
    emom.wait(until: 25)
    #expect(emom.view.slot == 2 && emom.view.slots == 3 && emom.view.round == 0 && emom.view.rounds == 4)
    #expect(emom.view.set == 1 && emom.view.sets == 2 && emom.view.shownSlotRemaining == 15)
    emom.wait(until: 61)
    #expect(emom.view.phase == .resting && emom.view.slot == nil && emom.view.slotRemaining == nil)
    #expect(emom.view.round == 1 && emom.view.rounds == nil, "all of the set's, which were asked for by intervals")
  }

  @Test("before the first frame of a set nothing has passed")
  func lead() throws {
    var driver = Driver()
    driver.send(.choose(try amrap(60)))
    driver.send(.confirm(id: Driver.id))
    #expect(driver.view.elapsed == .zero && driver.view.shownRemaining == 60)
  }

  @Test("a tick is due whenever a shown second changes")
  func everySecond() throws {
    var driver = Driver()
    driver.send(.choose(try emom(2, every: 15)))
    driver.send(.confirm(id: Driver.id))
    driver.wait(until: 0.1)
    for second in 1..<30 {
      driver.wait(until: Double(second))
      #expect(driver.timer.deadline == at(Double(second) + 0.1))
    }
  }

  @Test("a paused timer does not change in the view")
  func paused() throws {
    var driver = Driver(try emom(2, every: 15))
    driver.send(.pause, at: 20)
    var view = driver.view
    driver.wait(until: 500)
    #expect(driver.view == view && view.pausedIn == .running)
    driver.send(.resume)
    view.phase = .running
    view.pausedIn = nil
    #expect(driver.view == view)
  }
}
