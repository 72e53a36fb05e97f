import Foundation
import Pitch

/// The loudness of the held reference while a note is tuned to it, when this help is withdrawn as the player needs it
/// less.
///
/// The first dozen attempts are held at full level. After that the level falls by 3 dB after each attempt that ends
/// within the range of three in four of the player's held ones, and rises by 3 dB after one outside: a simple staircase
/// (Dixon & Mood 1948), which settles where both are equally likely. A player who tunes as well without help passes it,
/// because three in four attempts are within; one who needs it stays at the level where half are. Below −30 dB the
/// reference is silent.
///
/// The level follows from the attempts alone, so nothing else is stored: learning the records again restores it.
public struct ReferenceFade: Hashable, Sendable {
  /// Attempts that are held before the level moves.
  public static let held = 12
  /// The change of the level by one attempt, in dB.
  public static let step = 3.0
  /// The lowest level that sounds, in dB of the level of the pair.
  public static let lowest = -30.0
  /// The number of held attempts remembered: the range follows the player's current skill.
  static let remembered = 48

  /// The level relative to the pair's, in dB, 0 to −30; nil: silent.
  public private(set) var level: Double? = 0
  /// The newest held errors' magnitudes in cents, oldest first.
  private var errors: [Double] = []

  /// The fade of a player without held attempts.
  public init() {}

  /// Learns that an attempt with the reference at `heard` dB (nil: silent) ended `error` away from the correct pitch.
  /// An attempt at a level other than the current one was made under another setting: it does not move the level, and
  /// is remembered only if it was held at full level. An error that is NaN teaches nothing.
  public mutating func learn(error: Cents, heard: Double?) {
    let magnitude = error.value.magnitude
    guard magnitude.isFinite else { return }
    let isOurs = heard == level
    if isOurs, let range { move(isWithin: magnitude <= range) }
    if heard == 0 { errors = errors.suffix(Self.remembered - 1) + [magnitude] }
  }

  /// The range in cents either way that holds three in four held attempts; nil before there are enough.
  ///
  /// A dozen attempts determine it only to within a fifth, and too narrow a range would prolong unneeded help. The
  /// result is the wider of two: the interpolated quantile of the observed errors, and the prediction for the next
  /// attempt of a normal player with these errors (Student's t), with wild ones held at four spreads.
  public var range: Double? {
    guard errors.count >= Self.held else { return nil }
    let sorted = errors.sorted()
    let place = Self.share * Double(sorted.count + 1) - 1
    let lower = Int(place)
    let seen = sorted[lower] + (place - Double(lower)) * (sorted[min(lower + 1, sorted.count - 1)] - sorted[lower])
    let median = (sorted[(sorted.count - 1) / 2] + sorted[sorted.count / 2]) / 2
    let rail = Self.rail * max(median / SimulatedListener.thresholdPerSigma, Self.finest)
    let square = errors.reduce(0) { $0 + min($1, rail) * min($1, rail) } / Double(errors.count)
    return max(seen, Self.quantile(degrees: Double(errors.count)) * square.squareRoot())
  }

  /// Three in four.
  private static let share = 0.75
  /// Spreads beyond which an error is a lapse.
  private static let rail = 4.0
  /// The spread in cents below which a control's steps hide it.
  private static let finest = 0.1

  /// The 87.5 % quantile of Student's t, so that three of four are within ± it; expansion of Fisher & Cornish (1960),
  /// as in Abramowitz & Stegun 26.7.5, to its second term: within 0.1 % from 12 degrees of freedom upwards.
  private static func quantile(degrees: Double) -> Double {
    let x = 1.1503493803760079
    let first = (x * x + 1) * x / 4
    let second = ((5 * x * x + 16) * x * x + 3) * x / 96
    return x + (first + second / degrees) / degrees
  }

  private mutating func move(isWithin: Bool) {
    guard let level else {
      self.level = isWithin ? nil : Self.lowest
      return
    }
    let moved = level + (isWithin ? -Self.step : Self.step)
    self.level = moved < Self.lowest ? nil : min(moved, 0)
  }
}

/// The fades of unison and of interval matching: a player who needs no help with one may need it with the other.
public struct ReferenceFades: Hashable, Sendable {
  private var unison = ReferenceFade()
  private var intervals = ReferenceFade()

  /// The fade of a player without held attempts.
  public init() {}

  /// The state after this history, oldest first.
  public init(resuming records: some Sequence<MatchingRecord>) {
    for record in records { learn(record.exercise, error: record.error) }
  }

  /// The fade of `mode`'s kind of matching.
  public private(set) subscript(mode: Mode) -> ReferenceFade {
    get { mode.asksIntervals ? intervals : unison }
    set { if mode.asksIntervals { intervals = newValue } else { unison = newValue } }
  }

  /// Learns that `exercise` ended `error` away from the correct pitch. Chords and temperaments teach nothing: they
  /// never fade.
  public mutating func learn(_ exercise: MatchingExercise, error: Cents) {
    guard !exercise.mode.playsTogether else { return }
    self[exercise.mode].learn(error: error, heard: exercise.heldLevel)
  }
}
