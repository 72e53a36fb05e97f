import MIDI

/// The two halves of a 14-bit value. The value is complete when its lower half arrives; from a control that never sends
/// one the upper half counts alone (MIDI 1.0 lets senders omit the lower half).
struct PairState: Sendable {
  private var most: UInt7?
  private var hasLeast = false

  /// Handles one half; returns the new position, or nil while the other half is pending.
  mutating func handle(_ value: UInt7, isLeast: Bool) -> ControlPosition? {
    guard isLeast else {
      most = value
      return hasLeast ? nil : .absolute(value: Int(value.rawValue), maximum: 127)
    }
    hasLeast = true
    guard let most else { return nil }
    return .absolute(value: Int(UInt14(most: most, least: value).rawValue), maximum: 16383)
  }
}

/// Follows the control changes that carry non-registered parameter numbers: 99 and 98 select one, 6 and 38 set it, 96
/// and 97 step it (MIDI 1.0, detailed specification, "Registered and non-registered parameter numbers"). They stay
/// ordinary control changes if the mapping binds no parameter.
struct ParameterNumbers: Sendable {
  enum Change {
    /// A part of a parameter message that changes nothing by itself.
    case consumed
    /// The parameter's new value or step.
    case changed(UInt14, ControlPosition)
  }

  private struct Chosen {
    var most: UInt7?
    var least: UInt7?

    /// The selected number; nil if a half is missing or both are 127 ("null": none is selected).
    var number: UInt14? {
      guard let most, let least, most.rawValue != 127 || least.rawValue != 127 else { return nil }
      return UInt14(most: most, least: least)
    }
  }

  private struct Value: Hashable {
    var channel: Channel
    var number: UInt14
  }

  private let isUsed: Bool
  private var chosen: [Channel: Chosen] = [:]
  private var values: [Value: PairState] = [:]

  /// Creates a reader that follows all parameters, or none.
  init(isUsed: Bool) { self.isUsed = isUsed }

  /// Creates a reader that follows parameters if the mapping binds one.
  init(_ mapping: ControllerMapping) {
    isUsed = mapping.bindings.contains { binding in
      ([binding.control, binding.touch].compactMap { $0 } + binding.control.parts).contains {
        if case .nonRegisteredParameter = $0 { true } else { false }
      }
    }
  }

  /// Returns the change of a parameter that a control change causes; nil if it causes none.
  mutating func handle(_ channel: Channel, _ controller: UInt7, _ value: UInt7) -> Change? {
    guard isUsed else { return nil }
    switch controller.rawValue {
    case 99: chosen[channel, default: Chosen()].most = value
    case 98: chosen[channel, default: Chosen()].least = value
    // A registered parameter is selected: the following data is not ours.
    case 100, 101: chosen[channel] = nil
    case 6, 38:
      guard let number = chosen[channel]?.number else { return nil }
      let isLeast = controller.rawValue == 38
      let position = values[Value(channel: channel, number: number), default: PairState()].handle(
        value, isLeast: isLeast)
      return position.map { .changed(number, $0) } ?? .consumed
    case 96, 97:
      guard let number = chosen[channel]?.number else { return nil }
      return .changed(number, .relative(controller.rawValue == 96 ? 1 : -1))
    default: return nil
    }
    return .consumed
  }
}

extension Control {
  /// The parts of a combined control.
  var parts: [Control] {
    switch self {
    case .longPress(let control, _): [control]
    case .together(let first, let second): [first, second]
    default: []
    }
  }
}
