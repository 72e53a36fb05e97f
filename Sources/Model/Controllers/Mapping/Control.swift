import MIDI

/// What a binding listens to, in the terms of the controller's messages. A nil channel is any channel.
public indirect enum Control: Hashable, Sendable {
  /// Any of these keys or pads.
  case notes(NumberSet, channel: Channel?)
  /// A 7-bit control change. As a button it is down from `threshold` up.
  case controlChange(UInt7, channel: Channel?, threshold: UInt7)
  /// A 14-bit pair of control changes.
  case controlChangePair(most: UInt7, least: UInt7, channel: Channel?)
  /// A control change that tells steps instead of positions.
  case relative(UInt7, encoding: RelativeEncoding, channel: Channel?)
  /// A non-registered parameter number. As a button it is down from `threshold` (of its upper seven bits) up.
  case nonRegisteredParameter(UInt14, channel: Channel?, threshold: UInt7)
  /// The pitch wheel, or a fader that sends like one.
  case pitchBend(channel: Channel?)
  /// Aftertouch of the whole keyboard. As a button it is down from `threshold` up.
  case channelPressure(channel: Channel?, threshold: UInt7)
  /// Aftertouch of any of these keys. As a button it is down from `threshold` up.
  case polyPressure(NumberSet, channel: Channel?, threshold: UInt7)
  /// Any of these program changes: a press without a release of its own.
  case programChange(NumberSet, channel: Channel?)
  /// A control that acts as a button, held for this many milliseconds.
  case longPress(Control, milliseconds: Int)
  /// Two controls that act as buttons, held together.
  case together(Control, Control)
}

extension Channel? {
  /// Whether there is a channel that both are: nil is any.
  func meets(_ other: Channel?) -> Bool { self == nil || other == nil || self == other }
}

/// How an endless knob tells its steps in a 7-bit control change. The raw values are the words in the files.
public enum RelativeEncoding: String, Sendable, CaseIterable {
  /// 1…63 up, 127…64 down (−1…−64).
  case twosComplement = "twos-complement"
  /// 65…127 up, 63…0 down; 64 is no step.
  case binaryOffset = "binary-offset"
  /// Bit 6 is the minus sign, bits 0…5 the number of steps (Mackie Control).
  case signMagnitude = "sign-magnitude"

  /// The signed number of steps that `value` tells.
  public func steps(_ value: UInt7) -> Int {
    let raw = Int(value.rawValue)
    return switch self {
    case .twosComplement: raw < 64 ? raw : raw - 128
    case .binaryOffset: raw - 64
    case .signMagnitude: raw & 0x40 == 0 ? raw & 0x3F : -(raw & 0x3F)
    }
  }
}

/// How letting go of a slider is known. The raw values are the words in the files.
public enum Release: String, Sendable, CaseIterable {
  /// It returns to its centre by itself (pitch wheel, joystick).
  case springBack = "spring-back"
  /// It tells when it is touched and let go.
  case touch
  /// It is a finger on a key that bends its own note: lifting it (`FingerSlider`).
  case lift
  /// It stays where it is left and tells nothing: silence for a chosen time.
  case settle
  /// Letting go means nothing.
  case none
}

/// Whether the bytes of a part of a mapping were read in a source. The raw values are the words in the files.
public enum Confidence: String, Sendable, CaseIterable {
  /// Read in a source that the mapping names.
  case source
  /// Remembered or inferred. Unsure messages are never sent; unsure controls are listened to.
  case unsure
}

/// Where in a mapping file something was written.
public struct SourcePosition: Hashable, Sendable {
  /// From 1.
  public var line: Int
  /// From 1, in Unicode scalars.
  public var column: Int
}

/// What a button tells that switches over with each press, and never says when the finger leaves it. The raw values are the
/// words in the files.
public enum Latch: String, Sendable, CaseIterable {
  /// Each press: one on, the next one off. Both are presses.
  case each
  /// Every second press: only on is told as one, off is another button's or nobody's.
  case everySecond = "every-second"
}

/// One control bound to one role.
public struct Binding: Hashable, Sendable {
  /// What it does.
  public var role: Role
  /// What it listens to.
  public var control: Control
  /// How letting go is known; of meaning for sliders only.
  public var release: Release = .none
  /// What it tells if it switches over with each press; nil if it tells when it is pressed and when it is let go.
  public var latch: Latch?
  /// What tells that the slider is touched; nil where nothing does.
  public var touch: Control?
  /// Where its fingers are; nil unless lifting one lets it go.
  public var fingers: FingerSetup?
  /// The highest value that moves the slider's motor when its own message is sent back; nil without motor.
  public var motorMaximum: Int?
  /// Where the facts come from.
  public var confidence: Confidence = .source
  /// Where it is written; nil for what is built in.
  public var position: SourcePosition?
}
