import Ports
import Sound
import Testing
import Time
import Timers
import Training

@testable import Practice

/// Rests with a pause in them.
extension RestListeningTests {
  /// The session that would wait had stopped with the pause and began with the next set alone, and pairs come beside
  /// one that waits.
  @Test func `after a pause within a rest, pairs continue in that rest`() throws {
    for source in RoundSource.allCases where source.isTraining { try pause(source) }
  }

  private func pause(_ source: RoundSource) throws {
    let practice = try harness(source, rest: 30)
    try endRound(practice)
    #expect(practice.run(until: { heard(practice).count == 1 }))
    practice.intent(.timer(.pause))
    practice.run(for: .seconds(5))
    #expect(practice.view.timer?.phase == .paused && practice.view.mode == nil && heard(practice).count == 1)
    practice.intent(.timer(.confirm))
    #expect(practice.view.timer?.phase == .resting && practice.view.mode == Mode(source))
    #expect(practice.view.phase == .waiting)
    let (exercises, left) = (asked(practice).count, practice.view.timer?.remaining ?? 0)
    #expect(left > 20)
    let begun = practice.kinds.count
    sleep(practice)
    #expect(heard(practice).count >= 4)
    #expect(asked(practice).count <= exercises + 1, "nothing was asked in the rest")
    let store = practice.store
    let records = [
      store.records.count, store.matchingRecords.count, store.timingRecords.count, store.beatsRecords.count,
    ]
    #expect(records.reduce(0, +) == 1)
    // The set's first reference comes with its last cue, as after any rest.
    let end = practice.kinds[begun...].drop { kind in
      if case .cueStarted(.high, _, _) = kind { false } else { true }
    }
    let starts = end.compactMap { if case .noteStarted(let role, _, _) = $0 { role } else { nil } }
    let first: [VoiceRole] =
      switch source {
      case .timing: [.pattern]
      case .chords: [.reference, .companion, .tunable]
      case .beats: [.reference, .companion]
      case .temperament: [.reference, .tunable]
      default: [.reference]
      }
    #expect(starts == first)
  }

  @Test func `after a pause in the remainder of a slot pairs continue, and the slots remain in their places`() throws {
    let practice = try answeredSlot(seconds: 30)
    speak(practice) { heard(practice).count == 1 }
    practice.intent(.timer(.pause))
    practice.run(for: .seconds(7))
    practice.intent(.timer(.confirm))
    #expect(practice.view.phase == .waiting && practice.view.timer?.phase == .running)
    speak(practice) { asked(practice).count == 2 }
    #expect(heard(practice).count > 3)
    let references = practice.starts(of: .reference)
    let apart = try #require(references.last) - #require(references.first)
    // The two clocks are a step of the loop apart.
    #expect(abs(apart - 37 * 48_000) <= 4_800)
  }

  @Test func `without the setting a rest is silent after a pause too`() throws {
    let practice = try harness(listens: false)
    try endRound(practice)
    practice.run(for: .seconds(5))
    practice.intent(.timer(.pause))
    practice.run(for: .seconds(5))
    practice.intent(.timer(.confirm))
    let begun = practice.starts(of: .reference).count
    practice.run(for: .seconds(10))
    #expect(practice.starts(of: .reference).count == begun && practice.view.phase == .waiting)
    // Another pause within it, and a requested set.
    practice.intent(.timer(.pause))
    #expect(practice.view.mode == nil)
    practice.intent(.timer(.confirm))
    practice.intent(.timer(.skipRest))
    #expect(practice.run(until: { practice.view.phase == .reference }, limit: .milliseconds(300)))
  }
}
