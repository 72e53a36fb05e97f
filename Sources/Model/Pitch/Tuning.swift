/// How notes and intervals become frequencies: a value around one `TuningSystem`, whichever that is.
///
/// The correct pitch of an interval is measured *from the reference that sounds*. Where a tuning has no keyboard of its
/// own (all but Scala scales with a keyboard mapping), references lie on the equal-tempered keyboard of the concert pitch
/// and an interval has the same size from every key: a pure fifth is 3:2 everywhere. (A scale rooted on one note, which
/// the original used, gets most of its intervals wrong by up to 41 cents.)
public struct Tuning: Sendable {
  /// The largest distance practice asks for, two octaves: with it the highest target stays below 20 kHz.
  public static let largestInterval = Cents(2 * Cents.perOctave)

  /// Whether an interval of this size is small enough to be asked. Sizes are sums of degrees, so two octaves may come out
  /// as a hair more.
  static func reaches(_ size: Cents) -> Bool { size.magnitude.value <= largestInterval.value + 1e-6 }

  private let system: any TuningSystem

  /// The tuning that is `system`'s.
  public init(_ system: some TuningSystem) { self.system = system }

  /// Its name in settings, records and files: `equal`, or the name of a Scala file.
  public var name: String { system.name }

  /// Whether `interval` can be asked from `reference`: both ends are MIDI notes and have a pitch. The prime asks whether
  /// the key itself has one.
  public func has(_ interval: DirectedInterval, from reference: Note) -> Bool {
    reference.transposed(by: interval) != nil && system.size(of: interval, from: reference) != nil
  }

  /// The signed size of `interval` from the sounding `reference`. Where the tuning does not have it (see
  /// `has(_:from:)`), the size in equal temperament.
  public func size(of interval: DirectedInterval, from reference: Note) -> Cents {
    system.size(of: interval, from: reference) ?? Cents(Double(interval.semitones) * Cents.perSemitone)
  }

  /// What `note` sounds at as a reference. A key without a pitch sounds as on the equal-tempered keyboard; practice never
  /// asks for one.
  public func reference(_ note: Note, concertPitch: ConcertPitch) -> Hertz {
    system.reference(note, concertPitch: concertPitch) ?? concertPitch.equallyTempered(note)
  }

  /// What lies `interval` from the reference `note`, which sounds at `hertz`, detuned by `offset`.
  public func target(
    from note: Note, at hertz: Hertz, interval: DirectedInterval, offset: Cents = .zero
  ) -> Hertz {
    hertz.transposed(by: size(of: interval, from: note) + offset)
  }
}

extension Tuning: Hashable {
  /// Equal if both are the same system with the same values.
  public static func == (left: Tuning, right: Tuning) -> Bool {
    AnyHashable(left.system) == AnyHashable(right.system)
  }

  /// The system's own.
  public func hash(into hasher: inout Hasher) { system.hash(into: &hasher) }
}
