/// The channels on which keys of an expressive keyboard are fingers, until the keyboard's own message changes them. The
/// raw values are the words in the files.
public enum FingerZone: String, Sendable, CaseIterable {
  /// MPE's lower zone: channels 2 to 16, one finger each; channel 1 applies to the whole keyboard.
  case lower
  /// MPE's upper zone: channels 15 to 1; channel 16 applies to the whole keyboard.
  case upper
  /// Every channel: for keys that share one and identify each finger by its note.
  case all
}

/// A mapping's settings for the fingers of a control with `release: lift`.
public struct FingerSetup: Hashable, Sendable {
  /// The channels of the fingers.
  public var zone: FingerZone = .lower
  /// The bend range in semitones, 1…96, in either direction; nil if the file does not set it. A range sent by the
  /// keyboard wins.
  public var range: Int?

  /// The bend range if neither file nor keyboard set it: MPE's own default, in semitones.
  public static let defaultRange = 48
}
