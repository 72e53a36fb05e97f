/// A way to tune: what keys sound at and how far apart they are. A new tuning is a new type of this protocol, wrapped in
/// a `Tuning`; nothing that trains has to know it.
///
/// A tuning may have no pitch for a key, or none for an interval from some key. What it does have is in tune with itself:
/// sizes do not depend on the concert pitch.
public protocol TuningSystem: Hashable, Sendable {
  /// The tuning's name in records and files: the word of the setting, or a file's name.
  var name: String { get }

  /// What `note` sounds at as a reference; nil if the key has no pitch. Left out, it is the key of the equal-tempered
  /// keyboard.
  func reference(_ note: Note, concertPitch: ConcertPitch) -> Hertz?

  /// The signed size of `interval` from the sounding `reference`; nil if there is none: either end has no pitch, or they
  /// lie more than `Tuning.largestInterval` apart.
  func size(of interval: DirectedInterval, from reference: Note) -> Cents?
}

extension TuningSystem {
  /// The key of the equal-tempered keyboard: A4 is the concert pitch.
  public func reference(_ note: Note, concertPitch: ConcertPitch) -> Hertz? {
    concertPitch.equallyTempered(note)
  }
}

extension ConcertPitch {
  /// `note` on the equal-tempered keyboard whose A4 is this.
  func equallyTempered(_ note: Note) -> Hertz {
    let concertA = 69
    return hertz.transposed(by: Cents(Double(note.number - concertA) * Cents.perSemitone))
  }
}
