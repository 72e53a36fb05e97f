import Controllers
import MIDI
import Pitch
import Ports
import Sound
import TestSupport
import Testing
import Time
import Training

@testable import Practice

/// How a result reaches closed eyes: by light where there is one, else by clicks, never by both.
@Suite struct MatchingResultTests {
  private static let library = MappingLibrary.load(folders: [], shipped: PracticeHarness.mappings)

  /// A first exercise that can end sharp (or flat) as far as asked.
  private func started(
    sharp: Bool, cue: Settings.MatchingCue = .auto, lights: Bool = false
  ) throws -> PracticeHarness {
    for seed in 1...40 as ClosedRange<UInt64> {
      let practice = try PracticeHarness(
        library: lights ? Self.library : MappingLibrary(mappings: []), seed: seed, matchingCue: cue)
      practice.plug(lights ? PracticeHarness.motorFader : PracticeHarness.keyboard)
      practice.intent(.start(.matching))
      #expect(practice.runUntilTunable())
      if let offset = practice.matchingExercise?.startOffset.value, (offset > 0) == sharp { return practice }
    }
    throw Missing.exercise
  }

  private enum Missing: Error { case exercise }

  /// Matches to `error` and waits until its feedback is over; the first frame of it.
  private func result(_ practice: PracticeHarness, error: Double) throws -> Frame {
    practice.match(error: error)
    #expect(practice.runUntilResult())
    #expect(practice.view.result?.cents == Int(error))
    #expect(practice.run(until: { practice.view.phase != .feedback }))
    return try #require(practice.resultFrames.last)
  }

  @Test(arguments: [(0.0, 0), (4, 1), (9, 1), (10, 2), (30, 2), (31, 3), (60, 3), (-1, 1), (-27, 2), (-45, 3)])
  func `clicks count the band, and the centre has none`(error: Double, clicks: Int) throws {
    let practice = try started(sharp: error >= 0)
    let frame = try result(practice, error: error)
    #expect(practice.clicks(after: frame) == clicks)
    // They are over before feedback is.
    let end = Int(frame.count) + 19_200
    #expect(practice.recording[end - 960..<end].allSatisfy { $0 == 0 })
  }

  @Test func `sharp is brighter than flat`() throws {
    func crossings(_ error: Double) throws -> Int {
      let practice = try started(sharp: error > 0)
      let frame = Int(try result(practice, error: error).count)
      let samples = practice.recording[frame + 1_201..<frame + 19_200]
      return zip(samples, samples.dropFirst()).count { $0 * $1 < 0 }
    }
    #expect(try crossings(40) > 3 * crossings(-40))
  }

  @Test(arguments: [
    (Settings.MatchingCue.off, false, 0), (.off, true, 0), (.auto, true, 0), (.clicks, true, 2), (.clicks, false, 2),
  ])
  func `the setting chooses between light and clicks`(cue: Settings.MatchingCue, lights: Bool, clicks: Int) throws {
    let practice = try started(sharp: true, cue: cue, lights: lights)
    #expect(try practice.clicks(after: result(practice, error: 20)) == clicks)
  }

  @Test(arguments: [(4.0, 23), (20, 25), (50, 27), (-4, 21), (-20, 19), (-50, 17), (0, 22)])
  func `the ring shows side and band, then goes dark`(error: Double, light: Int) throws {
    let practice = try started(sharp: error >= 0, lights: true)
    practice.match(error: error)
    _ = practice.ports.takeSent(to: PracticeHarness.motorFader.id)
    #expect(practice.runUntilResult())
    let shown = practice.ports.takeSent(to: PracticeHarness.motorFader.id)
    #expect(shown.contains(PracticeHarness.control(48, light)))
    #expect(practice.run(until: { practice.view.phase != .feedback }))
    #expect(practice.ports.takeSent(to: PracticeHarness.motorFader.id).contains(PracticeHarness.control(48, 0)))
    // The light of "can answer" is for the tunable note again, and says nothing of the exercise.
    #expect(practice.view.result == nil)
  }

  @Test func `the result is shown exactly during feedback`() throws {
    let practice = try started(sharp: true)
    practice.match(error: 12)
    #expect(practice.view.result == nil)
    #expect(practice.runUntilResult())
    #expect(practice.view.result == MatchingFeedback(error: Cents(12)))
    #expect(!practice.view.canTune)
    practice.run(for: .milliseconds(390))
    #expect(practice.view.result != nil)
    practice.run(for: .milliseconds(20))
    #expect(practice.view.result == nil)
    #expect(practice.view.phase == .reference)
  }

  @Test func `a result never ticks`() throws {
    let practice = try started(sharp: true, cue: .off)
    let frame = Int(try result(practice, error: 70).count)
    #expect(practice.recording[frame + 1_201..<frame + 19_200].allSatisfy { $0 == 0 })
  }
}
