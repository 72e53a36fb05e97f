import Glibc
import Pitch

/// The partials of a timbre: the amplitudes of the frequencies f, 2f, 3f …, all of phase 0 at the note's first frame.
/// `docs/playing/explanation/timbres.md` gives their sources.
///
/// They do not depend on f, although those of instruments do. Otherwise the brightness of a note would reveal its pitch
/// to a player who does not hear it, and the partials of two notes would not beat equally.
public struct Harmonics: Sendable {
  /// The number of partials a timbre may have. Real-time.
  static var most: Int { @_noLocks get { 16 } }

  /// The amplitudes of the partials 1…16; the sum of their squares is 1, as for a sine of amplitude 1.
  let amplitudes: [Double]
  /// The largest sample of a note of gain 1, rounded up: of all its partials or of the lowest ones only. It is larger
  /// than 1 if partials add up, and smaller if they flatten the wave.
  public let peak: Double

  /// The spectrum of `timbre`.
  public init(_ timbre: Timbre) {
    let shape = (1...Self.most).map { timbre.hasPartial($0) ? Self.amplitude(of: Double($0), timbre) : 0 }
    let power = shape.reduce(0) { $0 + $1 * $1 }
    amplitudes = shape.map { $0 / power.squareRoot() }
    peak =
      switch timbre {
      case .sine: 1
      case .string: 1.41
      case .reed: 0.93
      case .brass: 1.87
      case .voice: 1.83
      case .organ: 1.23
      }
  }

  /// Returns the amplitude of partial `n`, which `timbre` has, before all are scaled to one power.
  private static func amplitude(of n: Double, _ timbre: Timbre) -> Double {
    switch timbre {
    case .sine: return 1
    case .string, .reed: return 1 / n
    case .brass: return 1 / (1 + pow(n / 4, 4)).squareRoot()
    case .voice:
      // The formants of a man's ah, and their bandwidths, sung at A3.
      let hertz = 220 * n
      return [(730, 90), (1_090, 110), (2_440, 170)].reduce(1 / n) { amplitude, formant in
        let (centre, width) = (Double(formant.0), Double(formant.1))
        return amplitude * centre * centre / hypot(centre * centre - hertz * hertz, width * hertz)
      }
    case .organ: return pow(2, 1 - n)
    }
  }

  /// Returns the number of partials of a note of `increment` full circles per frame that keep within the limit of the
  /// rate, 1…16. Real-time.
  @_noLocks
  static func count(increment: Double) -> Int {
    // Not more than 16 before the conversion, which traps on larger numbers.
    max(1, Int(min(SoundLimits.highestShareOfRate / increment, Double(most))))
  }

  /// Returns the gain in dB that gives a note the A-weighted level of a 1 kHz sine of gain 1, up to 12: the partials
  /// that are left out at `rate` frames a second do not count. Low notes of few partials remain fainter.
  /// - Parameter hertz: the note's frequency, above 0.
  public func gain(at hertz: Double, rate: Int) -> Double {
    let count = Self.count(increment: hertz / Double(rate))
    let power = amplitudes.prefix(count).enumerated().reduce(0) { power, partial in
      power + partial.element * partial.element * pow(10, Weighting.decibels(Double(partial.offset + 1) * hertz) / 10)
    }
    return min(-10 * log10(power), EqualLoudness.limit)
  }
}

extension Timbre {
  /// Returns the gain in dB at which a note sounds as loud as a 1 kHz sine of gain 1, −12…12: a sine by the contour of
  /// equal loudness (`EqualLoudness`), another timbre by its A-weighted level (`Harmonics.gain`), because the contour
  /// is for sines only.
  /// - Parameter rate: frames a second.
  public func equalLoudness(at frequency: Hertz, rate: Int) -> Double {
    self == .sine ? EqualLoudness.gain(at: frequency) : Harmonics(self).gain(at: frequency.value, rate: rate)
  }
}
