/// Two partials of two notes that sound together, close enough to beat: the partial `lower` of the lower note and the
/// partial `upper` of the upper one. In the pure interval `lower`:`upper` they coincide and do not beat.
///
/// Partials count from 1, the fundamental. Any thread.
public struct BeatingPartials: Hashable, Sendable {
  /// The partial of the lower note, 1 or more.
  public let lower: Int
  /// The partial of the upper note, 1 or more.
  public let upper: Int

  /// Memberwise.
  public init(lower: Int, upper: Int) {
    self.lower = lower
    self.upper = upper
  }

  /// The highest partial that is looked for: the number of partials of a timbre is at most this.
  static let highest = 16
  /// How far an interval may be from pure. The seventh of twelve equal semitones is 31 cents wider than 7:4, the
  /// widest interval of a chord whose beats are still counted at these partials.
  static let tolerance = Cents(35)

  /// The lowest pair whose pure interval is within 35 cents of `size`, upward; nil if no pair of up to 16 partials is.
  /// The lowest pair is the loudest, as partials get weaker upward.
  public init?(near size: Cents) {
    var found: BeatingPartials?
    for upper in 1...Self.highest {
      for lower in upper...Self.highest {
        let pair = BeatingPartials(lower: lower, upper: upper)
        // As numbers: NaN is no distance, while cents that are NaN compare as equal.
        guard (pair.pure - size).magnitude.value <= Self.tolerance.value else { continue }
        if let best = found, best.lower + best.upper <= lower + upper { continue }
        found = pair
      }
    }
    guard let found else { return nil }
    self = found
  }

  /// The size of the interval in which the partials coincide.
  public var pure: Cents { Cents(from: Hertz(Double(upper)), to: Hertz(Double(lower))) }

  /// The beats per second between notes of these frequencies: positive if the interval is wider than pure, negative if
  /// it is narrower.
  public func rate(lower lowerNote: Hertz, upper upperNote: Hertz) -> Double {
    Double(upper) * upperNote.value - Double(lower) * lowerNote.value
  }

  /// The frequency of the upper note that beats with `lowerNote` at `rate` per second: above pure if positive, below
  /// pure if negative. The inverse of `rate(lower:upper:)`.
  public func upperNote(over lowerNote: Hertz, beating rate: Double) -> Hertz {
    Hertz((Double(lower) * lowerNote.value + rate) / Double(upper))
  }
}
