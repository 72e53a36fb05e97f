import Pitch

/// The distance from the correct pitch at which a player's recent matches end, and the resulting range, which adaptive
/// matching follows. Unison and intervals have a spread each, from memory and against a sounding reference, and so have
/// each chord and the laying of temperaments.
///
/// The estimate follows the median m of the errors' magnitudes. Each match moves it by one step, out if the error is
/// beyond m, otherwise in: ln m ← ln m ± ln 1.08. It settles where both are equally likely, at the median (stochastic
/// approximation, Robbins & Monro 1951; a staircase on the player's own error). That makes it
/// - robust: a wild or a lucky match counts no more than any other, and six in a row change it by 1.08⁶, a factor of
///   1.6;
/// - recent: for normal errors a match has lost 63 % of its influence after 1/(2·ln 1.08·0.429) = 15 more matches that
///   teach, with 0.429 the density of ln |error| at its median; the estimate varies by √(ln 1.08/(4·0.429)) = 21 %;
/// - about the correct pitch, not about the player's own mean: a player who always ends 20 cents sharp needs that room
///   too.
///
/// The spread is m/0.6745, the standard deviation of normal errors with that median, and the range three spreads:
/// nearly all ends lie within it, the start is plainly out of tune, and the control is as fine as that allows. For a
/// spread of 15 cents that is ± 45. It cannot close in on itself: a player who does not tune at all has errors as wide
/// as the starts, a median near 0.4 ranges, and so a wider range next.
///
/// A start near the end of the range leaves less than m beyond the target before the control ends: such an error
/// carries no information about m and is left out (about one in five). Otherwise the range would settle a sixth too
/// narrow.
public struct MatchingSpread: Hashable, Sendable {
  /// Φ⁻¹(0.75): the median magnitude of normal errors, in standard deviations.
  static let medianPerSpread = SimulatedListener.thresholdPerSigma
  /// Spreads from the correct pitch to the end of the range.
  static let spreadsPerRange = 3.0
  /// The factor by which one match moves the estimate.
  static let step = 1.08

  /// The spread of each kind; nil until a match of the kind has taught something. Kept within the limits that the
  /// settable ranges can follow, so that neither a long series of perfect matches nor one of wild ones must be undone
  /// step by step.
  private var spreads: [MatchingKind: Cents] = [:]

  /// The spread of a player without matches.
  public init() {}

  /// The state after this history, oldest first.
  public init(resuming records: some Sequence<MatchingRecord>) {
    for record in records { learn(record.exercise, range: record.range, error: record.error) }
  }

  /// The estimated spread in `mode`'s kind of matching, from memory or with the reference `held`; nil before the first
  /// match that taught something.
  public func spread(in mode: Mode, held: Bool) -> Cents? {
    spreads[MatchingKind(asksIntervals: mode.asksIntervals, isHeld: held)]
  }

  /// The range for the next exercise in `mode`: three spreads, within 10 cents and `limit`; `limit` for a new player.
  public func range(in mode: Mode, held: Bool, limit: Cents) -> Cents {
    range(of: MatchingKind(asksIntervals: mode.asksIntervals, isHeld: held), limit: limit)
  }

  /// The range for the next exercise with one of `chords`: the widest that any of them needs, so that the range does
  /// not depend on the chord drawn.
  public func range(of chords: [Chord], limit: Cents) -> Cents {
    chords.map { range(of: MatchingKind($0), limit: limit) }.max() ?? limit
  }

  /// The range for the next exercise of `kind`.
  func range(of kind: MatchingKind, limit: Cents) -> Cents {
    guard let spread = spreads[kind] else { return limit }
    let wanted = Cents(spread.value * Self.spreadsPerRange)
    return min(max(wanted, Cents(TrainingSettings.matchingRanges.lowerBound)), limit)
  }

  /// Learns that `exercise` ended `error` away from the correct pitch. The estimate is first limited to errors that its
  /// range could show; the first match of its kind is judged as if that range had fitted the player. An error or a
  /// range that is NaN teaches nothing.
  public mutating func learn(_ exercise: MatchingExercise, error: Cents) {
    learn(exercise, range: exercise.range, error: error)
  }

  /// Learns a match whose control reached `range` either way. If the range is unknown (nil), nothing limits the error,
  /// and the first match of its kind becomes the median.
  mutating func learn(_ exercise: MatchingExercise, range: Cents?, error: Cents) {
    guard error.value.isFinite else { return }
    let kind = MatchingKind(of: exercise)
    guard let range = range?.value else {
      guard let known = spreads[kind]?.value else {
        spreads[kind] = Self.clamped(error.magnitude.value / Self.medianPerSpread)
        return
      }
      let isWide = error.magnitude.value > known * Self.medianPerSpread
      spreads[kind] = Self.clamped(isWide ? known * Self.step : known / Self.step)
      return
    }
    guard range.isFinite else { return }
    let known = min(spreads[kind]?.value ?? .infinity, range / Self.spreadsPerRange)
    let median = known * Self.medianPerSpread
    guard range - exercise.startOffset.magnitude.value >= median else { return }
    spreads[kind] = Self.clamped(error.magnitude.value > median ? known * Self.step : known / Self.step)
  }

  private static func clamped(_ spread: Double) -> Cents {
    let ranges = TrainingSettings.matchingRanges
    return Cents(min(max(spread, ranges.lowerBound / spreadsPerRange), ranges.upperBound / spreadsPerRange))
  }
}
