/// The frequency A4 is tuned to: 380…500 Hz.
public struct ConcertPitch: Hashable, Sendable {
  /// The frequencies A4 may have, in Hz.
  public static let range = 380.0...500.0
  /// 440 Hz.
  public static let standard = ConcertPitch(checked: 440)

  /// The frequency of A4, 380…500 Hz.
  public let hertz: Hertz

  /// Creates a concert pitch with A4 at `hertz`; nil if that is not within 380…500 Hz.
  public init?(_ hertz: Hertz) {
    guard Self.range.contains(hertz.value) else { return nil }
    self.hertz = hertz
  }

  private init(checked value: Double) { hertz = Hertz(value) }
}
