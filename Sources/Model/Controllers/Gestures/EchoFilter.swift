import MIDI
import Time

/// Recognises our own messages when a controller, a cable loop or another program sends them back: a light must not be
/// mistaken for a press. One per connected port; loop thread; has no clock.
///
/// Matches only messages that could press or move something. Note-offs pass: the release of a key that was not held has
/// no effect, and losing a real release would leave the key held for ever. For the same reason the caller lets messages
/// from held controls pass (`ControlDecoder.holds`). Motor faders are handled separately (`CueEncoder.hear`), since
/// they report every place they pass rather than the one they were sent to.
public struct EchoFilter: Sendable {
  /// The time after sending, or after the previous echo, within which a message counts as its echo. Long enough for
  /// known devices that echo; identical bytes from a player within it are missed.
  ///
  /// A cable carries one message per millisecond, so the picture of a whole grid takes longer than this to come back
  /// through a loop: while echoes keep arriving, earlier messages are still expected.
  public static let window = Duration.milliseconds(20)
  /// The largest amount by which a stamp may be too early: the sequencer's clock and ours differ (`QueueClock`), and
  /// jumps of 2.6 ms between them have been observed.
  static let early = Duration.milliseconds(3)
  /// No controller has more lights to set and clear at once; the oldest messages are forgotten first.
  static let capacity = 512

  private struct Sent {
    var message: MIDIMessage
    var time: MonotonicTime
  }

  private var sent: [Sent] = []
  /// The time of the last echo.
  private var heard: MonotonicTime?

  /// Creates a filter without history.
  public init() {}

  /// Remembers messages sent to the port at `time`.
  public mutating func remember(_ messages: [MIDIMessage], at time: MonotonicTime) {
    forget(before: time)
    sent += messages.map { Sent(message: $0.decoded, time: time) }
    if sent.count > Self.capacity { sent.removeFirst(sent.count - Self.capacity) }
  }

  /// Returns whether `message`, received at `time`, is an echo. Each sent message is matched once.
  ///
  /// `elsewhere` means that it arrived at another port than this filter's, through a cable between two controllers: a
  /// motor's position there is not a report of that motor.
  public mutating func isEcho(_ message: MIDIMessage, at time: MonotonicTime, elsewhere: Bool = false) -> Bool {
    forget(before: time)
    let message = message.decoded
    guard let place = sent.firstIndex(where: { $0.message == message && time >= $0.time - Self.early }) else {
      return false
    }
    sent.remove(at: place)
    heard = time
    return message.couldAct || elsewhere && message.isPitchBend
  }

  /// Forgets messages whose echo is no longer possible.
  private mutating func forget(before time: MonotonicTime) {
    guard !sent.isEmpty else { return }
    let isComing = heard.map { time - $0 <= Self.window } ?? false
    let heard = heard ?? time
    sent.removeAll { time - $0.time > Self.window && !(isComing && $0.time <= heard) }
  }
}

extension MIDIMessage {
  /// Whether a mapping could interpret the message as a press or a movement. Pitch bend is left to the motors.
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
}
