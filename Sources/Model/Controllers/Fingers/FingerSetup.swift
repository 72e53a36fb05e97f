/// On which channels the keys of an expressive keyboard are fingers, until its own message says otherwise. The raw values are
/// the words in the files.
public enum FingerZone: String, Sendable, CaseIterable {
  /// MPE's lower zone: channels 2 to 16, a finger each; channel 1 is the whole keyboard's.
  case lower
  /// MPE's upper zone: channels 15 to 1; channel 16 is the whole keyboard's.
  case upper
  /// Every channel: for keys that share one and tell each finger by its note.
  case all
}

/// What a mapping says about the fingers of a control with `release: lift`.
public struct FingerSetup: Hashable, Sendable {
  /// Where they are.
  public var zone: FingerZone = .lower
  /// How many semitones a bend goes either way, 1…96; nil where the file does not say. What the keyboard tells wins.
  public var range: Int?

  /// How far a finger bends where nobody says it: MPE's own default, in semitones.
  public static let defaultRange = 48
}
