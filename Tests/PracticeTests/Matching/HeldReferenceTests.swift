import Pitch
import Ports
import Sound
import Testing
import Time

@testable import Practice
@testable import Training

/// A reference that sounds on while a note is tuned to it.
@Suite struct HeldReferenceTests {
  private func started(
    _ mode: Mode, _ reference: MatchingReference = .held, level: Double = -20, loudness: Double = 0
  ) throws -> PracticeHarness {
    let practice = try PracticeHarness(
      training: TrainingSettings(
        noteDuration: 0.3, noteGap: 0.4, loudnessVariation: loudness, strategy: .kazez, matchingReference: reference),
      matchingCue: .off)
    practice.change { $0.level = level }
    #expect(practice.run(until: { practice.core.sound.sounded == level }))
    practice.intent(.start(mode))
    return practice
  }

  private func ends(_ practice: PracticeHarness, of role: VoiceRole) -> [Frame] {
    practice.kinds.compactMap { if case .noteEnded(role, let frame) = $0 { frame } else { nil } }
  }

  @Test(arguments: [Mode.matching, .intervalMatching])
  func `both notes fade on the frame of the commit, which is the first of feedback`(mode: Mode) throws {
    let practice = try started(mode)
    #expect(practice.runUntilTunable())
    let first = try #require(practice.starts(of: .reference).first)
    #expect(practice.starts(of: .tunable) == [first + 14_400])
    practice.run(for: .milliseconds(1_200))
    #expect(ends(practice, of: .reference).isEmpty)
    practice.match(error: 3)
    #expect(practice.runUntilResult())
    #expect(practice.run(until: { practice.view.phase != .feedback }))
    let result = try #require(practice.resultFrames.first)
    // Its release, as of any note: 25 ms.
    #expect(ends(practice, of: .reference) == [result + 1_200])
    #expect(ends(practice, of: .tunable) == [result + 1_200])
    let fade = Int(result.count)
    #expect(practice.recording[fade + 1_199..<fade + 19_200].allSatisfy { $0 == 0 })
    // And the next begins where feedback ends.
    practice.run(for: .milliseconds(50))
    #expect(practice.starts(of: .reference).last == result + 19_200)
    let kept = try #require(practice.store.matchingRecords.first)
    #expect(kept.exercise.heldLevel == 0 && kept.noteGap == 0 && abs(kept.error.value - 3) < 1e-3)
  }

  @Test func `stopping fades both`() throws {
    let practice = try started(.matching)
    #expect(practice.runUntilTunable())
    practice.intent(.stop)
    practice.run(for: .milliseconds(100))
    #expect(ends(practice, of: .reference).count == 1 && ends(practice, of: .tunable).count == 1)
    #expect(practice.recording.suffix(2_000).allSatisfy { $0 == 0 })
    #expect(practice.store.matchingRecords.isEmpty)
  }

  /// At −6 dBFS each the two would reach 0: they are made quieter, evenly and from the first frame on, and never cut
  /// off.
  @Test(arguments: [(-6.0, 0.0), (-9, 0), (-6, 1), (-20, 1)])
  func `both notes together stay below the ceiling without clipping`(level: Double, loudness: Double) throws {
    let practice = try started(.matching, level: level, loudness: loudness)
    #expect(practice.runUntilTunable())
    let exercise = try #require(practice.matchingExercise)
    // Two hertz off, so that the beats' crests are reached.
    let off = 1_200 * (2 / exercise.targetHertz.value) / 0.6931
    practice.intent(.step(cents: off - exercise.startOffset.value, epoch: nil))
    practice.run(for: .milliseconds(1_500))
    let crest = practice.recording.suffix(48_000).map { abs($0) }.max() ?? 1
    #expect(practice.engine.counters.clampedFrames == 0)
    #expect(crest <= 0.501188)
    if level >= -9 { #expect(crest > 0.49) }
  }

  @Test func `the reference sounds more quietly when it is needed less`() throws {
    let practice = try started(.matching, .fading)
    for _ in 0..<15 {
      #expect(practice.run(until: { practice.view.canTune }))
      practice.run(for: .milliseconds(20))
      practice.match(error: 2)
      #expect(practice.runUntilResult())
      #expect(practice.run(until: { practice.view.phase != .feedback }))
    }
    #expect(practice.store.matchingRecords.map(\.exercise.heldLevel) == [Double?](repeating: 0, count: 13) + [-3, -6])
  }

  @Test func `without the setting the reference comes first, and ends`() throws {
    let practice = try started(.matching, .first)
    #expect(practice.runUntilTunable())
    let first = try #require(practice.starts(of: .reference).first)
    #expect(ends(practice, of: .reference) == [first + 14_400])
    #expect(practice.starts(of: .tunable) == [first + 14_400 + 19_200])
  }
}
