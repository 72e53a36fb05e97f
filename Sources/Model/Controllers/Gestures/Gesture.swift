import Time

/// The player's current activity, which decides what a press means.
public enum GestureContext: Hashable, Sendable {
  /// Nothing sounds; a key starts a mode.
  case hub
  /// The hub of a program that must not start by accident: only a two-key hold wakes it.
  case asleep
  /// The list of further exercises: Higher moves to the next, Lower starts it.
  case menu
  /// Higher and Lower are answers.
  case comparison
  /// Higher and Lower step the pitch; both together commit.
  case matching
}

/// A recognised gesture. Times are those of the keys.
public enum Gesture: Hashable, Sendable {
  /// A key of this half went down during a comparison; see `Press.isSure`.
  case answer(Half, isSure: Bool? = nil, at: MonotonicTime)
  /// In matching: the pitch moves by one cent, up for Higher. A held key repeats ten times a second, at exact times.
  case step(Half, at: MonotonicTime)
  /// In matching: a second key, of the other half, forms a chord with the key of the last step, which is taken back.
  case takeBack(at: MonotonicTime)
  /// In matching: keys of both halves went down together and one of them was released, so the current pitch is the
  /// answer.
  case commit(at: MonotonicTime)
  /// At the hub, a key of this half was tapped while a key of the other half was held: the level moves by one step,
  /// louder for Higher, up to `GestureRecognizer.levelSteps` in one hold. During practice no key changes the level.
  case level(Half, at: MonotonicTime)
  /// At the hub, a key of this half was released before 0.8 s, or held that long (`long`).
  case start(Half, long: Bool)
  /// At the hub, two keys were held for 0.8 s a second time, begun within 2 s of the first: the player requests the
  /// list of further exercises. A generic keyboard's split is reported just before.
  case more
  /// In the list, a key of this half was released.
  case choose(Half)
  /// A button with a separate role (`start-comparison`, `again`, `stop`, `commit`, `confirm` …) went down.
  case button(Role, at: MonotonicTime)
  /// A stop button has been held for 0.8 s; `.button(.stop)` came when it went down.
  case stopHeld(at: MonotonicTime)
  /// Both halves were held for 0.8 s outside the hub; `firstPressed` is when the first of the two went down, to
  /// withdraw the answer it gave. In the list it comes with the release, as keys held there for 2 s request the status.
  case stop(firstPressed: MonotonicTime)
  /// At the hub of a generic keyboard, two keys at least two semitones apart were held for 0.8 s: the split is now at
  /// this note; notes from it up are Higher.
  case split(note: Int)
  /// The two-key hold woke a sleeping hub. A generic keyboard's split is reported just before.
  case wake
  /// A key of each half, or the two keys that set a split or wake, were held for 2 s, even if they had an effect
  /// earlier: the player requests the status.
  case whereAmI
  /// The two keys were held for 5 s: the player requests examples of higher and lower.
  case explain
  /// A key or button without any role went down.
  case unmapped
}
