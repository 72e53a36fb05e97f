import MIDI

/// A key, pad or button of one controller, identified by its messages.
public struct PhysicalKey: Hashable, Sendable {
  /// The message type.
  public enum Kind: UInt8, Sendable {
    /// Note-on and note-off.
    case note
    /// A control change that acts as a button.
    case controlChange
    /// A non-registered parameter that acts as a button.
    case parameter
    /// Pressure that acts as a button.
    case channelPressure, polyPressure
    /// A program change, which is a press and a release in one.
    case program
  }

  /// The message type.
  public var kind: Kind
  /// The channel.
  public var channel: Channel
  /// The number: 0…127, or 0…16383 for parameters.
  public var number: UInt16
}

/// The possible meanings of a key that went down.
public struct Press: Hashable, Sendable {
  /// The role of a long press.
  public struct Long: Hashable, Sendable {
    /// The role.
    public var role: Role
    /// The time to hold the key, in milliseconds.
    public var milliseconds: Int
  }

  /// A place in a pair of keys with a shared role.
  public struct ChordPart: Hashable, Sendable {
    /// The index of the pair in the mapping.
    public var chord: Int
    /// The pair's role.
    public var role: Role
    /// Whether this key is the first or second of the pair.
    public var isFirst: Bool
  }

  /// The key.
  public var key: PhysicalKey
  /// The key's own role; nil if it has none.
  public var role: Role?
  /// Whether the key marks an answer as sure; nil if its part of the controller has no place for sure answers.
  public var isSure: Bool?
  /// Whether a finger pressed the key, which tunes in matching instead of stepping.
  public var isFinger = false
  /// The note number, if the key belongs to a keyboard with a movable split.
  public var keyboardNote: Int?
  /// The key's role when held.
  public var long: Long?
  /// The key's role together with another key.
  public var chord: ChordPart?

  /// Memberwise initializer.
  public init(
    key: PhysicalKey, role: Role?, isSure: Bool? = nil, keyboardNote: Int? = nil, long: Long? = nil,
    chord: ChordPart? = nil
  ) {
    self.key = key
    self.role = role
    self.isSure = isSure
    self.keyboardNote = keyboardNote
    self.long = long
    self.chord = chord
  }

  /// The half of the key, if it answers.
  public var half: Half? { role?.half }
}

/// The position of a slider or knob, or the steps it was turned by.
public enum ControlPosition: Hashable, Sendable {
  /// A position `value` of 0…`maximum`. `maximum` gives the resolution: 127 or 16383.
  case absolute(value: Int, maximum: Int)
  /// A number of steps, positive to the right.
  case relative(Int)
}

/// The meaning of a controller's message by its mapping. Has no time: it happened when its message did.
public enum ControlEvent: Hashable, Sendable {
  /// A key went down.
  case pressed(Press)
  /// A key came up.
  case released(PhysicalKey)
  /// This slider moved.
  case slider(SliderID, ControlPosition)
  /// A slider reported that it was touched or released.
  case touch(SliderID, isTouched: Bool)
  /// A finger acted on this slider, the keys of an expressive keyboard. The press and release of its key are separate
  /// events.
  case finger(SliderID, FingerInput)
  /// The knob for the level moved.
  case level(ControlPosition)
  /// These keys may no longer be held: a message released all of them, but the player did not.
  case forgotten([PhysicalKey])
  /// Nothing is known to be held: the controller was unplugged, or events were lost. The player released nothing.
  case allReleased
}
