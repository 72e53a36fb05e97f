import MIDI
import Time

/// Recognises duplicates of an action: a key that a layered keyboard sends on several channels, or messages that one
/// keyboard sends over two cables.
///
/// A press must not answer twice, and a wheel must not tune twice as far. Keys match by note, on any channel and with
/// any velocity, because layers and ports differ in those. Other messages match with the same bytes from another port,
/// or with the same bytes except the channel from the same port. Releases pass, since the release of a dropped press
/// has no effect. One for all ports; loop thread; has no clock.
public struct CopyFilter: Sendable {
  /// The largest distance between the time stamps of two copies. Layers arrive within 2 ms; a DIN cable is 3 to 10 ms
  /// later than the USB cable of the same keyboard. No finger strikes one key twice within this time.
  public static let window = Duration.milliseconds(12)
  /// More messages than arrive within the window.
  static let capacity = 256

  private struct Source: Hashable {
    var port: PortID
    var channel: Channel?
  }

  private struct Heard {
    var message: MIDIMessage
    var source: Source
    /// The sources of all copies.
    var copies: [Source] = []
    var time: MonotonicTime
  }

  private var heard: [Heard] = []

  /// Creates a filter without history.
  public init() {}

  /// Returns whether `message`, received from `port` at `time`, is a copy of a recent one from another port or channel.
  ///
  /// `isSame` returns whether the earlier message has the same meaning on the given port and channel (nil if the
  /// message has none).
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
  /// Whether a repetition changes the meaning.
  fileprivate var mayBeCopied: Bool {
    switch self {
    case .noteOn, .polyPressure, .channelPressure, .controlChange, .programChange, .pitchBend: true
    case .noteOff, .systemExclusive, .system: false
    }
  }

  /// Returns whether `copy`, from another port or from another channel of the same port, can be a copy of this message.
  fileprivate func isTold(by copy: MIDIMessage, isElsewhere: Bool) -> Bool {
    if case (.noteOn(_, let note, _), .noteOn(_, let other, _)) = (self, copy) { return note == other }
    guard !isElsewhere, let channel else { return self == copy }
    return self == copy.on(channel)
  }

  /// The channel; nil for system messages.
  var channel: Channel? {
    switch self {
    case .noteOn(let channel, _, _), .noteOff(let channel, _, _), .polyPressure(let channel, _, _),
      .controlChange(let channel, _, _), .programChange(let channel, _), .channelPressure(let channel, _),
      .pitchBend(let channel, _):
      channel
    case .systemExclusive, .system: nil
    }
  }

  /// Returns the same message on another channel.
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
