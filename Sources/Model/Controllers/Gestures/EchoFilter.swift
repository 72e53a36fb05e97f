import MIDI
import Time

/// Recognises our own messages when a controller, a loop of cables or another program sends them back: a light must not be
/// taken for a press. One per connected port; loop thread; no clock of its own.
///
/// Only what could press or move something is recognised. Notes going off are let through: one that was not held is
/// nothing, and to lose a real release would leave the key held for ever; for the same reason the caller lets through
/// what comes from a control that is held (`ControlDecoder.holds`). Motor faders have a way of their own
/// (`CueEncoder.hear`), since they do not report what they were told but every place they pass.
public struct EchoFilter: Sendable {
  /// How long after it was sent, or after the echo before it, a message is taken for its echo. What others found to be enough
  /// for devices that echo; a hand that sends the very same bytes within it is not known.
  ///
  /// A cable carries a message a millisecond, so the picture of a whole grid comes back through a loop for longer than
  /// this: while echoes keep coming, what was sent before is still expected.
  public static let window = Duration.milliseconds(20)
  /// A stamp may be so much too early: the sequencer's clock and ours are two (`QueueClock`), and jumps of 2.6 ms between
  /// them were seen.
  static let early = Duration.milliseconds(3)
  /// No controller has more lights to be set and cleared at once; older messages are forgotten first.
  static let capacity = 512

  private struct Sent {
    var message: MIDIMessage
    var time: MonotonicTime
  }

  private var sent: [Sent] = []
  /// When an echo was heard last.
  private var heard: MonotonicTime?

  /// A filter that has seen nothing.
  public init() {}

  /// Remembers what was sent to the port at `time`.
  public mutating func remember(_ messages: [MIDIMessage], at time: MonotonicTime) {
    forget(before: time)
    sent += messages.map { Sent(message: $0.asHeard, time: time) }
    if sent.count > Self.capacity { sent.removeFirst(sent.count - Self.capacity) }
  }

  /// Whether `message`, received at `time`, is one of ours come back. Each that was sent is recognised once.
  ///
  /// `elsewhere` says that it was received from another port than the one this filter is of, which a cable between two
  /// controllers does: there a motor's position is no report of that motor.
  public mutating func isEcho(_ message: MIDIMessage, at time: MonotonicTime, elsewhere: Bool = false) -> Bool {
    forget(before: time)
    let message = message.asHeard
    guard let place = sent.firstIndex(where: { $0.message == message && time >= $0.time - Self.early }) else {
      return false
    }
    sent.remove(at: place)
    heard = time
    return message.couldAct || elsewhere && message.isPitchBend
  }

  /// Forgets what can no longer come back.
  private mutating func forget(before time: MonotonicTime) {
    guard !sent.isEmpty else { return }
    let isComing = heard.map { time - $0 <= Self.window } ?? false
    let heard = heard ?? time
    sent.removeAll { time - $0.time > Self.window && !(isComing && $0.time <= heard) }
  }
}

extension MIDIMessage {
  /// Whether some mapping can take it for a press or a movement. Pitch bend is left to the motors.
  fileprivate var couldAct: Bool {
    switch self {
    case .noteOn(_, _, let velocity): velocity.rawValue > 0
    case .polyPressure(_, _, let pressure): pressure.rawValue > 0
    case .controlChange, .programChange, .channelPressure: true
    case .noteOff, .pitchBend, .systemExclusive, .system: false
    }
  }

  fileprivate var isPitchBend: Bool {
    if case .pitchBend = self { true } else { false }
  }

  /// As it is read from a wire: a note-on of velocity 0, which is what lights are cleared by, is a note-off there.
  fileprivate var asHeard: MIDIMessage {
    guard case .noteOn(let channel, let note, let velocity) = self, velocity.rawValue == 0 else { return self }
    return .noteOff(channel: channel, note: note, velocity: UInt7(truncating: 64))
  }
}
