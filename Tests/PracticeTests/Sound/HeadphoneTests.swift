import Foundation
import Ports
import Testing
import Time
import Timers
import Training

@testable import Practice
@testable import Recordings

/// When headphones are pulled out, practice stops, since it would continue through a loudspeaker.
@Suite struct HeadphoneTests {
  private func pull(_ practice: PracticeHarness, card: Int = 0) {
    practice.mailbox.post(.headphonesPulled(card: card))
    practice.turn()
  }

  private func stops(_ practice: PracticeHarness) -> [StopReason] {
    practice.kinds.compactMap { if case .sessionStopped(let reason) = $0 { reason } else { nil } }
  }

  /// `known` is the card that sounds, where that is known.
  @Test(arguments: [(nil, 0, true), (nil, 3, true), (2, 2, true), (2, 0, false)] as [(Int?, Int, Bool)])
  func `unplugged headphones end practice if they may have been in use`(known: Int?, pulled: Int, leaves: Bool) throws {
    let practice = try PracticeHarness()
    practice.plug()
    if let known {
      var description = practice.output.description
      description.card = known
      practice.output.inject(.changed(description))
      practice.turn()
    }
    practice.startComparison()
    #expect(practice.run(until: { practice.view.phase == .reference }))
    practice.run(for: .milliseconds(100))
    pull(practice, card: pulled)
    guard leaves else {
      #expect(practice.view.mode != nil && practice.view.notices.isEmpty)
      return
    }
    #expect(stops(practice) == [.headphonesPulled])
    #expect(practice.view.notices == [.headphonesPulled])
    practice.run(for: .milliseconds(60))
    #expect(practice.recording.suffix(480).allSatisfy { $0 == 0 })
    // Sound is ready as ever, nothing resumes by itself, and the next start takes the line away.
    practice.run(for: .seconds(3))
    #expect(practice.view.mode == nil)
    #expect(practice.kinds.count { if case .soundLost = $0 { true } else { false } } == 0)
    practice.startComparison()
    #expect(practice.runUntilAnswerable())
    #expect(practice.view.notices.isEmpty)
  }

  @Test func `an earlier answer is kept`() throws {
    let practice = try PracticeHarness()
    practice.plug()
    practice.startComparison()
    #expect(practice.runUntilAnswerable())
    practice.answer(right: true)
    pull(practice)
    practice.run(for: .milliseconds(100))
    #expect(practice.store.records.count == 1)
    #expect(stops(practice) == [.headphonesPulled])
  }

  @Test func `at the hub unplugged headphones change nothing`() throws {
    let practice = try PracticeHarness()
    practice.plug()
    pull(practice)
    #expect(practice.view.notices.isEmpty && stops(practice).isEmpty)
  }

  @Test func `a timed practice is paused`() throws {
    let amrap = try TimerConfiguration(.amrap(durationSeconds: 30), source: .free, sets: 1, restSeconds: 0)
    let practice = try PracticeHarness(startTimer: .chosen(amrap))
    practice.intent(.timer(.confirm))
    practice.run(for: .seconds(2))
    #expect(practice.view.timer?.phase == .running)
    pull(practice)
    #expect(practice.view.timer?.phase == .paused)
    #expect(practice.view.notices == [.headphonesPulled])
  }

  @Test func `a recording of it is replayed unchanged`() throws {
    let recording = InMemoryRecording()
    let practice = try PracticeHarness(recording: recording)
    practice.plug()
    practice.startComparison()
    #expect(practice.runUntilAnswerable())
    pull(practice, card: 1)
    practice.run(for: .milliseconds(100))
    practice.recorder?.end()
    let text = try recording.text()
    #expect(text.contains(/"card":1,.*"input":"headphones-pulled"/))
    let outcome = try ReplayPractice(Recording(Array(text.utf8)), events: InMemoryEvents()).run()
    #expect(outcome.difference == nil && outcome.same > 5)
  }
}
