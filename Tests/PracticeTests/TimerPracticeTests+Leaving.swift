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
  func `who leaves a timer that is over leaves no exercise waiting`(for way: Leaving) throws {
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
}
