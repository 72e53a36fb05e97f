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

/// Motor faders in matching: they show where the pitch should have been, and never pull while something sounds.
@Suite struct MotorPracticeTests {
  private static let library = MappingLibrary.load(folders: [], shipped: PracticeHarness.mappings)
  private static let port = PracticeHarness.motorFader

  /// A position sent to the motor, and its frame.
  private struct Move: Equatable {
    var frame: Int
    var value: Int
  }

  private func started(seed: UInt64 = 1) throws -> PracticeHarness {
    let practice = try PracticeHarness(library: Self.library, seed: seed)
    practice.plug(Self.port)
    practice.intent(.start(.matching))
    #expect(practice.runUntilTunable())
    return practice
  }

  private func touch(_ practice: PracticeHarness, _ isTouched: Bool) {
    if isTouched { practice.press(104, on: Self.port) } else { practice.release(104, on: Self.port) }
  }

  /// Returns the positions sent to the motor since the last call.
  private func motor(_ practice: PracticeHarness) -> [Int] {
    practice.ports.takeSent(to: Self.port.id).compactMap {
      if case .pitchBend(_, let value) = $0 { Int(value.rawValue) } else { nil }
    }
  }

  /// Runs for `duration` and returns the motor's moves.
  private func moves(_ practice: PracticeHarness, for duration: Duration) -> [Move] {
    _ = motor(practice)
    var moves: [Move] = []
    let end = practice.time.now() + duration
    while practice.time.now() < end {
      practice.cycle()
      moves += motor(practice).map { Move(frame: practice.recording.count, value: $0) }
    }
    return moves
  }

  @Test(arguments: 1...5 as ClosedRange<UInt64>)
  func `the motor moves to the true pitch after the fade, and to the centre 200 milliseconds before the end`(
    seed: UInt64
  ) throws {
    let practice = try started(seed: seed)
    let exercise = try #require(practice.matchingExercise)
    practice.intent(.commit(epoch: nil))
    let moves = moves(practice, for: .seconds(1))
    let fade = Int(try #require(practice.resultFrames.last).count)
    #expect(moves.count == 2)
    let share = (1 - exercise.startOffset.value / exercise.range.value) / 2
    #expect(abs(Double(moves[0].value) / 16_383 - share) < 1e-3)
    // The release of 25 ms is over, and little more.
    #expect((1_200...1_200 + 2 * 64).contains(moves[0].frame - fade))
    #expect(moves[1].value == 8_192)
    #expect((9_600...9_600 + 3 * 64).contains(moves[1].frame - fade))
  }

  @Test func `no motor moves while a note sounds`() throws {
    let practice = try started()
    let moves = moves(practice, for: .seconds(1))
    #expect(moves.isEmpty)
    let stop = practice.recording.count
    practice.intent(.stop)
    // A fader that was left anywhere is brought home once all has faded, so that the next note begins in its middle.
    let home = self.moves(practice, for: .milliseconds(500))
    #expect(home.map(\.value) == [8_192])
    #expect(try #require(home.first).frame - stop > 1_200)
    #expect(practice.recording.suffix(10_000).allSatisfy { $0 == 0 })
  }

  @Test func `a stop during feedback brings the motor home at once`() throws {
    let practice = try started()
    practice.intent(.commit(epoch: nil))
    #expect(practice.runUntilResult())
    practice.run(for: .milliseconds(60))
    #expect(motor(practice).count == 1)
    practice.intent(.stop)
    #expect(motor(practice) == [8_192])
    #expect(moves(practice, for: .seconds(1)).isEmpty)
  }

  @Test func `taking the finger off commits the last position`() throws {
    let practice = try started()
    let exercise = try #require(practice.matchingExercise)
    touch(practice, true)
    practice.play((0...60).map { (Double($0) * 4, PracticeHarness.bend(8_192 + $0 * 16)) }, on: Self.port)
    practice.run(for: .milliseconds(100))
    touch(practice, false)
    #expect(practice.runUntilResult())
    let record = try #require(practice.store.matchingRecords.last)
    #expect(record.gesture == .touch)
    #expect(record.control == "pitch-bend 1")
    // 960 of the 8,191 values up are 100 cents' share of them.
    let moved = Cents(from: exercise.startHertz, to: record.finalHertz).value
    #expect(abs(moved - 100 * 960 / 8_191) < 0.2)
  }

  @Test func `a finger that moved nothing commits nothing`() throws {
    let practice = try started()
    touch(practice, true)
    practice.run(for: .milliseconds(300))
    touch(practice, false)
    practice.run(for: .milliseconds(300))
    #expect(practice.view.canTune)
    #expect(practice.store.matchingRecords.isEmpty)
  }

  @Test func `a touched fader is never driven`() throws {
    let practice = try started()
    touch(practice, true)
    practice.play((1...20).map { (Double($0) * 4, PracticeHarness.bend(8_192 + $0 * 16)) }, on: Self.port)
    practice.press(94, on: Self.port)
    #expect(moves(practice, for: .seconds(1)).isEmpty)
    #expect(practice.store.matchingRecords.map(\.gesture) == [.button])
  }

  @Test func `the reports of a driven fader neither tune nor count as input`() throws {
    let practice = try started()
    touch(practice, true)
    practice.play((0...10).map { (Double($0) * 4, PracticeHarness.bend(8_192 + $0 * 16)) }, on: Self.port)
    touch(practice, false)
    #expect(practice.runUntilResult())
    practice.run(for: .milliseconds(40))
    let place = try #require(motor(practice).last)
    let input = practice.core.presence.lastInput
    // Its way there, and then its way home, as it reports them.
    practice.play(
      (0...20).map { (Double($0) * 4, PracticeHarness.bend(8_352 + (place - 8_352) * $0 / 20)) }, on: Self.port)
    practice.run(for: .milliseconds(80))
    practice.play(
      (0...20).map { (Double($0) * 4, PracticeHarness.bend(place + (8_192 - place) * $0 / 20)) }, on: Self.port)
    #expect(practice.core.presence.lastInput == input)
    #expect(practice.runUntilTunable())
    // Some faders report their position again much later.
    practice.send(PracticeHarness.bend(8_192), on: Self.port)
    practice.run(for: .milliseconds(300))
    #expect(practice.core.presence.lastInput == input)
    #expect(practice.core.tuning.tuner.cents == 0)
    #expect(!practice.core.tuning.tuner.hasMoved)
    #expect(practice.store.matchingRecords.count == 1)
  }

  @Test func `the next note is tuned from the centre the motor went to`() throws {
    let practice = try started()
    touch(practice, true)
    practice.play((0...100).map { (Double($0) * 2, PracticeHarness.bend(8_192 + $0 * 40)) }, on: Self.port)
    touch(practice, false)
    #expect(practice.runUntilResult())
    practice.run(for: .milliseconds(230))
    practice.play([(0, PracticeHarness.bend(10_000)), (10, PracticeHarness.bend(8_192))], on: Self.port)
    #expect(practice.run(until: { practice.view.phase == .reference }))
    #expect(practice.runUntilTunable())
    let exercise = try #require(practice.matchingExercise)
    touch(practice, true)
    practice.play((1...50).map { (Double($0) * 4, PracticeHarness.bend(8_192 - $0 * 80)) }, on: Self.port)
    touch(practice, false)
    #expect(practice.runUntilResult())
    let record = try #require(practice.store.matchingRecords.last)
    let moved = Cents(from: exercise.startHertz, to: record.finalHertz).value
    #expect(abs(moved + 100 * 4_000 / 8_192) < 0.3)
  }

  @Test func `an encoder steps by a cent and its press commits`() throws {
    let practice = try started()
    // Sign-magnitude: 3 to the right, then 1 to the left.
    practice.send(PracticeHarness.control(16, 3), on: Self.port)
    practice.send(PracticeHarness.control(16, 65), on: Self.port)
    practice.run(for: .milliseconds(100))
    practice.press(32, on: Self.port)
    #expect(practice.runUntilResult())
    let record = try #require(practice.store.matchingRecords.last)
    #expect(abs(Cents(from: record.exercise.startHertz, to: record.finalHertz).value - 2) < 1e-3)
    #expect(record.centsPerStep == 1)
    #expect(record.gesture == .button)
  }
}
