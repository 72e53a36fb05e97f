/// Where a finger is, in what its keyboard measures.
public enum FingerPlace: Hashable, Sendable {
  /// It bends its note by `cents` in steps of `step` cents, which tells the resolution.
  case bend(cents: Double, step: Double)
  /// A position of 0…127 on its key, or how hard it presses.
  case level(Int)
}

/// What a finger of an expressive keyboard does. Carries no time: it happened when its message did.
public enum FingerInput: Hashable, Sendable {
  /// It pressed this key, and is there.
  case landed(PhysicalKey, FingerPlace)
  /// It slid.
  case slid(PhysicalKey, FingerPlace)
  /// It presses so hard, 0…127, where that is not what tunes.
  case pressed(PhysicalKey, Int)
  /// It left the key.
  case lifted(PhysicalKey)
  /// Whether it is on the key is not known any more: it was not lifted.
  case lost(PhysicalKey)
}
