import MIDI

/// Tells a hand from a worn control that flickers by a step or two while nobody touches it: that must not count as somebody who
/// is there. What it tells is decoded all the same.
///
/// One per connected port; loop thread; no clock.
public struct FlickerFilter: Sendable {
  /// So many of 128 steps, to either side of where it stood, are flicker.
  static let steps = 2

  private struct Place {
    /// Where a hand left it, and what it sent last, both in 14 bits.
    var anchor: Int
    var last: Int
  }

  private var places: [Control: Place] = [:]

  private struct Control: Hashable {
    var key: PhysicalKey?
    var channel: Channel?
  }

  /// A filter that has heard nothing.
  public init() {}

  /// Whether a hand can have sent `message`. Endless knobs send the same value again and again, which no flicker does.
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
  /// Where a control with a value stands, in 14 bits; nil for everything else.
  fileprivate var position: Int? {
    switch self {
    case .controlChange(_, _, let value), .channelPressure(_, let value), .polyPressure(_, _, let value):
      Int(value.rawValue) << 7
    case .pitchBend(_, let value): Int(value.rawValue)
    case .noteOn, .noteOff, .programChange, .systemExclusive, .system: nil
    }
  }
}
