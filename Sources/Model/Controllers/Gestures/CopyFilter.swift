import MIDI
import Time

/// Recognises a message that came by two ways: the same bytes from two ports at the same moment.
///
/// The kernel gives us no event twice from one port. But a controller may tell its presses on two of its ports, and of
/// ports that were asked for by name one may forward the other (Midi Through, a program): a press must not answer twice,
/// and a wheel must not tune twice as far. Releases pass, as in `EchoFilter`. One for all ports; loop thread; no clock of
/// its own.
public struct CopyFilter: Sendable {
  /// How far the stamps of two copies are apart at most. The kernel stamps both as they are delivered, a USB frame is 1 ms;
  /// no two hands do the very same within it.
  public static let window = Duration.milliseconds(2)
  /// More messages do not come within the window.
  static let capacity = 64

  private struct Heard {
    var message: MIDIMessage
    var port: PortID
    var time: MonotonicTime
  }

  private var heard: [Heard] = []

  /// A filter that has heard nothing.
  public init() {}

  /// Whether `message`, received from `port` at `time`, came from another port just before. Each has one copy only.
  public mutating func isCopy(_ message: MIDIMessage, from port: PortID, at time: MonotonicTime) -> Bool {
    heard.removeAll { time - $0.time > Self.window }
    guard message.mayBeCopied else { return false }
    if let place = heard.firstIndex(where: { $0.port != port && $0.message == message }) {
      heard.remove(at: place)
      return true
    }
    if heard.count >= Self.capacity { heard.removeFirst() }
    heard.append(Heard(message: message, port: port, time: time))
    return false
  }
}

extension MIDIMessage {
  /// Whether twice is another thing than once.
  fileprivate var mayBeCopied: Bool {
    switch self {
    case .noteOn, .polyPressure, .channelPressure, .controlChange, .programChange, .pitchBend: true
    case .noteOff, .systemExclusive, .system: false
    }
  }
}
