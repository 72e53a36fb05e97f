/// How notes and intervals become frequencies.
///
/// References always lie on the equal-tempered keyboard of the concert pitch. The correct pitch of an interval is
/// measured *from the reference that sounds*, by this tuning's size for the interval: a pure fifth is 3:2 from every
/// key. (A scale rooted on one note, which the original used, gets most of its intervals wrong by up to 41 cents.)
public struct Tuning: Hashable, Sendable {
  /// The tuning's name in settings, records and files: `equal`.
  public let name: String
  /// The sizes of the intervals of 0…12 semitones.
  private let sizes: [Cents]

  /// A tuning whose interval of n semitones has `sizes[n]`; nil unless there are 13 of them and the prime is 0.
  init?(name: String, sizes: [Cents]) {
    guard sizes.count == 13, sizes[0] == .zero else { return nil }
    self.name = name
    self.sizes = sizes
  }

  private init(equallyTempered name: String) {
    self.name = name
    sizes = (0...12).map { Cents(Double($0) * Cents.perSemitone) }
  }

  /// Twelve equal semitones of 100 cents.
  public static let equal = Tuning(equallyTempered: "equal")
  /// All tunings that can be chosen by name.
  public static let all = [equal]

  /// The tuning of this name, or nil if there is none.
  public static func named(_ name: String) -> Tuning? { all.first { $0.name == name } }

  /// The signed size of `interval`: a downward one is the upward one with its sign changed.
  public func size(of interval: DirectedInterval) -> Cents {
    let size = sizes[abs(interval.semitones)]
    return interval.semitones < 0 ? -size : size
  }

  /// What `note` sounds at as a reference.
  public func reference(_ note: Note, concertPitch: ConcertPitch) -> Hertz {
    let concertA = 69
    return concertPitch.hertz.transposed(by: Cents(Double(note.number - concertA) * Cents.perSemitone))
  }

  /// What lies `interval` from the sounding `reference`, detuned by `offset`.
  public func target(from reference: Hertz, interval: DirectedInterval, offset: Cents = .zero) -> Hertz {
    reference.transposed(by: size(of: interval) + offset)
  }
}
