import MIDI
import Time

/// Recognises a deed that is told twice: a key that a layered keyboard sends on several channels, and what one keyboard sends by
/// two cables.
///
/// A press must not answer twice, and a wheel must not tune twice as far. Keys are the same by their note, whatever channel and
/// velocity: layers and ports differ in those. Everything else comes with the same bytes from another port, or with the same but
/// for their channel from the same one. Releases pass, since the release of a press that was dropped is nothing. One for all
/// ports; loop thread; no clock of its own.
public struct CopyFilter: Sendable {
  /// How far the stamps of two copies are apart at most. Layers come within 2 ms; a DIN cable is 3 to 10 ms later than the USB
  /// cable of the same keyboard. No finger strikes one key twice within it.
  public static let window = Duration.milliseconds(12)
  /// More messages do not come within the window.
  static let capacity = 256

  private struct Source: Hashable {
    var port: PortID
    var channel: Channel?
  }

  private struct Heard {
    var message: MIDIMessage
    var source: Source
    /// All that have told it again.
    var copies: [Source] = []
    var time: MonotonicTime
  }

  private var heard: [Heard] = []

  /// A filter that has heard nothing.
  public init() {}

  /// Whether `message`, received from `port` at `time`, was told by another port or channel just before.
  ///
  /// `isSame` is asked about what was: whether it means the same there, on a port and a channel (nil where the message has none).
  public mutating func isCopy(
    _ message: MIDIMessage, from port: PortID, at time: MonotonicTime,
    isSame: (PortID, Channel?) -> Bool = { _, _ in true }
  ) -> Bool {
    heard.removeAll { time - $0.time > Self.window }
    guard message.mayBeCopied else { return false }
    let source = Source(port: port, channel: message.channel)
    for place in heard.indices {
      let first = heard[place].source
      guard source != first, !heard[place].copies.contains(source),
        heard[place].message.isTold(by: message, isElsewhere: first.port != port), isSame(first.port, first.channel)
      else { continue }
      heard[place].copies.append(source)
      return true
    }
    if heard.count >= Self.capacity { heard.removeFirst() }
    heard.append(Heard(message: message, source: source, time: time))
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

  /// Whether `copy`, from another port or from another channel of the same one, can be this again.
  fileprivate func isTold(by copy: MIDIMessage, isElsewhere: Bool) -> Bool {
    if case (.noteOn(_, let note, _), .noteOn(_, let other, _)) = (self, copy) { return note == other }
    guard !isElsewhere, let channel else { return self == copy }
    return self == copy.on(channel)
  }

  /// The channel it is sent on; nil for system messages.
  var channel: Channel? {
    switch self {
    case .noteOn(let channel, _, _), .noteOff(let channel, _, _), .polyPressure(let channel, _, _),
      .controlChange(let channel, _, _), .programChange(let channel, _), .channelPressure(let channel, _),
      .pitchBend(let channel, _):
      channel
    case .systemExclusive, .system: nil
    }
  }

  /// The same on another channel.
  func on(_ channel: Channel) -> MIDIMessage {
    switch self {
    case .noteOn(_, let note, let velocity): .noteOn(channel: channel, note: note, velocity: velocity)
    case .noteOff(_, let note, let velocity): .noteOff(channel: channel, note: note, velocity: velocity)
    case .polyPressure(_, let note, let pressure): .polyPressure(channel: channel, note: note, pressure: pressure)
    case .controlChange(_, let number, let value): .controlChange(channel: channel, controller: number, value: value)
    case .programChange(_, let program): .programChange(channel: channel, program: program)
    case .channelPressure(_, let pressure): .channelPressure(channel: channel, pressure: pressure)
    case .pitchBend(_, let value): .pitchBend(channel: channel, value: value)
    case .systemExclusive, .system: self
    }
  }
}
