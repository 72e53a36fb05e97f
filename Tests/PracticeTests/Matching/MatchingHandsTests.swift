import Controllers
import MIDI
import Pitch
import Ports
import Sound
import Testing
import Time
import Training

@testable import Practice

/// Matching by two keys alone, by the computer's keys and by a page: everything that is not a slider of a controller.
@Suite struct MatchingHandsTests {
  private func started(seed: UInt64 = 1) throws -> PracticeHarness {
    let practice = try PracticeHarness(seed: seed)
    practice.plug()
    practice.startMatching()
    #expect(practice.runUntilTunable())
    return practice
  }

  /// How far the hands moved the note in the attempt that was kept last.
  private func moved(_ practice: PracticeHarness) throws -> Double {
    #expect(practice.runUntilResult())
    let record = try #require(practice.store.matchingRecords.last)
    return Cents(from: record.exercise.startHertz, to: record.finalHertz).value
  }

  @Test func `the words fit the hand that tuned last`() throws {
    let practice = try started()
    #expect(practice.view.tuningHand == .slider)
    practice.intent(.slide(position: 0.3, epoch: nil), source: .page)
    practice.intent(.commit(epoch: nil), source: .page)
    #expect(practice.runUntilResult() && practice.runUntilTunable())
    #expect(practice.view.tuningHand == .page)
    practice.tap(72)
    practice.send(PracticeHarness.control(64, 127))
    #expect(practice.runUntilResult() && practice.runUntilTunable())
    #expect(practice.view.tuningHand == .halves)
  }

  // MARK: Two keys

  @Test func `Lower starts matching, and its intervals when held`() throws {
    let practice = try PracticeHarness()
    practice.plug()
    practice.press(48)
    practice.run(for: .milliseconds(900))
    practice.release(48)
    #expect(practice.view.mode == .intervalMatching)
    #expect(practice.run(until: { practice.view.interval != nil }))
  }

  @Test func `a press that starts is never a step`() throws {
    let practice = try PracticeHarness()
    practice.plug()
    practice.press(48)
    practice.run(for: .milliseconds(900))
    // It is still down while the note sounds: it steps nothing and is no part of a chord.
    #expect(practice.runUntilTunable())
    practice.run(for: .seconds(1))
    practice.send(PracticeHarness.control(64, 127))
    #expect(try abs(moved(practice)) < 1e-6)
  }

  @Test func `keys step by one cent each way`() throws {
    let practice = try started()
    for key in [72, 72, 72, 48] { practice.tap(key) }
    practice.run(for: .milliseconds(200))
    practice.send(PracticeHarness.control(64, 127))
    #expect(try abs(moved(practice) - 2) < 1e-3)
    let record = try #require(practice.store.matchingRecords.last)
    #expect(record.gesture == .button)
    #expect(record.control == "steps")
    #expect(record.centsPerStep == 1)
  }

  @Test func `a held key steps ten times a second`() throws {
    let practice = try started()
    practice.press(48)
    // One at once, one after 400 ms, then one each 100 ms: at 400, 500 … 1,400.
    practice.run(for: .milliseconds(1_450))
    practice.release(48)
    practice.run(for: .milliseconds(200))
    practice.send(PracticeHarness.control(64, 127))
    #expect(try abs(moved(practice) + 12) < 1e-3)
  }

  @Test(arguments: [(48, 72), (72, 48)])
  func `both keys commit what sounded before them`(first: Int, second: Int) throws {
    let practice = try started()
    for _ in 0..<5 { practice.tap(72) }
    practice.run(for: .milliseconds(300))
    practice.press(first)
    practice.run(for: .milliseconds(40))
    practice.press(second)
    practice.run(for: .milliseconds(200))
    practice.release(first)
    #expect(try abs(moved(practice) - 5) < 1e-3)
    practice.release(second)
    let record = try #require(practice.store.matchingRecords.last)
    #expect(record.gesture == .chord)
    // The keys that were let go start nothing, and the next exercise comes by itself.
    #expect(practice.runUntilTunable())
    #expect(practice.store.matchingRecords.count == 1)
  }

  @Test func `both keys held stop and drop the exercise`() throws {
    let practice = try started()
    practice.tap(72)
    practice.press(48)
    practice.press(72)
    practice.run(for: .milliseconds(850))
    #expect(practice.view.phase == .hub)
    practice.release(48)
    practice.release(72)
    practice.run(for: .seconds(1))
    #expect(practice.store.matchingRecords.isEmpty)
    #expect(practice.view.phase == .hub)
  }

  @Test func `the sustain pedal commits and starts nothing at the hub`() throws {
    let practice = try PracticeHarness()
    practice.plug()
    practice.send(PracticeHarness.control(64, 127))
    practice.run(for: .seconds(1))
    practice.send(PracticeHarness.control(64, 0))
    practice.run(for: .milliseconds(100))
    #expect(practice.view.phase == .hub)
    #expect(practice.view.notices.isEmpty)
    practice.startMatching()
    #expect(practice.runUntilTunable())
    practice.send(PracticeHarness.control(64, 127))
    #expect(practice.runUntilResult())
    #expect(practice.store.matchingRecords.map(\.gesture) == [.button])
  }

  @Test func `a held pedal commits once`() throws {
    let practice = try started()
    practice.send(PracticeHarness.control(64, 127))
    #expect(practice.runUntilResult())
    #expect(practice.runUntilTunable())
    practice.send(PracticeHarness.control(64, 127))
    practice.run(for: .milliseconds(300))
    #expect(practice.view.canTune)
    #expect(practice.store.matchingRecords.count == 1)
  }

  // MARK: Computer keys

  @Test func `computer keys step and commit`() throws {
    let practice = try started()
    practice.intent(.answer(.higher, epoch: nil))
    practice.intent(.answer(.higher, epoch: practice.view.epoch))
    practice.intent(.answer(.lower, epoch: nil))
    practice.intent(.step(cents: 0.1, epoch: nil))
    practice.intent(.step(cents: 0.1, epoch: nil))
    practice.intent(.step(cents: -0.1, epoch: nil))
    practice.run(for: .milliseconds(200))
    practice.intent(.proceed)
    #expect(try abs(moved(practice) - 1.1) < 1e-3)
    let record = try #require(practice.store.matchingRecords.last)
    #expect(record.gesture == .key)
    #expect(record.control == "keys")
    #expect(record.source == .keys)
    #expect(record.controller == nil)
    #expect(try abs(#require(record.centsPerStep) - 0.1) < 1e-9)
  }

  @Test func `an intent for an older exercise is dropped`() throws {
    let practice = try started()
    let old = practice.view.epoch
    practice.match(error: 5)
    #expect(practice.runUntilResult())
    #expect(practice.run(until: { practice.view.epoch != old && practice.view.canTune }))
    practice.run(for: .milliseconds(20))
    practice.intent(.answer(.higher, epoch: old))
    practice.intent(.step(cents: 30, epoch: old))
    practice.intent(.slide(position: 0.5, epoch: old))
    practice.intent(.commit(epoch: old))
    practice.run(for: .milliseconds(200))
    #expect(practice.view.canTune)
    practice.intent(.commit(epoch: practice.view.epoch))
    #expect(try abs(moved(practice)) < 1e-6)
    #expect(practice.store.matchingRecords.count == 2)
  }

  @Test func `steps never leave the range`() throws {
    let practice = try started()
    practice.intent(.step(cents: 1_000, epoch: nil))
    practice.run(for: .milliseconds(100))
    // The way back begins at the end of the range, not beyond it.
    practice.intent(.step(cents: -10, epoch: nil))
    practice.run(for: .milliseconds(200))
    practice.intent(.commit(epoch: nil))
    #expect(try abs(moved(practice) - 90) < 1e-3)
  }

  // MARK: Pages

  @Test func `a page's slider tunes and its button commits`() throws {
    let practice = try started()
    practice.intent(.slide(position: 0.25, epoch: practice.view.epoch), source: .page)
    practice.intent(.slide(position: -0.5, epoch: practice.view.epoch), source: .page)
    practice.run(for: .milliseconds(200))
    practice.intent(.commit(epoch: practice.view.epoch), source: .page)
    #expect(try abs(moved(practice) + 50) < 1e-3)
    let record = try #require(practice.store.matchingRecords.last)
    #expect(record.gesture == .page)
    #expect(record.control == "page")
    #expect(record.centsPerStep == nil)
  }

  @Test(arguments: [Double.nan, .infinity, -.infinity]) func `an undefined number tunes nothing`(value: Double) throws {
    let practice = try started()
    practice.intent(.slide(position: value, epoch: nil), source: .page)
    practice.intent(.step(cents: value, epoch: nil))
    practice.run(for: .milliseconds(100))
    practice.intent(.commit(epoch: nil))
    #expect(try abs(moved(practice)) < 1e-6)
  }

  // MARK: Faders

  @Test func `the first value of a fader is its centre and changes nothing`() throws {
    let practice = try started()
    practice.send(PracticeHarness.control(1, 90))
    practice.run(for: .milliseconds(100))
    #expect(practice.core.tuning.tuner.cents == 0)
    #expect(!practice.core.tuning.tuner.hasMoved)
    practice.send(PracticeHarness.control(1, 91))
    practice.run(for: .milliseconds(100))
    #expect(practice.core.tuning.tuner.cents > 0)
  }

  @Test func `a fader at its end gets targets on its open side`() throws {
    let practice = try started()
    practice.play((0...20).map { (Double($0) * 40, PracticeHarness.control(1, 20 - $0)) })
    for round in 1...4 {
      practice.send(PracticeHarness.control(64, 127))
      practice.send(PracticeHarness.control(64, 0))
      #expect(practice.runUntilResult())
      #expect(practice.store.matchingRecords.count == round)
      #expect(practice.runUntilTunable())
      // It stands at 0: only the way up is open, and there lies the target.
      #expect(try #require(practice.matchingExercise).startOffset.value < 0)
      practice.play([1, 2, 3, 2, 1, 0].enumerated().map { (Double($0) * 120, PracticeHarness.control(1, $1)) })
      practice.run(for: .milliseconds(100))
      #expect(abs(practice.core.tuning.tuner.cents) < 1e-9)
    }
  }

  // MARK: Two hands

  @Test func `the control moved last has the pitch, and the other picks it up relatively`() throws {
    let practice = try started()
    practice.intent(.slide(position: 0.4, epoch: nil), source: .page)
    practice.tap(48)
    practice.tap(48)
    // 40 − 2; then the page continues from there by 10.
    practice.intent(.slide(position: 0.5, epoch: nil), source: .page)
    practice.run(for: .milliseconds(200))
    practice.send(PracticeHarness.control(64, 127))
    #expect(try abs(moved(practice) - 48) < 1e-3)
    #expect(practice.store.matchingRecords.last?.control == "page")
  }

  @Test func `only the owner's release commits`() throws {
    let practice = try started()
    practice.leadWheel(to: 12_000)
    practice.run(for: .milliseconds(200))
    practice.intent(.slide(position: 0.1, epoch: nil), source: .page)
    practice.letGo(from: 12_000)
    practice.run(for: .milliseconds(400))
    #expect(practice.store.matchingRecords.isEmpty)
    #expect(practice.view.canTune)
    practice.matchByWheel(10_000)
    #expect(practice.runUntilResult())
    #expect(practice.store.matchingRecords.map(\.gesture) == [.springBack])
  }

  @Test func `a flickering fader does not take the pitch`() throws {
    let practice = try started()
    practice.send(PracticeHarness.control(1, 64))
    practice.leadWheel(to: 12_000)
    practice.play((0..<7).map { (Double($0) * 30, PracticeHarness.control(1, 64 + ($0 + 1) % 2)) })
    practice.run(for: .milliseconds(100))
    practice.letGo(from: 12_000)
    #expect(practice.runUntilResult())
    let record = try #require(practice.store.matchingRecords.last)
    #expect(record.gesture == .springBack)
    #expect(record.control == "pitch-bend")
  }

  @Test func `two wheels are two hands`() throws {
    let practice = try started()
    practice.plug(PracticeHarness.other)
    practice.leadWheel(to: 12_000)
    practice.run(for: .milliseconds(100))
    practice.leadWheel(to: 9_500, on: PracticeHarness.other)
    practice.run(for: .milliseconds(100))
    practice.letGo(from: 12_000)
    practice.run(for: .milliseconds(300))
    #expect(practice.view.canTune)
    practice.letGo(from: 9_500, on: PracticeHarness.other)
    #expect(practice.runUntilResult())
    #expect(practice.store.matchingRecords.map(\.controller) == ["Pads"])
  }
}
