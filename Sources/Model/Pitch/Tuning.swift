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

  /// Whether its references move with the concert pitch: those of a keyboard map do not.
  public var followsConcertPitch: Bool { system.followsConcertPitch }

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

extension Tuning {
  /// The sizes around 1200 cents accepted as an octave without a keyboard map. With other sizes 12 degrees are not a
  /// keyboard's octave, and interval names would mislead.
  public static let octaves = Cents(1_150)...Cents(1_250)

  /// Creates the tuning `name` from a Scala scale.
  ///
  /// With a keyboard `map`, the map defines keys and frequencies, and intervals are between its keys. Without one,
  /// degrees count from the sounding reference: degree n is the interval of n semitones from every key, references are
  /// on the equal-tempered keyboard, and a downward interval is the upward one with its sign changed. That requires 12
  /// degrees to an octave, pure or stretched.
  public init(name: String, scale: ScalaScale, map: ScalaKeyboardMap? = nil) throws(ScalaProblem) {
    guard let period = scale.degrees.last else { throw ScalaProblem(reason: .noDegrees) }
    if let map {
      self.init(MappedScale(name: name, scale: scale, map: map))
      return
    }
    guard scale.degrees.count == 12 else { throw ScalaProblem(reason: .needsMapping(count: scale.degrees.count)) }
    guard Self.octaves.contains(period) else { throw ScalaProblem(reason: .notAnOctave(period)) }
    self.init(IntervalTable(name: name, above: scale.degrees))
  }
}
