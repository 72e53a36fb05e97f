import Time

/// A key that is down, and what it can still do.
struct HeldKey: Sendable {
  var press: Press
  var since: MonotonicTime
  /// The exercise in which it went down.
  var exercise: Int
  /// It has told before when it was let go.
  var tellsRelease: Bool
  /// It is held as far as is known: it neither went down twice without a release, nor is it on a controller that tells none.
  var mayHold: Bool
  /// It has done what it does: started, been part of a stop or a chord, or was down when the context changed.
  var isSpent = false
  /// It was down when the context changed.
  var isLeftOver = false
  /// Together with other keys it can only be a two-key hold or tap: at the hub letting go starts nothing, in matching it
  /// steps no further.
  var isPaired = false
  /// It went down before the note that is tuned: it neither steps nor commits.
  var isStale = false
  /// In matching: the other half's key was pressed together with it, so letting go of it commits.
  var commits = false
  /// In matching: how often its step was repeated. At the hub: how often a tap beside it moved the level.
  var repeats = 0
  /// A stop button that has told that it is held.
  var hasToldHold = false

  /// Whether both are held together. What went down in an earlier exercise may have been let go without telling, so both must
  /// be known to tell.
  func isHold(with other: HeldKey) -> Bool {
    mayHold && other.mayHold && (exercise == other.exercise || tellsRelease && other.tellsRelease)
  }
}
