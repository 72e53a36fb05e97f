/// A scale on the keys of a keyboard mapping: keys and their frequencies are the file's, and an interval is what lies
/// between its two keys. The concert pitch does not move it.
struct MappedScale: TuningSystem {
  /// Frequencies in Hz a key may have, those of MIDI notes and a little more; one beyond has no pitch.
  static let frequencies = 8.0...16_000.0

  let name: String
  /// The frequency of the key that the mapping names.
  private let frequency: Hertz
  /// How far the keys 0…127 lie from that one; nil for a key without a pitch.
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
