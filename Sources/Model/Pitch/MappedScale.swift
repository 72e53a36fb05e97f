/// A scale on the keys of a keyboard map: the file defines keys and frequencies, and an interval is the distance
/// between its two keys. Independent of the concert pitch.
struct MappedScale: TuningSystem {
  /// The frequencies in Hz that keys may have: those of MIDI notes and slightly more. A key outside has no pitch.
  static let frequencies = 8.0...16_000.0

  let name: String
  let followsConcertPitch = false
  /// The frequency of the map's reference key.
  private let frequency: Hertz
  /// The distances of keys 0…127 from the reference key; nil for a key without a pitch.
  private let pitches: [Cents?]

  init(name: String, scale: ScalaScale, map: ScalaKeyboardMap) {
    self.name = name
    frequency = map.frequency
    let base = map.pitch(of: map.reference, in: scale)
    pitches = (0...127).map { key in
      guard map.keys.contains(key), let base, let pitch = map.pitch(of: key, in: scale) else { return nil }
      let distance = pitch - base
      return Self.frequencies.contains(map.frequency.transposed(by: distance).value) ? distance : nil
    }
  }

  func reference(_ note: Note, concertPitch: ConcertPitch) -> Hertz? {
    pitches[note.number].map(frequency.transposed)
  }

  func size(of interval: DirectedInterval, from reference: Note) -> Cents? {
    guard let target = reference.transposed(by: interval), let start = pitches[reference.number],
      let end = pitches[target.number], Tuning.reaches(end - start)
    else { return nil }
    return end - start
  }
}
