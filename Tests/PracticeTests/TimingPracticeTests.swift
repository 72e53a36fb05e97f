import Controllers
import Foundation
import MIDI
import Ports
import Sound
import Testing
import Time

@testable import Practice
@testable import Training

/// Early or late as a player meets it.
@Suite struct TimingPracticeTests {
  private func harness(
    tempo: Int = 80, pattern: TimingPattern = .straight16ths, repetitions: TimingRepetitions = .unlimited,
    offset: Int64? = nil, exercises: Int? = nil, period: Int = 64, latency: Int = 128, keepsSound: Bool = false
  ) throws -> PracticeHarness {
    var training = TrainingSettings(strategy: .kazez)
    training.timing.tempo = tempo
    training.timing.pattern = pattern
    training.timing.repetitions = repetitions
    let practice = try PracticeHarness(
      training: training, exercises: exercises, period: period, latency: latency, keepsSound: keepsSound)
    if let offset { practice.displace(by: offset) }
    return practice
  }

  private func exercises(_ practice: PracticeHarness) -> [TimingExercise] {
    practice.kinds.compactMap { if case .timingStarted(let exercise) = $0 { exercise } else { nil } }
  }

  /// Waits until an answer to an exercise that has none yet counts and its pattern was heard that far.
  @discardableResult
  private func runUntilOpen(_ practice: PracticeHarness) -> Bool {
    let isOpen = practice.run(until: {
      practice.kinds.count { if case .answerEnabled = $0 { true } else { false } } > feedback(practice).count
    })
    practice.run(for: .milliseconds(10))
    return isOpen
  }

  private func feedback(_ practice: PracticeHarness) -> [(correct: Bool, frame: Frame)] {
    practice.kinds.compactMap {
      if case .feedbackStarted(let correct, let frame) = $0 { (correct, frame) } else { nil }
    }
  }

  @Test func `twelve exercises by two keys: right ones, wrong ones, each on a beat of the same grid`() throws {
    let practice = try harness(exercises: 12)
    practice.plug()
    practice.intent(.start(.timing))
    for number in 0..<12 {
      #expect(runUntilOpen(practice))
      practice.run(for: .milliseconds(Int64(37 * number)))
      let exercise = try #require(exercises(practice).last)
      let isRight = number % 3 != 0
      practice.tap((exercise.correctAnswer == .higher) == isRight ? 72 : 48)
    }
    #expect(practice.run(until: { practice.core.ended != nil || practice.view.mode == nil }))
    #expect(feedback(practice).map(\.correct) == (0..<12).map { $0 % 3 != 0 })
    // A beat lasts 36,000 frames.
    let starts = practice.starts(of: .pattern)
    #expect(starts.count == 12)
    for (number, start) in starts.enumerated() where number > 0 {
      #expect((start - starts[0]) % 36_000 == 0)
      let wait = start - feedback(practice)[number - 1].frame
      #expect((19_200..<19_200 + 36_000).contains(wait))
    }
    let records = practice.store.timingRecords
    #expect(records.map(\.correct) == (0..<12).map { $0 % 3 != 0 })
    #expect(records.allSatisfy { $0.loops >= 1 && $0.exercise.pattern == .straight16ths })
    #expect(records.allSatisfy { $0.controller == "Keyboard" })
  }

  @Test func `a press before the displaced note could be heard is ignored, not queued`() throws {
    let practice = try harness(offset: 20_000_000)
    practice.plug()
    practice.intent(.start(.timing))
    #expect(practice.run(until: { practice.view.canAnswer }))
    // The third sixteenth is 375 ms after the accent, and the largest displacement 84 ms more.
    practice.run(for: .milliseconds(300))
    practice.tap(72)
    practice.run(for: .milliseconds(300))
    #expect(feedback(practice).isEmpty && practice.view.canAnswer)
    practice.tap(72)
    practice.run(for: .milliseconds(50))
    #expect(feedback(practice).map(\.correct) == [true])
  }

  @Test func `nothing that reaches the player differs between early and late until the answer`() throws {
    func shown(_ offset: Int64) throws -> [ViewState] {
      let practice = try harness(offset: offset)
      practice.plug()
      practice.intent(.start(.timing))
      var states: [ViewState] = []
      for _ in 0..<1_500 {
        practice.cycle()
        states.append(practice.view)
      }
      return states
    }
    let (early, late) = (try shown(-60_000_000), try shown(60_000_000))
    #expect(early == late)
    // The view does not change while the pattern plays.
    let playing = late.filter { $0.phase == .target }
    #expect(playing.count > 1_000 && playing.allSatisfy { $0 == playing[0] })
  }

  @Test func `the messages to a controller do not follow the notes either`() throws {
    func sent(_ offset: Int64) throws -> Int {
      let practice = try harness(offset: offset)
      practice.plug()
      practice.intent(.start(.timing))
      #expect(practice.run(until: { practice.view.canAnswer }))
      _ = practice.ports.takeSent(to: PracticeHarness.keyboard.id)
      practice.run(for: .seconds(2))
      return practice.ports.takeSent(to: PracticeHarness.keyboard.id).count
    }
    #expect(try sent(-60_000_000) == 0 && sent(60_000_000) == 0)
  }

  @Test func `the sound stops at the answer, and a wrong one ticks`() throws {
    for (key, ticks) in [(72, false), (48, true)] {
      let practice = try harness(offset: 30_000_000, keepsSound: true)
      practice.plug()
      practice.intent(.start(.timing))
      #expect(runUntilOpen(practice))
      practice.run(for: .milliseconds(100))
      practice.press(key)
      practice.run(until: { !feedback(practice).isEmpty })
      practice.run(for: .milliseconds(380))
      let frame = Int(try #require(feedback(practice).first).frame.count)
      let after = practice.recording[(frame + 48 * 30)..<(frame + 48 * 370)]
      #expect(after.contains { abs($0) > 1e-4 } == ticks)
    }
  }

  @Test func `after the last repetition it is silent and an answer is still taken`() throws {
    let practice = try harness(repetitions: .two, keepsSound: true)
    practice.plug()
    practice.intent(.start(.timing))
    #expect(practice.run(until: { practice.view.phase == .awaitingAnswer }))
    let silent = practice.recording.count
    practice.run(for: .seconds(2))
    #expect(practice.recording[(silent + 4_800)...].allSatisfy { $0 == 0 })
    practice.tap(72)
    practice.run(for: .milliseconds(50))
    #expect(feedback(practice).count == 1 && practice.store.timingRecords.map(\.loops) == [2])
  }

  @Test func `both keys stop it and take back the answer that the first one gave`() throws {
    let practice = try harness()
    practice.plug()
    practice.intent(.start(.timing))
    #expect(runUntilOpen(practice))
    practice.press(48)
    practice.press(72)
    practice.run(for: .milliseconds(900))
    #expect(practice.view.mode == nil)
    #expect(practice.store.timingRecords.map(\.withdrawn) == [true])
  }

  @Test func `a pattern too fast for its tempo is refused with a reason`() throws {
    let practice = try harness(tempo: 240, pattern: .sextuplets)
    practice.intent(.start(.timing))
    #expect(practice.view.notices == [.refused(.patternTooFast(.sextuplets, position: 3, tempo: 240))])
    #expect(practice.view.mode == nil)
  }

  /// The onsets in what was rendered are where the records say, to the frame.
  @Test(arguments: [-40_000_000, 40_000_000] as [Int64])
  func `the displaced note sounds where the record says`(offset: Int64) throws {
    let practice = try harness(offset: offset, keepsSound: true)
    practice.intent(.start(.timing))
    #expect(practice.run(until: { practice.view.canAnswer }))
    practice.run(for: .milliseconds(1_600))
    let start = Int(try #require(practice.starts(of: .pattern).first).count)
    let displacement = Int(offset * 48 / 1_000_000)
    for beat in 0..<2 {
      for cell in 0..<4 {
        let onset = start + beat * 36_000 + cell * 9_000 + (cell == 2 ? displacement : 0)
        // A stroke begins with its first frame; before it, the last one has ended.
        #expect(practice.recording[onset] != 0, "beat \(beat), cell \(cell)")
        #expect(practice.recording[max(onset - 100, 0)..<onset].allSatisfy { $0 == 0 }, "beat \(beat), cell \(cell)")
      }
    }
  }
}
