import Controllers
import MIDI
import Pitch
import Ports
import Testing
import Time
import Training

@testable import Practice

/// Higher and Lower together commit: whatever tuned keeps its name, and nothing but what sounded before them counts.
@Suite struct MatchingChordTests {
  private func started() throws -> PracticeHarness {
    let practice = try PracticeHarness()
    practice.plug()
    practice.startMatching()
    #expect(practice.runUntilTunable())
    practice.run(for: .milliseconds(20))
    return practice
  }

  private func chord(_ practice: PracticeHarness, first: Int, then second: Int) {
    practice.press(first)
    practice.run(for: .milliseconds(40))
    practice.press(second)
    practice.run(for: .milliseconds(200))
    practice.release(first)
    practice.release(second)
  }

  private func record(_ practice: PracticeHarness) throws -> MatchingRecord {
    #expect(practice.runUntilResult())
    return try #require(practice.store.matchingRecords.last)
  }

  private func moved(_ record: MatchingRecord) -> Double {
    Cents(from: record.exercise.startHertz, to: record.finalHertz).value
  }

  @Test(arguments: [(72, 48), (48, 72)])
  func `a commit chord keeps the pitch of the fader that tuned`(first: Int, second: Int) throws {
    let practice = try started()
    for value in [60, 61, 62, 63, 70] {
      practice.send(PracticeHarness.control(1, value))
      practice.run(for: .milliseconds(40))
    }
    let before = practice.core.tuning.tuner.cents
    #expect(before > 5)
    chord(practice, first: first, then: second)
    let record = try record(practice)
    #expect(record.gesture == .chord)
    #expect(record.control == "cc 1")
    #expect(record.centsPerStep != 1)
    #expect(abs(moved(record) - before) < 1e-6)
  }

  @Test func `a commit chord without movement stores the start`() throws {
    let practice = try started()
    chord(practice, first: 72, then: 48)
    let record = try record(practice)
    #expect(record.control == nil)
    #expect(record.centsPerStep == nil)
    #expect(abs(record.error.value - record.exercise.startOffset.value) < 1e-9)
  }

  @Test(arguments: [(72, 48, 1.0), (48, 72, 1.0), (72, 48, -1.0), (48, 72, -1.0)])
  func `a commit chord at the end of the range changes nothing`(first: Int, second: Int, side: Double) throws {
    let practice = try started()
    practice.intent(.step(cents: 500 * side, epoch: nil))
    practice.run(for: .milliseconds(60))
    chord(practice, first: first, then: second)
    #expect(try abs(moved(record(practice)) - 100 * side) < 1e-6)
  }

  @Test func `a commit chord before the note does nothing`() throws {
    let practice = try PracticeHarness()
    practice.plug()
    practice.startMatching()
    #expect(practice.run(until: { practice.view.phase == .reference }))
    practice.run(for: .milliseconds(200))
    practice.press(72)
    practice.press(48)
    #expect(practice.runUntilTunable())
    practice.run(for: .milliseconds(50))
    practice.release(72)
    practice.release(48)
    practice.run(for: .seconds(1))
    #expect(practice.store.matchingRecords.isEmpty)
    #expect(practice.view.phase == .tunable)
    #expect(practice.core.tuning.tuner.cents == 0)
  }

  @Test func `a key held since the reference does not sweep the note`() throws {
    let practice = try PracticeHarness()
    practice.plug()
    practice.startMatching()
    practice.run(for: .milliseconds(200))
    practice.press(72)
    #expect(practice.runUntilTunable())
    practice.run(for: .seconds(2))
    #expect(practice.core.tuning.tuner.cents == 0)
  }

  @Test func `a chord held from the reference into the note still stops`() throws {
    let practice = try PracticeHarness()
    practice.plug()
    practice.startMatching()
    #expect(practice.run(until: { practice.view.phase == .reference }))
    practice.press(72)
    practice.press(48)
    #expect(practice.run(until: { practice.view.mode == nil }, limit: .seconds(1)))
  }

  @Test func `a fader at its end is known before the first note`() throws {
    for seed in UInt64(1)...8 {
      let practice = try PracticeHarness(seed: seed)
      practice.plug()
      // At the hub the modulation wheel, which stays where it is left, is pushed to its top.
      for value in [100, 110, 120, 127] { practice.send(PracticeHarness.control(1, value)) }
      practice.startMatching()
      #expect(practice.runUntilTunable())
      #expect(try #require(practice.matchingExercise).startOffset.value > 0)
    }
  }

  @Test func `another mode during the last feedback does not start`() throws {
    let practice = try PracticeHarness(exercises: 1)
    practice.plug()
    practice.startMatching()
    #expect(practice.runUntilTunable())
    practice.run(for: .milliseconds(20))
    practice.intent(.commit(epoch: nil))
    #expect(practice.runUntilResult())
    practice.intent(.start(.comparison))
    #expect(practice.run(until: { practice.core.ended != nil }))
    #expect(practice.core.ended == .finished)
    #expect(practice.view.mode == nil)
  }
}
