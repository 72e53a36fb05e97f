import MIDI
import Time

/// Recognises our own messages when a controller, a thru box or another program sends them back: a light must not be taken
/// for a press. One per connected port; loop thread; no clock of its own.
///
/// Only what could press or move something is recognised. Notes going off are let through: one that was not held is
/// nothing, and to lose a real release would leave the key held for ever. Motor faders have a way of their own
/// (`CueEncoder.hear`), since they do not report what they were told but every place they pass.
public struct EchoFilter: Sendable {
  /// How long after it was sent a message is taken for its echo. What others found to be enough for devices that echo; a
  /// hand that sends the very same bytes within it is not known.
  public static let window = Duration.milliseconds(20)
  /// No controller has more lights to be set at once; older messages are forgotten first.
  static let capacity = 256

  private struct Sent {
    var message: MIDIMessage
    var time: MonotonicTime
  }

  private var sent: [Sent] = []

  /// A filter that has seen nothing.
  public init() {}

  /// Remembers what was sent to the port at `time`.
  public mutating func remember(_ messages: [MIDIMessage], at time: MonotonicTime) {
    sent.removeAll { time - $0.time > Self.window }
    sent += messages.filter(\.couldAct).map { Sent(message: $0, time: time) }
    if sent.count > Self.capacity { sent.removeFirst(sent.count - Self.capacity) }
  }

  /// Whether `message`, received from the port at `time`, is one of ours come back. Each that was sent is recognised once.
  public mutating func isEcho(_ message: MIDIMessage, at time: MonotonicTime) -> Bool {
    let place = sent.firstIndex {
      $0.message == message && time >= $0.time && time - $0.time <= Self.window
    }
    guard let place else { return false }
    sent.remove(at: place)
    return true
  }
}

extension MIDIMessage {
  /// Whether some profile can take it for a press or a movement. Pitch bend is left to the motors.
  fileprivate var couldAct: Bool {
    switch self {
    case .noteOn(_, _, let velocity): velocity.rawValue > 0
    case .polyPressure(_, _, let pressure): pressure.rawValue > 0
    case .controlChange, .programChange, .channelPressure: true
    case .noteOff, .pitchBend, .systemExclusive, .system: false
    }
  }
}
