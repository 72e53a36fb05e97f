/// The position of a finger, in the units of its keyboard.
public enum FingerPlace: Hashable, Sendable {
  /// The finger bends its note by `cents` in steps of `step` cents, which give the resolution.
  case bend(cents: Double, step: Double)
  /// A position on the key, or a pressure, 0…127.
  case level(Int)
}

/// An action of a finger on an expressive keyboard. Has no time: it happened when its message did.
public enum FingerInput: Hashable, Sendable {
  /// The finger pressed this key at this position.
  case landed(PhysicalKey, FingerPlace)
  /// The finger slid to this position.
  case slid(PhysicalKey, FingerPlace)
  /// The finger's pressure, 0…127, if pressure does not tune.
  case pressed(PhysicalKey, Int)
  /// The finger left the key.
  case lifted(PhysicalKey)
  /// The finger may or may not be on the key: messages were lost, and it was not lifted.
  case lost(PhysicalKey)
}
