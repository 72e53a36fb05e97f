/// Which keys of a controller tell when they are let go: known from nothing but what they send.
///
/// Pads and drum modules exist that send no note-off at all, and a key whose octave is moved while it is held tells its release
/// as another note's. Such a key must not count as held for ever.
struct ReleaseEvidence: Sendable {
  /// Keys that have told a release since they were last pressed twice without one.
  private var tells: Set<PhysicalKey> = []
  /// Keys that were pressed again without a release.
  private var silent: Set<PhysicalKey> = []

  /// It was let go, and has told so.
  mutating func released(_ key: PhysicalKey) {
    silent.remove(key)
    tells.insert(key)
  }

  /// It went down again though it had not been let go.
  mutating func pressedAgain(_ key: PhysicalKey) {
    tells.remove(key)
    silent.insert(key)
  }

  /// Whether it has told a release before.
  func tells(_ key: PhysicalKey) -> Bool { tells.contains(key) }

  /// Whether nothing is ever let go on this controller, as far as it has been played.
  var isMute: Bool { tells.isEmpty && !silent.isEmpty }

  /// Whether it can be held: nothing speaks against it.
  func canBeHeld(_ key: PhysicalKey) -> Bool { !silent.contains(key) && !isMute }
}
