import Glibc
import Pitch

/// The exercises that the settings leave for beats.
public struct BeatsSpace: Hashable, Sendable {
  /// Beats per second. Fewer are not counted in three seconds; more are a roughness rather than beats.
  public static let rates = 1.0...12.0
  /// The largest distance of an interval from pure: a quarter tone. Farther from it, other partials would be nearer.
  public static let widest = Cents(50)
  /// Semitones from the lowest to the highest bass.
  public static let span = 36
  /// The number of different steps of the bass at one ratio of the rates.
  public static let steps = 24

  /// Semitones by which a step at least exceeds the ratio: a narrow interval has up to 3 % more cents than a wide one
  /// with as many beats.
  private static let margin = 0.6

  /// The intervals to draw from, at least one.
  public let intervals: [BeatsInterval]
  /// The timbre of the settings; see `Timbre.beating(in:)`.
  public let timbre: Timbre
  /// The frequency of A4: the basses are on the equal-tempered keyboard, whatever the tuning.
  public let concertPitch: ConcertPitch
  /// The share of right answers aimed at.
  public let targetSuccess: Double

  /// The space of `settings`, which always leave an exercise.
  public init(_ settings: TrainingSettings) {
    self.init(
      settings.beatsInterval, timbre: settings.timbre, concertPitch: settings.concertPitch,
      targetSuccess: settings.targetSuccess)
  }

  /// The space of `choice`, everything else at its default unless given.
  public init(
    _ choice: BeatsChoice, timbre: Timbre = TrainingSettings.standard.timbre, concertPitch: ConcertPitch = .standard,
    targetSuccess: Double = TrainingSettings.standard.targetSuccess
  ) {
    intervals = choice.intervals
    self.timbre = timbre
    self.concertPitch = concertPitch
    self.targetSuccess = targetSuccess
  }

  /// The condition of exercises with `interval`.
  public func condition(_ interval: BeatsInterval) -> BeatsCondition {
    BeatsCondition(interval, timbre.beating(in: interval))
  }

  /// Draws the two sounds of an exercise of `interval` whose rates differ by `difference` per cent of the slower one,
  /// positive if the second beats faster.
  ///
  /// The answer cannot be inferred from pitch. The rate is the bass's frequency times the relative width, so that rates
  /// of a ratio r need a step of the bass b and a change of the width w with r = b·w.
  /// - The step of the bass is independent of r's direction: it says nothing by size, direction or place.
  /// - It is larger than r either way, so that w < 1 exactly if the bass rises: whether the interval becomes purer or
  ///   less pure says nothing.
  /// - Either interval is wide or narrow at random, and the scheme is the same for the two sounds in reversed order.
  ///   Both together leave the distribution of the interval's change in cents as it is if the direction of r is
  ///   reversed: the change says nothing, neither by its sign nor by its size.
  ///
  /// Only both distances from pure together, measured to a few per cent, would reveal something about large ratios
  /// (`BeatsGuesser.Rule.purity`): no bounded distribution of steps avoids that.
  public func draw(
    _ interval: BeatsInterval, difference: Double, using generator: inout SeededGenerator
  ) -> (first: BeatingNotes, second: BeatingNotes) {
    let ratio = 1 + difference.magnitude / 100
    // Even on a logarithmic scale.
    let range = Self.rates.upperBound / ratio / Self.rates.lowerBound
    let slower = Self.rates.lowerBound * pow(max(range, 1), generator.unit())
    let (wideFirst, wideSecond, rises) = (generator.coin(), generator.coin(), generator.coin())
    let least = Int(12 * log2(ratio) + Self.margin) + 1
    let step = min(least + generator.below(Self.steps), Self.span)
    let low = interval.lowestBass(at: concertPitch).number + generator.below(Self.span - step + 1)
    func notes(_ number: Int, _ rate: Double, isWide: Bool) -> BeatingNotes {
      let bass = Note(number) ?? Note(literal: 60)
      return BeatingNotes(
        bass: bass, bassHertz: Tuning.equal.reference(bass, concertPitch: concertPitch), rate: isWide ? rate : -rate)
    }
    let faster = slower * ratio
    let (firstRate, secondRate) = difference > 0 ? (slower, faster) : (faster, slower)
    return (
      notes(rises ? low : low + step, firstRate, isWide: wideFirst),
      notes(rises ? low + step : low, secondRate, isWide: wideSecond)
    )
  }
}
