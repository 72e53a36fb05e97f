/// The frequencies of notes and intervals: a value that wraps any `TuningSystem`.
///
/// The correct pitch of an interval is measured *from the sounding reference*. In a tuning without its own keyboard
/// (all but Scala scales with a keyboard map), references lie on the equal-tempered keyboard of the concert pitch and
/// an interval has the same size from every key: a pure fifth is 3:2 everywhere. (A scale rooted on one note, which the
/// original used, gets most of its intervals wrong by up to 41 cents.)
public struct Tuning: Sendable {
  /// The largest interval in practice, two octaves: it keeps the highest target below 20 kHz.
  public static let largestInterval = Cents(2 * Cents.perOctave)

  /// Returns whether an interval of this size is small enough to practise. Sizes are sums of degrees, so two octaves
  /// may come out slightly too large.
  static func reaches(_ size: Cents) -> Bool { size.magnitude.value <= largestInterval.value + 1e-6 }

  private let system: any TuningSystem

  /// Creates a tuning that wraps `system`.
  public init(_ system: some TuningSystem) { self.system = system }

  /// The name in settings, records and files: `equal`, or the name of a Scala file.
  public var name: String { system.name }

  /// Returns whether `interval` exists from `reference`: both ends are MIDI notes and have a pitch. For the prime,
  /// whether the key itself has one.
  public func has(_ interval: DirectedInterval, from reference: Note) -> Bool {
    reference.transposed(by: interval) != nil && system.size(of: interval, from: reference) != nil
  }

  /// Returns the signed size of `interval` from the sounding `reference`. If the tuning does not have it (see
  /// `has(_:from:)`), returns the size in equal temperament.
  public func size(of interval: DirectedInterval, from reference: Note) -> Cents {
    system.size(of: interval, from: reference) ?? Cents(Double(interval.semitones) * Cents.perSemitone)
  }

  /// Returns the frequency of `note` as a reference. A key without a pitch sounds as on the equal-tempered keyboard,
  /// but practice never uses one.
  public func reference(_ note: Note, concertPitch: ConcertPitch) -> Hertz {
    system.reference(note, concertPitch: concertPitch) ?? concertPitch.equallyTempered(note)
  }

  /// Returns the pitch `interval` from the reference `note`, which sounds at `hertz`, detuned by `offset`.
  public func target(
    from note: Note, at hertz: Hertz, interval: DirectedInterval, offset: Cents = .zero
  ) -> Hertz {
    hertz.transposed(by: size(of: interval, from: note) + offset)
  }
}

extension Tuning: Hashable {
  /// Equal if both wrap the same system with the same values.
  public static func == (left: Tuning, right: Tuning) -> Bool {
    AnyHashable(left.system) == AnyHashable(right.system)
  }

  /// Hashes the wrapped system.
  public func hash(into hasher: inout Hasher) { system.hash(into: &hasher) }
}
