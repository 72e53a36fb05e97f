import MIDI

extension Control {
  /// Returns whether the button-like `key` belongs to this control. False for combined controls: ask their parts.
  func isHit(by key: PhysicalKey) -> Bool {
    func fits(_ kind: PhysicalKey.Kind, _ channel: Channel?) -> Bool {
      key.kind == kind && channel.meets(key.channel)
    }
    let number = Int(key.number)
    return switch self {
    case .notes(let notes, let channel): fits(.note, channel) && notes.contains(number)
    case .controlChange(let bound, let channel, _): fits(.controlChange, channel) && number == Int(bound.rawValue)
    case .nonRegisteredParameter(let bound, let channel, _):
      fits(.parameter, channel) && number == Int(bound.rawValue)
    case .channelPressure(let channel, _): fits(.channelPressure, channel)
    case .polyPressure(let notes, let channel, _): fits(.polyPressure, channel) && notes.contains(number)
    case .programChange(let programs, let channel): fits(.program, channel) && programs.contains(number)
    case .controlChangePair, .relative, .pitchBend, .longPress, .together: false
    }
  }

  /// The channel of the control; nil for any, and for combined controls.
  var channel: Channel? {
    switch self {
    case .notes(_, let channel), .controlChange(_, let channel, _), .relative(_, _, let channel),
      .controlChangePair(_, _, let channel), .nonRegisteredParameter(_, let channel, _), .pitchBend(let channel),
      .channelPressure(let channel, _), .polyPressure(_, let channel, _), .programChange(_, let channel):
      channel
    case .longPress, .together: nil
    }
  }

  /// The value from which the control is down, if it has one.
  var threshold: UInt7? {
    switch self {
    case .controlChange(_, _, let threshold), .nonRegisteredParameter(_, _, let threshold),
      .channelPressure(_, let threshold), .polyPressure(_, _, let threshold):
      threshold
    default: nil
    }
  }
}

extension MIDIMessage {
  /// The key, pad or button that may have sent the message; nil if no button sends it.
  var key: PhysicalKey? {
    func key(_ kind: PhysicalKey.Kind, _ channel: Channel, _ number: UInt7) -> PhysicalKey {
      PhysicalKey(kind: kind, channel: channel, number: UInt16(number.rawValue))
    }
    return switch self {
    case .noteOn(let channel, let note, _), .noteOff(let channel, let note, _): key(.note, channel, note)
    case .polyPressure(let channel, let note, _): key(.polyPressure, channel, note)
    case .controlChange(let channel, let controller, _): key(.controlChange, channel, controller)
    case .channelPressure(let channel, _): PhysicalKey(kind: .channelPressure, channel: channel, number: 0)
    case .programChange(let channel, let program): key(.program, channel, program)
    case .pitchBend, .systemExclusive, .system: nil
    }
  }
}
