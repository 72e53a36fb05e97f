import MIDI

/// Distinguishes the player from a worn control that flickers by a step or two when untouched, which must not count as
/// presence. Its messages are decoded all the same.
///
/// One per connected port; loop thread; no clock.
public struct FlickerFilter: Sendable {
  /// The flicker to either side of the resting value, in steps of 128.
  static let steps = 2

  private struct Place {
    /// The value where the player left the control, and the last value sent, both in 14 bits.
    var anchor: Int
    var last: Int
  }

  private var places: [Control: Place] = [:]

  private struct Control: Hashable {
    var key: PhysicalKey?
    var channel: Channel?
  }

  /// Creates a filter without history.
  public init() {}

  /// Returns whether the player may have caused `message`. Endless knobs send the same value again and again, which
  /// flicker never does.
  public mutating func isByHand(_ message: MIDIMessage) -> Bool {
    guard let value = message.position else { return true }
    let control = Control(key: message.key, channel: message.channel)
    guard let place = places[control] else {
      places[control] = Place(anchor: value, last: value)
      return true
    }
    places[control]?.last = value
    guard value != place.last, abs(value - place.anchor) <= Self.steps << 7 else {
      places[control]?.anchor = value
      return true
    }
    return false
  }
}

extension MIDIMessage {
  /// The value of a control in 14 bits; nil for everything else.
  fileprivate var position: Int? {
    switch self {
    case .controlChange(_, _, let value), .channelPressure(_, let value), .polyPressure(_, _, let value):
      Int(value.rawValue) << 7
    case .pitchBend(_, let value): Int(value.rawValue)
    case .noteOn, .noteOff, .programChange, .systemExclusive, .system: nil
    }
  }
}
