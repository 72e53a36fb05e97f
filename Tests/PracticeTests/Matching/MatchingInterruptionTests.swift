import Controllers
import MIDI
import Ports
import Sound
import Testing
import Time
import Training

@testable import Practice

/// Interruption in matching is leaving: an attempt that was not committed is dropped, one that was is kept once, and a
/// note that is held by nothing but the hand never survives.
@Suite struct MatchingInterruptionTests {
  enum Interruption: CaseIterable {
    case unplugged, serverDied, serverHung, disconnected, suspended, idle, asked, left, quit, otherMode
  }

  enum Moment: CaseIterable {
    case reference, tunable, deflected, runningHome, committing, feedback

    var isCommitted: Bool { self == .committing || self == .feedback }
  }

  @Test(arguments: Interruption.allCases, Moment.allCases)
  func `every interruption ends practice, from every state`(_ interruption: Interruption, _ moment: Moment) throws {
    let practice = try PracticeHarness()
    practice.plug()
    practice.startMatching()
    try reach(moment, in: practice)
    interrupt(practice, interruption)
    if interruption == .otherMode {
      practice.intent(.stop)
    }
    #expect(practice.view.phase == .hub)
    #expect(!practice.view.canTune)
    #expect(practice.view.result == nil)
    #expect(practice.view.mode == nil)
    #expect(practice.view.nextInterval == nil)
    // Notes and clicks have at most 200 ms to fade, and then nothing sounds or resumes.
    practice.run(for: .milliseconds(200))
    let silent = practice.recording.count
    // The hand lets go of the wheel after all.
    if moment == .deflected, interruption != .unplugged { practice.letGo(from: 12_000) }
    practice.run(for: .seconds(2))
    #expect(practice.recording[silent...].allSatisfy { $0 == 0 })
    #expect(practice.view.phase == .hub)
    #expect(practice.store.matchingRecords.count == (moment.isCommitted ? 1 : 0))
    let commits = practice.kinds.filter { if case .committed = $0 { true } else { false } }
    #expect(commits.count == (moment.isCommitted ? 1 : 0))
    let stops = practice.kinds.filter { if case .sessionStopped = $0 { true } else { false } }
    #expect(stops.count == (interruption == .otherMode ? 2 : 1))
    #expect(practice.core.tuning.tuner.exercise == nil)
  }

  @Test func `practice is ready again after replugging`() throws {
    let practice = try PracticeHarness()
    practice.plug()
    practice.startMatching()
    try reach(.deflected, in: practice)
    practice.unplug()
    var again = PracticeHarness.keyboard
    again.id = PortID(client: 28, port: 1)
    practice.plug(again)
    practice.tap(48, on: again)
    #expect(practice.runUntilTunable())
    practice.matchByWheel(10_000, on: again)
    #expect(practice.runUntilResult())
    #expect(practice.store.matchingRecords.count == 1)
  }

  @Test func `unplugging an idle controller stops nothing`() throws {
    let practice = try PracticeHarness()
    practice.plug()
    practice.plug(PracticeHarness.other)
    practice.startMatching()
    #expect(practice.runUntilTunable())
    practice.unplug(PracticeHarness.other)
    #expect(practice.view.canTune)
  }

  @Test func `the controller that tunes is the one in use`() throws {
    let practice = try PracticeHarness()
    practice.plug()
    practice.plug(PracticeHarness.other)
    practice.startMatching()
    #expect(practice.runUntilTunable())
    practice.leadWheel(to: 11_000, on: PracticeHarness.other)
    practice.unplug(PracticeHarness.other)
    #expect(practice.view.phase == .hub)
  }

  @Test func `tuning keeps practice alive`() throws {
    let practice = try PracticeHarness()
    practice.plug()
    practice.startMatching()
    #expect(practice.runUntilTunable())
    practice.time.advance(by: .seconds(170))
    practice.send(PracticeHarness.bend(8_300))
    practice.time.advance(by: .seconds(20))
    practice.turn()
    #expect(practice.view.canTune)
    practice.time.advance(by: .seconds(161))
    practice.turn()
    #expect(practice.view.phase == .hub)
  }

  @Test func `lost events leave no finger on the fader`() throws {
    let practice = try PracticeHarness()
    practice.plug()
    practice.startMatching()
    #expect(practice.runUntilTunable())
    practice.press(48)
    practice.ports.inject(.overflowed)
    practice.turn()
    practice.run(for: .seconds(2))
    #expect(practice.view.canTune)
    #expect(abs(practice.core.tuning.tuner.cents) <= 1)
  }

  private func reach(_ moment: Moment, in practice: PracticeHarness) throws {
    if moment == .reference {
      #expect(practice.run(until: { practice.view.phase == .reference && practice.view.epoch != nil }))
      return
    }
    #expect(practice.runUntilTunable())
    switch moment {
    case .reference, .tunable: break
    case .deflected:
      practice.leadWheel(to: 12_000)
      #expect(practice.core.tuning.tuner.cents > 10)
    case .runningHome:
      practice.leadWheel(to: 12_000)
      practice.run(for: .milliseconds(200))
      practice.play(PracticeHarness.way(from: 12_000, to: 9_000, milliseconds: 50))
    case .committing:
      practice.intent(.commit(epoch: nil))
      #expect(practice.view.phase == .tunable)
    case .feedback:
      practice.match(error: 20)
      #expect(practice.runUntilResult())
    }
  }

  private func interrupt(_ practice: PracticeHarness, _ interruption: Interruption) {
    switch interruption {
    case .unplugged: practice.unplug()
    case .serverDied: practice.output.inject(.lost(.serverGone))
    case .serverHung: practice.output.inject(.lost(.hung))
    case .disconnected: practice.output.inject(.lost(.disconnected))
    case .suspended: practice.time.suspend(for: .seconds(1))
    case .idle: practice.time.advance(by: .seconds(181))
    case .asked: practice.intent(.stop)
    case .left: practice.intent(.leave)
    case .quit: practice.intent(.quit(.terminate))
    case .otherMode: practice.intent(.start(.comparison))
    }
    practice.turn()
  }
}
