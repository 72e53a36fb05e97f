/// Evidence of which keys of a controller send releases, gathered from its messages alone.
///
/// Some pads and drum modules send no note-off at all, and a key whose octave is shifted while it is held sends its
/// release as another note. Such a key must not count as held for ever.
struct ReleaseEvidence: Sendable {
  /// Keys that have sent a release since they were last pressed twice without one.
  private var tells: Set<PhysicalKey> = []
  /// Keys that were pressed again without a release.
  private var silent: Set<PhysicalKey> = []

  /// Records a release of `key`.
  mutating func released(_ key: PhysicalKey) {
    silent.remove(key)
    tells.insert(key)
  }

  /// Records that `key` went down again without a release.
  mutating func pressedAgain(_ key: PhysicalKey) {
    tells.remove(key)
    silent.insert(key)
  }

  /// Returns whether `key` has sent a release before.
  func tells(_ key: PhysicalKey) -> Bool { tells.contains(key) }

  /// Whether the controller has sent no release at all so far, although keys were pressed again.
  var isMute: Bool { tells.isEmpty && !silent.isEmpty }

  /// Returns whether `key` can count as held, for lack of evidence against it.
  func canBeHeld(_ key: PhysicalKey) -> Bool { !silent.contains(key) && !isMute }
}
