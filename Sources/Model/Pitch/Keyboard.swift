/// A temperament: a pitch for each of the twelve keys of an octave, so that the size of an interval depends on its
/// keys. A4 is the concert pitch.
struct Keyboard: TuningSystem {
  let name: String
  /// The distances of C…B from C.
  private let keys: [Cents]
  /// The distance from each key to the one an octave above.
  private let octave: Cents

  /// Creates the keyboard of `scale`, whose first note is C: 12 degrees to an octave, pure or stretched.
  fileprivate init(name: String, degrees: [Cents]) {
    self.name = name
    octave = degrees.last ?? Cents(Cents.perOctave)
    keys = [.zero] + degrees.dropLast()
  }

  /// Creates the keyboard tuned by eleven fifths upward from the key `first` semitones above C. Those at the places
  /// `narrow`, counted from 0, are narrower than pure by `size`, the others pure.
  fileprivate init(name: String, from first: Int, narrow: Set<Int>, by size: Cents) {
    var distances = [Double](repeating: 0, count: 12)
    for place in 0..<11 {
      let (key, next) = ((first + 7 * place) % 12, (first + 7 * (place + 1)) % 12)
      distances[next] = distances[key] + Self.pureFifth.value - (narrow.contains(place) ? size.value : 0)
    }
    self.name = name
    octave = Cents(Cents.perOctave)
    keys = distances.map { distance in
      let fromC = distance - distances[0]
      return Cents(fromC - Cents.perOctave * (fromC / Cents.perOctave).rounded(.down))
    }
  }

  func reference(_ note: Note, concertPitch: ConcertPitch) -> Hertz? {
    concertPitch.hertz.transposed(by: pitch(of: note.number) - pitch(of: 69))
  }

  func size(of interval: DirectedInterval, from reference: Note) -> Cents? {
    reference.transposed(by: interval).map { pitch(of: $0.number) - pitch(of: reference.number) }
  }

  /// The distance of a key from MIDI note 0, which is a C.
  private func pitch(of key: Int) -> Cents { Cents(Double(key / 12) * octave.value + keys[key % 12].value) }

  private static let pureFifth = Cents(from: Hertz(2), to: Hertz(3))
  /// Twelve pure fifths less seven octaves.
  private static let pythagoreanComma = 12 * pureFifth.value - 7 * Cents.perOctave
  /// Four pure fifths less two octaves and a pure third.
  private static let syntonicComma =
    4 * pureFifth.value - 2 * Cents.perOctave - Cents(from: Hertz(4), to: Hertz(5)).value

  /// Werckmeister III (1691): C–G–D–A and B–F♯ narrow by a quarter of the Pythagorean comma.
  static let werckmeister3 = Keyboard(
    name: "werckmeister-3", from: 0, narrow: [0, 1, 2, 5], by: Cents(pythagoreanComma / 4))
  /// Vallotti: F–C–G–D–A–E–B narrow by a sixth of the Pythagorean comma.
  static let vallotti = Keyboard(name: "vallotti", from: 5, narrow: Set(0...5), by: Cents(pythagoreanComma / 6))
  /// Young's second temperament (1799): C–G–D–A–E–B–F♯ narrow by a sixth of the Pythagorean comma.
  static let young = Keyboard(name: "young", from: 0, narrow: Set(0...5), by: Cents(pythagoreanComma / 6))
  /// Quarter-comma meantone: eleven fifths from E♭ to G♯ narrow by a quarter of the syntonic comma.
  static let quarterComma = Keyboard(
    name: "quarter-comma", from: 3, narrow: Set(0...10), by: Cents(syntonicComma / 4))
}

extension Tuning {
  /// The tunings with a name for a whole keyboard: the words of the setting `temperament`.
  public static let temperaments =
    [equal] + [Keyboard.werckmeister3, .vallotti, .young, .quarterComma].map { Tuning($0) }

  /// Creates the temperament `name` from a Scala scale. Without a keyboard `map` the scale's first note is C, as in
  /// Scala, and it must have 12 degrees to an octave, pure or stretched.
  public init(temperament name: String, scale: ScalaScale, map: ScalaKeyboardMap? = nil) throws(ScalaProblem) {
    try self.init(name: name, scale: scale, map: map)
    if map == nil { self.init(Keyboard(name: name, degrees: scale.degrees)) }
  }
}
