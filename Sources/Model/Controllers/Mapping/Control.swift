import MIDI

/// The input of a binding, in terms of the controller's messages. A nil channel is any channel.
public indirect enum Control: Hashable, Sendable {
  /// Any of these keys or pads.
  case notes(NumberSet, channel: Channel?)
  /// A 7-bit control change. As a button it is down from `threshold` up.
  case controlChange(UInt7, channel: Channel?, threshold: UInt7)
  /// A 14-bit pair of control changes.
  case controlChangePair(most: UInt7, least: UInt7, channel: Channel?)
  /// A control change that reports steps instead of positions.
  case relative(UInt7, encoding: RelativeEncoding, channel: Channel?)
  /// A non-registered parameter number. As a button it is down from `threshold` (of its upper seven bits) up.
  case nonRegisteredParameter(UInt14, channel: Channel?, threshold: UInt7)
  /// The pitch wheel, or a fader that sends like one.
  case pitchBend(channel: Channel?)
  /// Aftertouch of the whole keyboard. As a button it is down from `threshold` up.
  case channelPressure(channel: Channel?, threshold: UInt7)
  /// Aftertouch of any of these keys. As a button it is down from `threshold` up.
  case polyPressure(NumberSet, channel: Channel?, threshold: UInt7)
  /// Any of these program changes: a press without a release.
  case programChange(NumberSet, channel: Channel?)
  /// A control that acts as a button, held for this many milliseconds.
  case longPress(Control, milliseconds: Int)
  /// Two controls that act as buttons, held together.
  case together(Control, Control)
}

extension Channel? {
  /// Returns whether some channel matches both: nil is any.
  func meets(_ other: Channel?) -> Bool { self == nil || other == nil || self == other }
}

/// The encoding of an endless knob's steps in a 7-bit control change. The raw values are the words in the files.
public enum RelativeEncoding: String, Sendable, CaseIterable {
  /// 1…63 up, 127…64 down (−1…−64).
  case twosComplement = "twos-complement"
  /// 65…127 up, 63…0 down; 64 is not a step.
  case binaryOffset = "binary-offset"
  /// Bit 6 is the minus sign, bits 0…5 the number of steps (Mackie Control).
  case signMagnitude = "sign-magnitude"

  /// Returns the signed number of steps that `value` encodes.
  public func steps(_ value: UInt7) -> Int {
    let raw = Int(value.rawValue)
    return switch self {
    case .twosComplement: raw < 64 ? raw : raw - 128
    case .binaryOffset: raw - 64
    case .signMagnitude: raw & 0x40 == 0 ? raw & 0x3F : -(raw & 0x3F)
    }
  }
}

/// The way a slider's release is detected. The raw values are the words in the files.
public enum Release: String, Sendable, CaseIterable {
  /// The control returns to its centre by itself (pitch wheel, joystick).
  case springBack = "spring-back"
  /// The control reports when it is touched and released.
  case touch
  /// A finger on a key bends that key's note, and lifting it is the release (`FingerSlider`).
  case lift
  /// The control stays in place and reports nothing: standing still for a chosen time is the release.
  case settle
  /// The control is never released.
  case none
}

/// Whether the bytes of a part of a mapping come from a source. The raw values are the words in the files.
public enum Confidence: String, Sendable, CaseIterable {
  /// Read in a source that the mapping names.
  case source
  /// Remembered or inferred. Unsure messages are never sent; unsure controls are active.
  case unsure
}

/// A position in a mapping file.
public struct SourcePosition: Hashable, Sendable {
  /// The line, from 1.
  public var line: Int
  /// The column, from 1, in Unicode scalars.
  public var column: Int
}

/// The messages of a button that toggles with each press, and sends no release. The raw values are the words in the
/// files.
public enum Latch: String, Sendable, CaseIterable {
  /// Each press sends a message: one on, the next one off. Both are presses.
  case each
  /// Only every second press counts: on is a press, off belongs to another button or to none.
  case everySecond = "every-second"
}

/// One control bound to one role.
public struct Binding: Hashable, Sendable {
  /// The role.
  public var role: Role
  /// The input.
  public var control: Control
  /// The way its release is detected; for sliders only.
  public var release: Release = .none
  /// The behaviour of a button that toggles; nil if it sends presses and releases.
  public var latch: Latch?
  /// The control that reports touches of the slider; nil if the slider has none.
  public var touch: Control?
  /// The channels of its fingers; nil unless lifting a finger is its release.
  public var fingers: FingerSetup?
  /// The highest value that moves the slider's motor when its own message is sent back; nil without a motor.
  public var motorMaximum: Int?
  /// The reliability of the binding.
  public var confidence: Confidence = .source
  /// The position in the file; nil for built-in bindings.
  public var position: SourcePosition?
}
