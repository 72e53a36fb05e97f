import MIDI

/// The distinction between copies on other channels and different controls.
extension ControlDecoder {
  private struct Meaning: Hashable {
    var role: Role?
    var long: Press.Long?
    var chord: Press.ChordPart?
    var keyboardNote: Int?
    var slider: Int?

    var isNothing: Bool { self == Meaning(keyboardNote: keyboardNote) }
  }

  /// Returns whether `message` has the same meaning on `channel`, so that the two can come from one action in two
  /// layers. Fingers, faders in a row and controls that a mapping binds to several channels are different on each.
  public func isSame(_ message: MIDIMessage, on channel: Channel?) -> Bool {
    guard let channel, let own = message.channel else { return true }
    guard fingers?.isFinger(on: channel) != true, fingers?.isFinger(on: own) != true else { return false }
    let other = message.on(channel)
    guard !tellsTouch(message), !tellsTouch(other) else { return false }
    let (meaning, first) = (meaning(of: message), meaning(of: other))
    if let slider = meaning.slider, mapping.bindings[slider].isOneOfRow { return false }
    // A message without meaning here adds nothing to its meaning there.
    return meaning.isNothing || meaning == first
  }

  /// Returns whether the mapping has a control that sends control changes of this number.
  func isBound(_ key: PhysicalKey) -> Bool {
    mapping.bindings.contains { binding in
      if case .relative(let number, _, let bound) = binding.control {
        return UInt16(number.rawValue) == key.number && bound.meets(key.channel)
      }
      return ([binding.control] + binding.control.parts + [binding.touch].compactMap(\.self)).contains {
        $0.isHit(by: key)
      }
    }
  }

  private func tellsTouch(_ message: MIDIMessage) -> Bool {
    guard let key = message.key else { return false }
    return mapping.bindings.contains { $0.touch?.isHit(by: key) == true }
  }

  private func meaning(of message: MIDIMessage) -> Meaning {
    let press = message.key.flatMap(press)
    let slider = mapping.bindings.firstIndex {
      $0.role.isContinuous && $0.release != .lift && $0.control.isMoved(by: message)
    }
    return Meaning(
      role: press?.role, long: press?.long, chord: press?.chord, keyboardNote: press?.keyboardNote, slider: slider)
  }
}

extension Binding {
  /// Whether the control belongs to a row of faders, one per channel.
  fileprivate var isOneOfRow: Bool { touch != nil || motorMaximum != nil }
}

extension Control {
  /// Returns whether `message` reports the position of this slider or knob.
  fileprivate func isMoved(by message: MIDIMessage) -> Bool {
    guard let channel = message.channel else { return false }
    switch (self, message) {
    case (.pitchBend(let bound), .pitchBend): return bound.meets(channel)
    case (.controlChangePair(let most, let least, let bound), .controlChange(_, let number, _)):
      return bound.meets(channel) && (number == most || number == least)
    case (.relative(let own, _, let bound), .controlChange(_, let number, _)):
      return bound.meets(channel) && number == own
    case (.nonRegisteredParameter(_, let bound, _), .controlChange(_, let number, _)):
      return bound.meets(channel) && [6, 38, 96, 97, 98, 99].contains(number.rawValue)
    default: return message.key.map(isHit) ?? false
    }
  }
}
