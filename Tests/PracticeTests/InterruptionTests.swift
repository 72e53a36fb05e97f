import Controllers
import MIDI
import Ports
import Sound
import Testing
import Time
import Training

@testable import Practice

/// Interruption is leaving. Notes fade, lights go out, the unfinished exercise is dropped, an answered one is
/// kept, and nothing resumes by itself.
@Suite struct InterruptionTests {
  enum Interruption: CaseIterable {
    case unplugged, serverDied, serverHung, disconnected, suspended, idle, asked, quit
  }

  enum Moment: CaseIterable {
    case reference, target, awaitingAnswer, feedback
  }

  @Test(arguments: Interruption.allCases, Moment.allCases)
  func `every interruption ends practice, from every state`(_ interruption: Interruption, _ moment: Moment) throws {
    let practice = try PracticeHarness()
    practice.plug()
    practice.startComparison()
    try reach(moment, in: practice)
    interrupt(practice, interruption)
    #expect(practice.view.phase == .hub)
    #expect(!practice.view.canAnswer)
    #expect(practice.view.feedback == nil)
    // Notes and clicks have at most 200 ms to fade, and then nothing sounds or resumes.
    practice.run(for: .milliseconds(200))
    let silent = practice.recording.count
    practice.run(for: .seconds(2))
    #expect(practice.recording[silent...].allSatisfy { $0 == 0 })
    #expect(practice.view.phase == .hub)
    #expect(practice.store.records.count == (moment == .feedback ? 1 : 0))
    let stops = practice.kinds.filter { if case .sessionStopped = $0 { true } else { false } }
    #expect(stops.count == 1)
  }

  @Test func `practice is ready again after replugging`() throws {
    let practice = try PracticeHarness()
    practice.plug()
    practice.startComparison()
    #expect(practice.runUntilAnswerable())
    practice.unplug()
    var again = PracticeHarness.keyboard
    again.id = PortID(client: 28, port: 1)
    practice.plug(again)
    practice.tap(72, on: again)
    #expect(practice.runUntilAnswerable())
    practice.tap(practice.key(right: true), on: again)
    #expect(practice.store.records.count == 1)
  }

  @Test func `practice is ready again after the server's return`() throws {
    let practice = try PracticeHarness()
    practice.plug()
    practice.startComparison()
    #expect(practice.runUntilAnswerable())
    practice.output.inject(.lost(.serverGone))
    practice.turn()
    practice.tap(72)
    #expect(practice.view.phase == .hub)
    #expect(practice.view.notices == [.noSound])
    practice.output.inject(.ready(practice.output.description))
    practice.turn()
    #expect(practice.view.notices.isEmpty)
    practice.tap(72)
    #expect(practice.runUntilAnswerable())
  }

  @Test func `practice that stops for lack of input says so until it starts again`() throws {
    let practice = try PracticeHarness()
    practice.plug()
    practice.startComparison()
    #expect(practice.runUntilAnswerable())
    practice.time.advance(by: .seconds(181))
    practice.turn()
    #expect(practice.view.mode == nil && practice.view.notices == [.idle(minutes: 3)])
    practice.intent(.start(.comparison))
    #expect(practice.view.notices.isEmpty)
  }

  @Test func `unplugging an idle controller stops nothing`() throws {
    let practice = try PracticeHarness()
    practice.plug()
    practice.plug(PracticeHarness.other)
    practice.startComparison()
    #expect(practice.runUntilAnswerable())
    practice.unplug(PracticeHarness.other)
    #expect(practice.view.canAnswer)
  }

  @Test func `keys held at the unplugging are forgotten`() throws {
    let practice = try PracticeHarness()
    practice.plug()
    practice.press(48)
    practice.unplug()
    practice.plug()
    practice.press(72)
    practice.run(for: .milliseconds(900))
    // A chord with the key that was held before would have done nothing at the hub; a single long press starts.
    #expect(practice.view.mode == .intervalComparison)
  }

  @Test func `a reading that runs backwards is not a suspension`() throws {
    let practice = try PracticeHarness()
    practice.plug()
    practice.startComparison()
    #expect(practice.runUntilAnswerable())
    for _ in 0..<3 {
      practice.time.suspend(for: .seconds(-1))
      practice.turn()
      practice.time.suspend(for: .seconds(1))
      practice.turn()
    }
    #expect(practice.view.canAnswer)
    practice.time.suspend(for: .seconds(1))
    practice.turn()
    #expect(practice.view.phase == .hub)
  }

  private func reach(_ moment: Moment, in practice: PracticeHarness) throws {
    switch moment {
    case .reference: #expect(practice.run(until: { practice.view.phase == .reference && practice.view.epoch != nil }))
    case .target: #expect(practice.run(until: { practice.view.phase == .target }))
    case .awaitingAnswer: #expect(practice.run(until: { practice.view.phase == .awaitingAnswer }))
    case .feedback:
      #expect(practice.runUntilAnswerable())
      practice.answer(right: false)
      #expect(practice.view.phase == .feedback)
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
    case .quit: practice.intent(.quit(.terminate))
    }
    practice.turn()
  }
}
