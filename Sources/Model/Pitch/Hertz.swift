import Glibc

/// A frequency in cycles per second.
public struct Hertz: Hashable, Comparable, Sendable {
  /// Cycles per second.
  public var value: Double

  /// Creates a frequency of `value` cycles per second.
  public init(_ value: Double) { self.value = value }

  /// Lower comes first.
  public static func < (left: Hertz, right: Hertz) -> Bool { left.value < right.value }

  /// Returns the frequency `cents` higher (lower if negative): f · 2^(cents/1200).
  public func transposed(by cents: Cents) -> Hertz {
    Hertz(value * exp2(cents.value / Cents.perOctave))
  }
}

/// A signed difference in pitch: 100 per semitone, 1200 per octave; positive is sharp (upwards).
public struct Cents: Hashable, Comparable, Sendable {
  /// Cents in an octave: 1200.
  public static let perOctave = 1200.0
  /// Cents in an equal-tempered semitone: 100.
  public static let perSemitone = 100.0
  /// No difference.
  public static let zero = Cents(0)

  /// Hundredths of an equal-tempered semitone.
  public var value: Double

  /// Creates a difference of `value` hundredths of a semitone.
  public init(_ value: Double) { self.value = value }

  /// Creates the difference from `start` to `end` (negative if `end` is lower): 1200 · log2(end/start). Both must be
  /// above 0 Hz; otherwise the value is not finite.
  public init(from start: Hertz, to end: Hertz) {
    value = Cents.perOctave * log2(end.value / start.value)
  }

  /// The size without its sign.
  public var magnitude: Cents { Cents(value.magnitude) }

  /// Flatter comes first.
  public static func < (left: Cents, right: Cents) -> Bool { left.value < right.value }

  /// The sum of two differences.
  public static func + (left: Cents, right: Cents) -> Cents { Cents(left.value + right.value) }

  /// The difference from `right` to `left`.
  public static func - (left: Cents, right: Cents) -> Cents { Cents(left.value - right.value) }

  /// The same size with the opposite sign.
  public static prefix func - (cents: Cents) -> Cents { Cents(-cents.value) }
}

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
