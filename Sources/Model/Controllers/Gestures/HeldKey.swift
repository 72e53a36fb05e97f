import Time

/// A key that is down, and the actions still open to it.
struct HeldKey: Sendable {
  var press: Press
  var since: MonotonicTime
  /// The exercise in which the key went down.
  var exercise: Int
  /// Whether the key has sent a release before.
  var tellsRelease: Bool
  /// Whether the key counts as held: it has not gone down twice without a release, and its controller sends releases.
  var mayHold: Bool
  /// Whether the key has done its work: started something, taken part in a stop or a chord, or been down when the
  /// context changed.
  var isSpent = false
  /// Whether the key was down when the context changed.
  var isLeftOver = false
  /// Whether the key can only be part of a two-key hold or tap: at the hub its release starts nothing, in matching it
  /// steps no further.
  var isPaired = false
  /// Whether the key went down before the tunable note: it neither steps nor commits.
  var isStale = false
  /// In matching: whether a key of the other half was pressed together with it, so that its release commits.
  var commits = false
  /// In matching: the number of repeated steps. At the hub: the number of level changes by taps during its hold.
  var repeats = 0
  /// Whether a stop button has reported that it is held.
  var hasToldHold = false

  /// Returns whether both keys are held together. A key from an earlier exercise may have been released silently, so
  /// both must be known to send releases.
  func isHold(with other: HeldKey) -> Bool {
    mayHold && other.mayHold && (exercise == other.exercise || tellsRelease && other.tellsRelease)
  }
}
