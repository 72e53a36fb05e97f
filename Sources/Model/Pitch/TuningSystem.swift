/// A tuning: the frequencies of keys and the sizes of intervals. To add a tuning, conform a new type to this protocol
/// and wrap it in a `Tuning`; training needs no change.
///
/// A tuning may lack a pitch for a key, or an interval from some key. Sizes do not depend on the concert pitch, so the
/// tuning stays consistent with itself.
public protocol TuningSystem: Hashable, Sendable {
  /// The tuning's name in records and files: the word of the setting, or a file's name.
  var name: String { get }

  /// Whether its references move with the concert pitch. By default, they do.
  var followsConcertPitch: Bool { get }

  /// Returns the frequency of `note` as a reference; nil if the key has no pitch. By default, the key of the
  /// equal-tempered keyboard.
  func reference(_ note: Note, concertPitch: ConcertPitch) -> Hertz?

  /// Returns the signed size of `interval` from the sounding `reference`; nil if either end has no pitch, or they lie
  /// more than `Tuning.largestInterval` apart.
  func size(of interval: DirectedInterval, from reference: Note) -> Cents?
}

extension TuningSystem {
  /// True: references are on the keyboard of the concert pitch.
  public var followsConcertPitch: Bool { true }

  /// Returns the frequency of `note` on the equal-tempered keyboard, whose A4 is the concert pitch.
  public func reference(_ note: Note, concertPitch: ConcertPitch) -> Hertz? {
    concertPitch.equallyTempered(note)
  }
}

extension ConcertPitch {
  /// Returns `note` on the equal-tempered keyboard with this A4.
  func equallyTempered(_ note: Note) -> Hertz {
    let concertA = 69
    return hertz.transposed(by: Cents(Double(note.number - concertA) * Cents.perSemitone))
  }
}
