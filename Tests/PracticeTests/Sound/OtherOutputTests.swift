import Ports
import Sound
import Testing
import Time
import Training

@testable import Practice

/// Another default output appears while practising, or at the hub.
@Suite struct OtherOutputTests {
  private func headphones(_ practice: PracticeHarness) -> SoundDescription {
    var description = practice.output.description
    description.output = "headphones"
    return description
  }

  private func references(_ practice: PracticeHarness) -> Int {
    practice.kinds.filter { if case .noteStarted(.reference, _, _) = $0 { true } else { false } }.count
  }

  @Test func `at the hub another output is followed at once`() throws {
    let practice = try PracticeHarness()
    practice.cycle()
    practice.output.inject(.outputWaits)
    practice.turn()
    #expect(practice.output.timesFollowed == 1)
    practice.output.inject(.changed(headphones(practice)))
    practice.turn()
    #expect(practice.view.sound == .ready(headphones(practice)))
    #expect(practice.view.notices.isEmpty, "the line on sound says it")
    practice.plug()
    practice.startComparison()
    #expect(practice.runUntilAnswerable())
  }

  @Test func `another output is followed between exercises and never within one`() throws {
    let practice = try PracticeHarness()
    practice.plug()
    practice.startComparison()
    #expect(practice.runUntilAnswerable())
    practice.output.inject(.outputWaits)
    practice.turn()
    practice.run(for: .seconds(1))
    #expect(practice.output.timesFollowed == 0, "an exercise is under way")
    practice.answer(right: true)
    #expect(practice.run(until: { practice.view.phase == .feedback }))
    practice.run(for: .milliseconds(200))
    #expect(practice.output.timesFollowed == 0, "nor while its result is shown")
    #expect(practice.run(until: { practice.output.timesFollowed == 1 }, limit: .milliseconds(300)))
    let before = references(practice)
    practice.run(for: .milliseconds(500))
    #expect(references(practice) == before, "the next exercise waits")
    practice.output.inject(.changed(headphones(practice)))
    practice.turn()
    #expect(practice.run(until: { references(practice) == before + 1 }, limit: .milliseconds(50)))
    #expect(practice.view.notices == [.otherOutput("headphones")])
    #expect(practice.runUntilAnswerable())
    practice.answer(right: true)
    #expect(practice.run(until: { references(practice) == before + 2 }, limit: .seconds(1)))
    #expect(practice.output.timesFollowed == 1)
  }

  @Test func `practice does not wait long for an output that has disappeared again`() throws {
    let practice = try PracticeHarness()
    practice.plug()
    practice.startComparison()
    #expect(practice.runUntilAnswerable())
    practice.output.inject(.outputWaits)
    practice.answer(right: true)
    #expect(practice.run(until: { practice.output.timesFollowed == 1 }, limit: .seconds(1)))
    let before = references(practice)
    #expect(practice.run(until: { references(practice) == before + 1 }, limit: .milliseconds(1_100)))
  }

  @Test func `stopping while an output waits follows it at the hub`() throws {
    let practice = try PracticeHarness()
    practice.plug()
    practice.startComparison()
    #expect(practice.runUntilAnswerable())
    practice.output.inject(.outputWaits)
    practice.turn()
    practice.intent(.stop)
    #expect(practice.run(until: { practice.output.timesFollowed == 1 }, limit: .milliseconds(200)))
  }
}
