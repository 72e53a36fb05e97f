import Glibc

extension Tuning {
  /// Twelve equal semitones of 100 cents.
  public static let equal = Tuning(
    IntervalTable(name: "equal", above: (1...12).map { Cents(Double($0) * Cents.perSemitone) }))

  /// 5-limit just intonation: 16:15, 9:8, 6:5, 5:4, 4:3, 45:32, 3:2, 8:5, 5:3, 9:5, 15:8, 2:1. The tritone and the
  /// minor seventh follow the original (its `d5` is the augmented fourth 45:32; 64:45 and 16:9 are alternatives).
  public static let just = Tuning(
    IntervalTable(
      name: "just",
      above: [
        (16, 15), (9, 8), (6, 5), (5, 4), (4, 3), (45, 32), (3, 2), (8, 5), (5, 3), (9, 5), (15, 8), (2, 1),
      ].map { Cents(from: Hertz($1), to: Hertz($0)) }))

  /// Stacked pure fifths of 3:2: each interval at its own place in the chain, so the diminished fifth is 1024:729.
  public static let pythagorean = Tuning(
    IntervalTable(name: "pythagorean", above: chain(ofFifths: Cents(from: Hertz(2), to: Hertz(3)))))

  /// Quarter-comma meantone: stacked fifths of the fourth root of 5, so that the major third is a pure 5:4.
  public static let meantone = Tuning(
    IntervalTable(name: "meantone", above: chain(ofFifths: Cents(Cents.perOctave * log2(5) / 4))))

  /// All tunings with a name in the settings.
  public static let all = [equal, just, pythagorean, meantone]

  /// Returns the tuning with this name, or nil if it is unknown.
  public static func named(_ name: String) -> Tuning? { all.first { $0.name == name } }

  /// The number of fifths up (octaves removed) that lead to the intervals of 1…12 semitones, named as in
  /// `DirectedInterval`: a minor second is five fifths down, a diminished fifth six.
  private static let fifths = [-5, 2, -3, 4, -1, -6, 1, -4, 3, -2, 5]

  /// Returns the intervals of 1…12 semitones as stacks of `fifth`, reduced to within the octave.
  private static func chain(ofFifths fifth: Cents) -> [Cents] {
    fifths.map { count in
      let stacked = Double(count) * fifth.value
      return Cents(stacked - Cents.perOctave * (stacked / Cents.perOctave).rounded(.down))
    } + [Cents(Cents.perOctave)]
  }
}
