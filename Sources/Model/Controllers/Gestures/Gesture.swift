import Time

/// What the player is doing with the controller, which decides what a press means.
public enum GestureContext: Hashable, Sendable {
  /// Nothing sounds; a key starts something.
  case hub
  /// The hub of a program that must not start by accident: only a two-key hold wakes it.
  case asleep
  /// Higher and Lower are answers.
  case comparison
  /// Higher and Lower step the pitch, both together commit.
  case matching
}

/// A recognised movement of the hands, ready to be acted on. Times are the keys' own.
public enum Gesture: Hashable, Sendable {
  /// A key of this half went down during a comparison.
  case answer(Half, at: MonotonicTime)
  /// In matching: the pitch moves by one cent, up for Higher. A key that is held steps on, ten times a second, at exact times
  /// of its own.
  case step(Half, at: MonotonicTime)
  /// In matching: a second key, of the other half, makes a chord of the last step's: that step is taken back.
  case takeBack(at: MonotonicTime)
  /// In matching: keys of both halves went down together and one of them was let go: what sounds is the answer.
  case commit(at: MonotonicTime)
  /// At the hub, while a key of the other half was held, a key of this half was tapped: the level moves by one step, louder
  /// for Higher, up to `GestureRecognizer.levelSteps` in one hold. While practising no key moves it.
  case level(Half, at: MonotonicTime)
  /// At the hub, a key of this half was let go before 0.8 s, or held that long (`long`).
  case start(Half, long: Bool)
  /// A button with a role of its own (`start-comparison`, `again`, `stop`, `commit`, `confirm` …) went down.
  case button(Role, at: MonotonicTime)
  /// A stop button has been held for 0.8 s; `.button(.stop)` came when it went down.
  case stopHeld(at: MonotonicTime)
  /// Both halves were held for 0.8 s outside the hub; `firstPressed` is when the first of the two went down, to withdraw
  /// the answer it gave.
  case stop(firstPressed: MonotonicTime)
  /// At the hub of a generic keyboard two keys at least two semitones apart were held 0.8 s: the split is now at this
  /// note; notes from it up are Higher.
  case split(note: Int)
  /// The two-key hold that wakes a sleeping hub. A generic keyboard's split is reported just before.
  case wake
  /// A key of each half, or the two that set a split or wake, were held for 2 s, whatever they did before: somebody asks where
  /// practice is.
  case whereAmI
  /// They were held for 5 s: somebody asks what higher and lower are.
  case explain
  /// A key or button without any role went down.
  case unmapped
}
