import MIDI

/// A key, pad or button of one controller, by what it sends.
public struct PhysicalKey: Hashable, Sendable {
  /// Which message tells of it.
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

  /// Which message tells of it.
  public var kind: Kind
  /// The channel it is sent on.
  public var channel: Channel
  /// Its number: 0…127, or 0…16383 for parameters.
  public var number: UInt16
}

/// What a key that went down can mean.
public struct Press: Hashable, Sendable {
  /// A role that a longer press has.
  public struct Long: Hashable, Sendable {
    /// The role.
    public var role: Role
    /// How long it must be held, in milliseconds.
    public var milliseconds: Int
  }

  /// A place in a pair of keys that have a role together.
  public struct ChordPart: Hashable, Sendable {
    /// Which pair of the mapping.
    public var chord: Int
    /// The pair's role.
    public var role: Role
    /// Whether this is its first or its second key.
    public var isFirst: Bool
  }

  /// Which key.
  public var key: PhysicalKey
  /// Its own role; nil if it has none.
  public var role: Role?
  /// It is a finger's, which tunes in matching instead of stepping.
  public var isFinger = false
  /// Its note number, if it is a key of a keyboard whose split can be moved.
  public var keyboardNote: Int?
  /// Its role when held.
  public var long: Long?
  /// Its role together with another key.
  public var chord: ChordPart?

  /// Memberwise.
  public init(
    key: PhysicalKey, role: Role?, keyboardNote: Int? = nil, long: Long? = nil, chord: ChordPart? = nil
  ) {
    self.key = key
    self.role = role
    self.keyboardNote = keyboardNote
    self.long = long
    self.chord = chord
  }

  /// The half it belongs to, if it is a key of Higher or Lower.
  public var half: Half? { role.flatMap { Half($0) } }
}

/// Where a slider or knob is, or how far it was turned.
public enum ControlPosition: Hashable, Sendable {
  /// It stands at `value` of 0…`maximum`. `maximum` tells the resolution: 127 or 16383.
  case absolute(value: Int, maximum: Int)
  /// It was turned by this many steps, positive to the right.
  case relative(Int)
}

/// What a controller's message means by its mapping. Carries no time: it happened when its message did.
public enum ControlEvent: Hashable, Sendable {
  /// A key went down.
  case pressed(Press)
  /// It came up.
  case released(PhysicalKey)
  /// This slider moved.
  case slider(SliderID, ControlPosition)
  /// This slider was touched or let go, as it tells itself.
  case touch(SliderID, isTouched: Bool)
  /// A finger did this to this slider, the keys of an expressive keyboard. Its key's press and release are told as well.
  case finger(SliderID, FingerInput)
  /// The knob for the level moved.
  case level(ControlPosition)
  /// These keys are not known to be held any more: a message let go of all of them, and no hand did.
  case forgotten([PhysicalKey])
  /// Nothing is known to be held any more: unplugged, or events were lost. Nothing was let go by the player.
  case allReleased
}
