import Controllers
import MIDI
import Ports
import Sound
import Testing
import Time
import Training

@testable import Practice

/// The hub: accepted and refused starts, and the feedback to the player.
@Suite struct HubTests {
  @Test func `keys start, answer and stop without a controller`() throws {
    let practice = try PracticeHarness()
    practice.intent(.again)
    #expect(practice.runUntilAnswerable())
    practice.intent(.answer(.higher, epoch: nil))
    #expect(practice.store.records.map(\.source) == [.keys])
    practice.intent(.stop)
    #expect(practice.view.phase == .hub)
  }

  @Test func `a surface cannot answer an older exercise`() throws {
    let practice = try PracticeHarness()
    practice.intent(.again)
    #expect(practice.runUntilAnswerable())
    let old = practice.view.epoch
    practice.intent(.answer(.higher, epoch: old))
    #expect(practice.run(until: { practice.view.epoch != old && practice.view.canAnswer }))
    practice.run(for: .milliseconds(20))
    practice.intent(.answer(.higher, epoch: old))
    #expect(practice.store.records.count == 1)
  }

  @Test func `holding two keys at the hub moves the split`() throws {
    let practice = try PracticeHarness()
    practice.plug()
    practice.press(40)
    practice.press(44)
    practice.run(for: .milliseconds(900))
    practice.release(40)
    practice.release(44)
    #expect(practice.view.phase == .hub)
    #expect(practice.store.splits.values.map { $0 } == [42])
    // 44 is above the split now: Higher, which starts comparison.
    practice.tap(44)
    #expect(practice.view.mode == .comparison)
  }

  @Test func `the split is kept across replugging`() throws {
    let practice = try PracticeHarness()
    practice.plug()
    practice.press(40)
    practice.press(44)
    practice.run(for: .milliseconds(900))
    practice.release(40)
    practice.release(44)
    practice.unplug()
    var again = PracticeHarness.keyboard
    again.id = PortID(client: 28, port: 0)
    practice.plug(again)
    practice.tap(44, on: again)
    #expect(practice.view.mode == .comparison)
  }

  @Test func `a sleeping hub is woken by holding two keys`() throws {
    let practice = try PracticeHarness(asleep: true)
    practice.plug()
    practice.tap(72)
    #expect(practice.view.phase == .hub)
    #expect(practice.view.controllers.map(\.asleep) == [true])
    practice.press(48)
    practice.press(72)
    practice.run(for: .milliseconds(900))
    practice.release(48)
    practice.release(72)
    #expect(practice.view.controllers.map(\.asleep) == [false])
    practice.tap(72)
    #expect(practice.view.mode == .comparison)
  }

  @Test(arguments: [("Pianoteq", true), ("PipeWire-RT-Event", false), ("a2jmidid", false)])
  func `a controller that other software plays sleeps`(listener: String, asleep: Bool) throws {
    let practice = try PracticeHarness()
    practice.plug()
    practice.ports.inject(.listeners(PracticeHarness.keyboard.id, [listener]))
    practice.turn()
    #expect(practice.view.controllers.map(\.asleep) == [asleep])
    practice.tap(72)
    #expect((practice.view.mode == .comparison) == !asleep)
  }

  @Test func `a start without sound is refused with a line`() throws {
    let practice = try PracticeHarness()
    practice.output.inject(.lost(.serverGone))
    practice.turn()
    practice.intent(.start(.comparison))
    #expect(practice.view.phase == .hub)
    #expect(practice.view.notices == [.noSound])
    let told = practice.kinds.contains { if case .trouble("no-sound") = $0 { true } else { false } }
    #expect(told)
  }

  @Test func `a start that leaves no exercise is refused with a line`() throws {
    // An interval that no pair of this tuning's notes has.
    let practice = try PracticeHarness(training: .withoutExercises())
    practice.plug()
    practice.press(48)
    practice.run(for: .milliseconds(900))
    practice.release(48)
    #expect(practice.view.phase == .hub)
    #expect(practice.view.notices.count == 1)
    // Without lights, two low clicks report the trouble.
    practice.run(for: .milliseconds(200))
    #expect(practice.recording.contains { abs($0) > 1e-4 })
    practice.tap(72)
    #expect(practice.view.notices.isEmpty)
    #expect(practice.view.mode == .comparison)
  }

  @Test func `a failing store is one calm line, and practice continues`() throws {
    let practice = try PracticeHarness()
    practice.intent(.again)
    practice.store.inject(.failing(reason: "disk full"))
    practice.store.inject(.failing(reason: "disk full"))
    practice.turn()
    #expect(practice.view.notices == [.notSaving(reason: "disk full")])
    #expect(practice.runUntilAnswerable())
    practice.store.inject(.recovered)
    practice.turn()
    #expect(practice.view.notices.isEmpty)
  }

  @Test func `repeated xruns lengthen the period only at the hub`() throws {
    let practice = try PracticeHarness()
    practice.intent(.again)
    practice.output.inject(.xruns(5))
    practice.turn()
    #expect(practice.output.requestedPeriods.isEmpty)
    practice.intent(.stop)
    #expect(practice.output.requestedPeriods == [128])
    practice.intent(.again)
    practice.intent(.stop)
    #expect(practice.output.requestedPeriods == [128])
  }

  @Test func `lost events forget held keys`() throws {
    let practice = try PracticeHarness()
    practice.plug()
    practice.press(48)
    practice.ports.inject(.overflowed)
    practice.turn()
    practice.run(for: .seconds(1))
    #expect(practice.view.phase == .hub)
  }

  @Test func `leaving twice in a row always leaves`() throws {
    let practice = try PracticeHarness()
    practice.intent(.again)
    practice.mailbox.post(.intent(.leave, at: practice.time.now(), source: .keys))
    practice.mailbox.post(.intent(.leave, at: practice.time.now(), source: .keys))
    #expect(practice.run(until: { practice.core.ended == .asked }, limit: .seconds(1)))
  }

  @Test func `leaving puts the lights out`() throws {
    let practice = try PracticeHarness()
    practice.intent(.quit(.asked))
    #expect(practice.run(until: { practice.core.ended == .asked }, limit: .seconds(1)))
    #expect(practice.view.leaving)
  }
}
