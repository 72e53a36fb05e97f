/// How long, how close together and how often.
extension GestureRecognizer {
  /// How long keys are held for a long press, to stop, to move the split and to wake.
  public static let hold: Duration = .milliseconds(800)
  /// How long two keys are held to ask where practice is.
  public static let askingHold: Duration = .seconds(2)
  /// How long they are held to have explained what higher and lower are.
  public static let explainingHold: Duration = .seconds(5)
  /// In matching, keys of both halves that go down within this time were pressed together.
  public static let together: Duration = .milliseconds(150)
  /// In matching, a key that is held begins to repeat its step after this time…
  public static let repeatDelay: Duration = .milliseconds(400)
  /// …and steps this often…
  public static let repeatInterval: Duration = .milliseconds(100)
  /// …up to so many steps, which lead across the widest range and back: whoever asks late, however late, gets no more.
  public static let mostSteps = 1_000
  /// At the hub, a key that is tapped while one of the other half is held moves the level by a step, at most this often in one
  /// hold: whoever plays an instrument there must not make anything loud.
  public static let levelSteps = 6
}
