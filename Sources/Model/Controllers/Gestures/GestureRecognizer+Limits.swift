/// Thresholds of time and number.
extension GestureRecognizer {
  /// The time for a long press, to stop, to move the split and to wake.
  public static let hold: Duration = .milliseconds(800)
  /// The time two keys are held to ask for the state of practice.
  public static let askingHold: Duration = .seconds(2)
  /// The time two keys are held to hear examples of higher and lower.
  public static let explainingHold: Duration = .seconds(5)
  /// In matching, the time within which keys of both halves count as pressed together.
  public static let together: Duration = .milliseconds(150)
  /// In matching, the time after which a held key begins to repeat its step…
  public static let repeatDelay: Duration = .milliseconds(400)
  /// …the interval between repeated steps…
  public static let repeatInterval: Duration = .milliseconds(100)
  /// …and their number, enough to cross the widest range and return: a late call, however late, returns no more.
  public static let mostSteps = 1_000
  /// The most steps by which taps in one hold change the level at the hub, so that playing an instrument there cannot
  /// make anything loud.
  public static let levelSteps = 6
}
