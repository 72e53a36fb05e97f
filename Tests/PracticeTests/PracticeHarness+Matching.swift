import Controllers
import Foundation
import MIDI
import Pitch
import Ports
import Sound
import Time

@testable import Practice
@testable import Training

/// Hands on sliders, and the events of matching.
extension PracticeHarness {
  /// The X-Touch One as the kernel names it: one motor fader that feels the finger.
  static let motorFader = PortDescription(
    id: PortID(client: 32, port: 0), clientName: "X-Touch One", portName: "X-Touch One MIDI 1", usbPath: "1-4")

  /// The folder of the shipped mappings.
  static let mappings = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().appendingPathComponent("config/controllers").path

  /// A message and when it is sent, in milliseconds from the beginning of the gesture.
  typealias Trace = [(milliseconds: Double, message: MIDIMessage)]

  /// Starts matching at the hub with the keyboard.
  func startMatching() {
    tap(48)
  }

  /// Waits until the note can be tuned, and then as long again as it takes to be heard.
  @discardableResult
  func runUntilTunable() -> Bool {
    guard run(until: { view.canTune }) else { return false }
    run(for: .milliseconds(20))
    return true
  }

  /// Waits for feedback.
  @discardableResult
  func runUntilResult() -> Bool {
    run(until: { view.phase == .feedback }, limit: .seconds(2))
  }

  /// Sends `trace`, each message with its own time stamp, while sound continues.
  func play(_ trace: Trace, on port: PortDescription = keyboard) {
    let start = time.now()
    for (milliseconds, message) in trace {
      let moment = start + .nanoseconds(Int64(milliseconds * 1e6))
      run(until: { time.now() >= moment })
      send(message, on: port, at: moment)
    }
  }

  static func bend(_ value: Int) -> MIDIMessage {
    .pitchBend(channel: .one, value: UInt14(most: UInt7(truncating: value >> 7), least: UInt7(truncating: value)))
  }

  static func note(_ number: Int, velocity: Int, on channel: UInt8 = 1) -> MIDIMessage {
    .noteOn(
      channel: Channel(statusNibble: channel - 1), note: UInt7(truncating: number),
      velocity: UInt7(truncating: velocity))
  }

  static func noteOff(_ number: Int, on channel: UInt8 = 1) -> MIDIMessage {
    .noteOff(
      channel: Channel(statusNibble: channel - 1), note: UInt7(truncating: number), velocity: UInt7(truncating: 64))
  }

  static func control(_ number: Int, _ value: Int) -> MIDIMessage {
    .controlChange(channel: .one, controller: UInt7(truncating: number), value: UInt7(truncating: value))
  }

  /// A wheel's straight way, a message each millisecond.
  static func way(from start: Int, to end: Int, milliseconds: Int, at begin: Double = 0) -> Trace {
    (1...milliseconds).map { (begin + Double($0), bend(start + (end - start) * $0 / milliseconds)) }
  }

  /// Leads the wheel from its rest to `value` in 300 ms.
  func leadWheel(to value: Int, on port: PortDescription = keyboard) {
    play(Self.way(from: Self.rest, to: value, milliseconds: 300), on: port)
  }

  /// Lets a wheel at `value` go: it is at its rest 80 ms later.
  func letGo(from value: Int, on port: PortDescription = keyboard) {
    play(Self.way(from: value, to: Self.rest, milliseconds: 80), on: port)
  }

  /// Moves the wheel to `value`, holds it there for `hold` and lets it go.
  func matchByWheel(_ value: Int, hold: Duration = .milliseconds(400), on port: PortDescription = keyboard) {
    leadWheel(to: value, on: port)
    run(for: hold)
    letGo(from: value, on: port)
  }

  /// Where a wheel rests.
  static let rest = 8192

  /// Where the wheel must be led to end `error` cents from the target, as near as 20 ms dead zones let one say.
  func wheel(for error: Double) -> Int {
    guard let exercise = matchingExercise else { return Self.rest }
    return Self.rest + Int((error - exercise.startOffset.value) / exercise.range.value * 8191)
  }

  /// Tunes by intent to `error` cents from the target and commits by intent.
  func match(error: Double) {
    guard let exercise = matchingExercise else { return }
    intent(.step(cents: error - exercise.startOffset.value, epoch: nil))
    run(for: .milliseconds(60))
    intent(.commit(epoch: nil))
  }

  /// The last matching exercise.
  var matchingExercise: MatchingExercise? {
    kinds.reversed().lazy.compactMap { if case .matchingStarted(let exercise) = $0 { exercise } else { nil } }.first
  }

  /// First frames of notes of `role`, in order.
  func starts(of role: VoiceRole) -> [Frame] {
    kinds.compactMap { if case .noteStarted(role, _, let frame) = $0 { frame } else { nil } }
  }

  /// First frames of all fades that ended a matching exercise, in order.
  var resultFrames: [Frame] {
    kinds.compactMap { if case .resultStarted(_, let frame) = $0 { frame } else { nil } }
  }

  /// Bursts of sound between `frames`, parted by at least 20 ms of silence.
  func bursts(in frames: Range<Int>) -> Int {
    var bursts = 0
    var silence = 960
    for sample in recording[frames.clamped(to: recording.indices)] {
      if sample != 0, silence >= 960 { bursts += 1 }
      silence = sample == 0 ? silence + 1 : 0
    }
    return bursts
  }

  /// Clicks of the result whose feedback began on `frame`, once that feedback is over.
  func clicks(after frame: Frame) -> Int {
    bursts(in: Int(frame.count) + 1_201..<Int(frame.count) + 19_200)
  }
}

extension TrainingSettings {
  /// No chosen interval is one of the tuning's.
  static func withoutExercises() throws -> TrainingSettings {
    TrainingSettings(noteDuration: 0.3, tuning: Tuning(PrimesOnly()))
  }
}

/// A tuning that has a pitch for every key and no interval but the prime.
private struct PrimesOnly: TuningSystem {
  var name: String { "primes" }
  func size(of interval: DirectedInterval, from reference: Note) -> Cents? { interval == .prime ? .zero : nil }
}
