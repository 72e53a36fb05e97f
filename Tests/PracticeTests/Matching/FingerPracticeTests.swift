import Controllers
import MIDI
import Pitch
import Ports
import Recordings
import TestSupport
import Testing
import Time
import Training

@testable import Practice

/// Matching on an expressive keyboard, with the shipped mapping: fingers tune it and lifting one commits.
@Suite struct FingerPracticeTests {
  private static let port = PortDescription(
    id: PortID(client: 40, port: 0), clientName: "Seaboard BLOCK", portName: "Seaboard BLOCK MIDI 1", usbPath: "1-5")

  private static func member(_ number: Int) -> Channel { Channel(statusNibble: UInt8(number - 1)) }

  private static func bend(_ cents: Double, _ number: Int) -> MIDIMessage {
    let value = 8192 + Int((cents / 4800 * 8192).rounded())
    return .pitchBend(
      channel: member(number), value: UInt14(most: UInt7(truncating: value >> 7), least: UInt7(truncating: value)))
  }

  private static func down(_ key: Int, _ number: Int) -> MIDIMessage {
    .noteOn(channel: member(number), note: UInt7(truncating: key), velocity: UInt7(truncating: 80))
  }

  private static func up(_ key: Int, _ number: Int) -> MIDIMessage {
    .noteOff(channel: member(number), note: UInt7(truncating: key), velocity: UInt7(truncating: 64))
  }

  private func started(for held: Double = 100, recording: InMemoryRecording? = nil) throws -> PracticeHarness {
    let practice = try PracticeHarness(
      library: MappingLibrary.load(folders: [], shipped: PracticeHarness.mappings), recording: recording)
    practice.plug(Self.port)
    // Lower at the hub: keys are halves as ever.
    practice.play([(0, Self.down(48, 2)), (held, Self.up(48, 2))], on: Self.port)
    #expect(practice.runUntilTunable())
    return practice
  }

  /// A finger lands on `key`, slides by `cents`, holds still, and lifts with a jerk.
  private func play(_ practice: PracticeHarness, _ key: Int, slide cents: Double, lifts: Bool = true) {
    practice.play([(0, Self.bend(0, 3)), (0, Self.down(key, 3))], on: Self.port)
    practice.run(for: .milliseconds(400))
    practice.play((1...40).map { (5 * Double($0), Self.bend(cents * Double($0) / 40, 3)) }, on: Self.port)
    practice.run(for: .milliseconds(500))
    guard lifts else { return }
    practice.play((1...6).map { (5 * Double($0), Self.bend(cents + 5 * Double($0), 3)) }, on: Self.port)
    practice.play([(2, Self.up(key, 3)), (3, Self.bend(0, 3))], on: Self.port)
  }

  @Test func `a finger tunes the note and lifting it commits`() throws {
    let practice = try started()
    play(practice, 72, slide: -37)
    #expect(practice.runUntilResult())
    let record = try #require(practice.store.matchingRecords.last)
    #expect(abs(Cents(from: record.exercise.startHertz, to: record.finalHertz).value + 37) < 0.5)
    #expect(record.gesture == .touch && record.control == "pitch-bend")
    #expect(abs((record.centsPerStep ?? 0) - 0.586) < 0.001)
  }

  @Test func `the words fit a finger`() throws {
    let practice = try started()
    #expect(practice.view.tuningHand == .finger)
    play(practice, 72, slide: 20)
    #expect(practice.runUntilResult())
    #expect(practice.runUntilTunable())
    #expect(practice.view.tuningHand == .finger)
  }

  @Test func `two sliding fingers do not stop`() throws {
    let practice = try started()
    play(practice, 72, slide: 20, lifts: false)
    practice.play([(0, Self.down(40, 4))], on: Self.port)
    practice.run(for: .seconds(2))
    #expect(practice.view.canTune && practice.store.matchingRecords.isEmpty)
    practice.play([(0, Self.up(40, 4)), (50, Self.up(72, 3))], on: Self.port)
    #expect(practice.runUntilResult())
    #expect(practice.store.matchingRecords.count == 1)
  }

  @Test func `both halves held still stop as usual`() throws {
    let practice = try started()
    practice.play([(0, Self.down(72, 3)), (50, Self.down(40, 4))], on: Self.port)
    #expect(practice.run(until: { practice.view.phase == .hub }, limit: .seconds(2)))
  }

  /// Both matching modes (the key at the hub is pressed briefly, or held): the keyboard reports its zone and bend
  /// range, fingers slide, two at a time, and are recorded byte for byte. A replay reports the same, to the last digit.
  @Test(arguments: [100.0, 900]) func `a session with fingers is replayed unchanged`(held: Double) throws {
    let recording = InMemoryRecording()
    let practice = try started(for: held, recording: recording)
    let told =
      [(101, 0), (100, 6), (6, 10)].map { Self.control($0, $1, 1) }
      + [(101, 0), (100, 0), (6, 24)].map { Self.control($0, $1, 2) }
    practice.play(told.map { (0, $0) }, on: Self.port)
    for cents in [-37.0, 21, 4] {
      play(practice, 72, slide: cents)
      #expect(practice.runUntilResult())
      #expect(practice.runUntilTunable())
    }
    // A second finger that takes the pitch, the first lifted beside it.
    play(practice, 72, slide: 20, lifts: false)
    practice.play([(0, Self.bend(0, 4)), (0, Self.down(64, 4))], on: Self.port)
    practice.run(for: .milliseconds(300))
    practice.play((1...20).map { (5 * Double($0), Self.bend(-Double($0), 4)) }, on: Self.port)
    practice.run(for: .milliseconds(300))
    practice.play([(0, Self.up(72, 3)), (400, Self.up(64, 4))], on: Self.port)
    #expect(practice.runUntilResult())
    practice.intent(.quit(.asked))
    #expect(practice.run(until: { practice.core.ended != nil }))

    let records = practice.store.matchingRecords
    #expect(records.map(\.gesture) == [.touch, .touch, .touch, .touch])
    #expect(records.allSatisfy { $0.exercise.mode == (held > 800 ? .intervalMatching : .matching) })
    let moved = records.map { Cents(from: $0.exercise.startHertz, to: $0.finalHertz).value }
    // Half of what 48 semitones would be.
    #expect(zip(moved, [-18.5, 10.5, 2]).allSatisfy { abs($0 - $1) < 0.5 }, "\(moved)")
    #expect(try recording.text().lowercased().contains(#""bytes":"e2 "#))
    try practice.expectReplayedTheSame(recording)
  }

  private static func control(_ number: Int, _ value: Int, _ on: Int) -> MIDIMessage {
    .controlChange(channel: member(on), controller: UInt7(truncating: number), value: UInt7(truncating: value))
  }
}
