import Ports
import Testing
import Timers

@testable import Practice

/// A timer that is over is shown until it is left.
extension TimerPracticeTests {
  enum Leaving: CaseIterable {
    case stopPad, cancelPad, confirmPad, page, stopKey
  }

  /// The last exercise may outlast its timer.
  @Test(arguments: Leaving.allCases)
  func `leaving a timer that has ended leaves no exercise waiting`(for way: Leaving) throws {
    let practice = try Self.practice(try TimerConfiguration(.amrap(durationSeconds: 30)))
    pad(practice, 37)
    pad(practice, 39)
    #expect(practice.run(until: { practice.view.timer?.phase == .finished }, limit: .seconds(31)))
    #expect(practice.view.mode == .comparison)
    switch way {
    case .stopPad: pad(practice, 41)
    case .cancelPad: pad(practice, 40)
    case .confirmPad: pad(practice, 39)
    case .page: practice.intent(.timer(.cancel), source: .page)
    case .stopKey: practice.intent(.stop)
    }
    #expect(practice.view.timer == nil)
    if practice.view.mode != nil { try answerOne(practice) }
    #expect(practice.run(until: { practice.view.mode == nil }, limit: .seconds(2)))
  }

  /// The slot ends while its page is hidden: the timer continues, but training only once the page is back.
  @Test(arguments: [true, false])
  func `a slot that begins while the page is hidden starts no exercise`(comesBack: Bool) throws {
    let practice = try answeredSlot()
    #expect(practice.run(until: { practice.view.timer?.slotRemaining == 1 }, limit: .seconds(20)))
    let begun = begun(practice)
    practice.intent(.pageAway, source: .page)
    practice.run(for: .milliseconds(1_900))
    #expect(begun == self.begun(practice) && practice.view.timer?.slot == 2)
    practice.intent(comesBack ? .pageBack : .pageGone, source: .page)
    practice.run(for: .milliseconds(500))
    #expect(self.begun(practice) == begun + (comesBack ? 1 : 0))
    #expect(practice.view.timer?.phase == (comesBack ? .running : .paused))
  }

  /// The rounds of the slot are done: the page's return begins none of the next slot's.
  @Test func `a page that returns starts nothing that a timer holds`() throws {
    let practice = try answeredSlot()
    let begun = begun(practice)
    practice.intent(.pageAway, source: .page)
    practice.run(for: .seconds(1))
    practice.intent(.pageBack, source: .page)
    practice.run(for: .seconds(2))
    #expect(self.begun(practice) == begun && practice.view.phase == .waiting)
    #expect(practice.run(until: { practice.view.timer?.slot == 2 && practice.view.canAnswer }, limit: .seconds(20)))
  }

  /// Without the interruption, training would begin unattended after the countdown.
  @Test func `a countdown is interrupted when its page is gone`() throws {
    let practice = try Self.practice(try TimerConfiguration(.amrap(durationSeconds: 60), countdownSeconds: 5))
    practice.intent(.timer(.quickStart(.amrap)), source: .page)
    practice.intent(.timer(.confirm), source: .page)
    #expect(practice.view.timer?.phase == .countdown)
    practice.intent(.pageAway, source: .page)
    practice.intent(.pageGone, source: .page)
    practice.run(for: .seconds(6))
    #expect(practice.view.timer?.phase == .paused && practice.view.mode == nil && begun(practice) == 0)
  }

  /// Begins, on a page, a timer of two slots of 15 s with one round each, and answers the first round.
  private func answeredSlot() throws -> PracticeHarness {
    let practice = try Self.practice(try TimerConfiguration(.emom(slots: 2, slotSeconds: 15, rounds: 1)))
    // The renderer has a cycle, by which the timer places its beginning.
    practice.run(for: .milliseconds(20))
    practice.intent(.timer(.quickStart(.emom)), source: .page)
    practice.intent(.timer(.confirm), source: .page)
    #expect(practice.run(until: { practice.view.canAnswer }))
    practice.run(for: .milliseconds(20))
    practice.intent(.answer(.higher, epoch: nil), source: .page)
    return practice
  }

  private func begun(_ practice: PracticeHarness) -> Int {
    practice.kinds.count { if case .exerciseStarted = $0 { true } else { false } }
  }
}
