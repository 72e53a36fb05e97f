import MIDI
import Testing
import Time

@testable import Controllers

@Suite("The control pressed for a role")
struct RoleCaptureTests {
  /// A message of the controller, this many milliseconds after the beginning.
  typealias Sent = (at: Int, message: MIDIMessage)

  private static let one = Channel(statusNibble: 0)
  private static let ten = Channel(statusNibble: 9)

  private static func on(_ note: Int, _ at: Int, _ channel: Channel = one) -> Sent {
    (at, .noteOn(channel: channel, note: UInt7(truncating: note), velocity: UInt7(truncating: 90)))
  }
  private static func off(_ note: Int, _ at: Int, _ channel: Channel = one) -> Sent {
    (at, .noteOff(channel: channel, note: UInt7(truncating: note), velocity: UInt7(truncating: 64)))
  }
  private static func cc(_ number: Int, _ value: Int, _ at: Int) -> Sent {
    (at, .controlChange(channel: one, controller: UInt7(truncating: number), value: UInt7(truncating: value)))
  }
  private static func bend(_ value: Int, _ at: Int) -> Sent {
    (
      at,
      .pitchBend(channel: one, value: UInt14(most: UInt7(truncating: value >> 7), least: UInt7(truncating: value)))
    )
  }

  private static func time(_ milliseconds: Int) -> MonotonicTime {
    MonotonicTime(nanoseconds: 1_000_000_000 + Int64(milliseconds) * 1_000_000)
  }

  /// Returns the control found and when, in the syntax of mapping files; nil if none is found by `end`. Between
  /// messages, time passes only at deadlines.
  private static func find(_ role: Role, _ sent: [Sent], until end: Int = 10_000) -> String? {
    var capture = RoleCapture(role: role)
    for (at, message) in sent {
      while let due = capture.deadline, due < time(at) {
        if let found = capture.advance(to: due) { return words(found) }
        guard let next = capture.deadline, next > due else { break }
      }
      if let found = capture.handle(message, at: time(at)) { return words(found) }
    }
    while let due = capture.deadline, due <= time(end) {
      if let found = capture.advance(to: due) { return words(found) }
      guard let next = capture.deadline, next > due else { break }
    }
    return nil
  }

  private static func words(_ binding: Binding) -> String {
    binding.words + (binding.release == .none ? "" : " \(binding.release.rawValue)")
  }

  static let fader = (0...30).map { cc(7, 20 + $0 * 3, 100 + $0 * 20) }
  static let wheel: [Sent] =
    (0...20).map { bend(8192 + $0 * 400, 100 + $0 * 10) } + (1...20).map { bend(16192 - $0 * 400, 300 + $0 * 4) }
  static let knob = (0...11).map { cc(16, $0 < 6 ? 1 : 127, 100 + $0 * 30) }

  static let cases: [(String, Role, [Sent], String?)] = [
    ("a key, when it is let go", .higher, [on(64, 0), off(64, 60)], "notes 64 channel 1"),
    ("a pad", .stop, [on(36, 0, ten), off(36, 60, ten)], "notes 36 channel 10"),
    ("a key that is held", .commit, [on(64, 0)], "notes 64 channel 1"),
    ("a button", .again, [cc(20, 127, 0), cc(20, 0, 80)], "cc 20 channel 1"),
    ("a key on two channels", .higher, [on(64, 0), on(64, 1, ten), off(64, 60), off(64, 61, ten)], "notes 64"),
    (
      "a program change", .cancel, [(0, .programChange(channel: one, program: UInt7(truncating: 5)))],
      "program-change 5 channel 1"
    ),
    ("a letting go of what was held before", .higher, [off(64, 10)], nil),
    ("two keys at once, and then one", .higher, [on(64, 0), on(65, 5), off(64, 60), off(65, 70)], nil),
    (
      "the one after two", .higher, [on(64, 0), on(65, 5), off(64, 60), off(65, 70), on(66, 200), off(66, 260)],
      "notes 66 channel 1"
    ),
    ("a fader where a button is wanted", .higher, fader, nil),
    ("a wheel where a button is wanted", .higher, wheel, nil),
    ("a finger on a fader", .higher, [on(104, 50)] + wheel + [off(104, 450)], nil),
    ("a button after a fader", .higher, fader + [on(40, 1_500), off(40, 1_560)], "notes 40 channel 1"),
    ("a fader", .slider, fader, "cc 7 channel 1 settle"),
    ("a wheel", .slider, wheel, "pitch-bend 1 spring-back"),
    ("a knob without end", .slider, knob, "relative 16 channel 1 settle"),
    ("a fader for the level", .level, fader, "cc 7 channel 1"),
    ("a key where a fader is wanted", .slider, [on(64, 0), off(64, 60)], nil),
    ("a knock", .level, [cc(7, 20, 0), cc(7, 22, 20)], nil),
    ("a clock", .higher, [(0, .system(0xF8))], nil),
  ]

  @Test("only a suitable control is found", arguments: cases)
  func found(name: String, role: Role, sent: [Sent], expected: String?) {
    #expect(Self.find(role, sent) == expected, "\(name)")
  }

  @Test("messages that arrive twice change nothing")
  func doubled() {
    for (name, role, sent, expected) in Self.cases {
      let twice = sent.flatMap { [$0, $0] }
      #expect(Self.find(role, twice) == expected, "\(name)")
    }
  }

  @Test("after lost messages capture restarts")
  func lost() {
    var capture = RoleCapture(role: .higher)
    #expect(capture.handle(Self.on(64, 0).message, at: Self.time(0)) == nil)
    capture.forget()
    #expect(capture.deadline == nil && capture.role == .higher)
    #expect(capture.handle(Self.off(64, 60).message, at: Self.time(60)) == nil)
  }
}
