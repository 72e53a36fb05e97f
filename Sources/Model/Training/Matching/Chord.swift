import Pitch

/// A chord of two or three notes that sound together, one of which is tuned: the bass, the tuned note, and in chords of
/// three a companion, which is held with the bass. The raw values are the words in settings and records.
///
/// The tuned notes are different intervals above the bass, so that an interval's name says which chord
/// comes next.
public enum Chord: String, CaseIterable, Sendable {
  /// A minor triad whose third is tuned.
  case minorThird = "minor-third"
  /// A major triad whose third is tuned.
  case majorThird = "major-third"
  /// A perfect fourth over the bass.
  case fourth
  /// A perfect fifth over the bass.
  case fifth
  /// A dominant seventh chord without its fifth, whose seventh is tuned.
  case dominantSeventh = "dominant-seventh"
  /// An octave over the bass.
  case octave

  /// The chord whose tuned note is `interval` above the bass; nil if none is.
  public init?(tuning interval: DirectedInterval) {
    guard let chord = Self.allCases.first(where: { $0.interval == interval }) else { return nil }
    self = chord
  }

  /// The interval from the bass to the tuned note, upward.
  public var interval: DirectedInterval {
    switch self {
    case .minorThird: Self.up(3)
    case .majorThird: Self.up(4)
    case .fourth: Self.up(5)
    case .fifth: Self.up(7)
    case .dominantSeventh: Self.up(10)
    case .octave: Self.up(12)
    }
  }

  /// The interval from the bass to the companion, upward; nil in a chord of two notes.
  public var companion: DirectedInterval? {
    switch self {
    case .minorThird, .majorThird: Self.up(7)
    case .dominantSeventh: Self.up(4)
    case .fourth, .fifth, .octave: nil
    }
  }

  /// The place among all, from 0: the smaller interval first.
  public var place: Int { Self.allCases.firstIndex(of: self) ?? 0 }

  private static func up(_ semitones: Int) -> DirectedInterval { DirectedInterval(semitones: semitones) ?? .prime }
}

extension MatchingExercise {
  /// The lowest partials of reference and tuned note that nearly coincide, the loudest to beat: in a chord those near
  /// the interval to tune, in a temperament those of the interval's kind, however far it is from pure (a wolf is still
  /// a fifth). Nil for a pair of notes, and if a timbre lacks its partial or no pair is near.
  public var beatingPartials: BeatingPartials? {
    guard mode.playsTogether else { return nil }
    let size =
      mode == .chords
      ? Cents(from: referenceHertz, to: targetHertz) : Cents(Double(interval.semitones) * Cents.perSemitone)
    guard let partials = BeatingPartials(near: size.magnitude), timbre(lower: true).hasPartial(partials.lower),
      timbre(lower: false).hasPartial(partials.upper)
    else { return nil }
    return partials
  }

  private var isDownward: Bool { interval.semitones < 0 }
  private func timbre(lower: Bool) -> Timbre { lower == isDownward ? timbres.second : timbres.first }

  /// Returns the beats per second between those partials with the tuned note at `hertz`, rounded to 10⁻⁹: positive if
  /// the interval is wider than pure. Nil without such partials.
  public func beats(at hertz: Hertz) -> Double? {
    beatingPartials.map { partials in
      let (lower, upper) = isDownward ? (hertz, referenceHertz) : (referenceHertz, hertz)
      let rate = (partials.rate(lower: lower, upper: upper) * 1e9).rounded() / 1e9
      return rate == 0 ? 0 : rate
    }
  }

  /// The beats per second at the correct pitch: 0 in a pure interval, other rates in a tempered one.
  public var targetBeats: Double? { beats(at: targetHertz) }
}
