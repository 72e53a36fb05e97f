/// Why a Scala file (`.scl` or `.kbm`) cannot be used. Texts are in the catalogues.
public struct ScalaProblem: Error, Hashable, Sendable {
  /// Counted from 1; nil where the whole file is meant. Where something is missing it is the file's last line.
  public var line: Int?
  /// What is wrong.
  public var reason: Reason

  /// What is wrong. `text` is what stands in the line, with the blanks at its ends.
  public enum Reason: Hashable, Sendable {
    /// It has more bytes than any scale needs.
    case tooLarge(limit: Int)

    // Scales.
    /// It ends before the number of degrees.
    case noCount
    /// The number of degrees is expected, a whole number from 0.
    case badCount(text: String)
    /// It ends before all announced degrees were there.
    case missingDegrees(expected: Int, found: Int)
    /// Neither cents with a point nor a ratio nor a whole number.
    case notAPitch(text: String)
    /// A ratio with a negative number or a zero.
    case notPositive(text: String)
    /// Farther than `limit` cents from the first note.
    case tooFar(text: String, limit: Int)
    /// It has no degree but the first note.
    case noDegrees
    /// There is no keyboard mapping, and `count` degrees do not fit 12 keys.
    case needsMapping(count: Int)
    /// There is no keyboard mapping, and the last degree is not an octave above the first note.
    case notAnOctave(Cents)

    // Keyboard mappings.
    /// It ends before this.
    case missing(Field)
    /// Not a number within the field's range.
    case badNumber(Field, text: String)
    /// The last note to be tuned lies below the first.
    case lastBelowFirst
    /// Neither a degree nor `x`.
    case badEntry(text: String)
    /// The key whose frequency is given has no degree.
    case unmappedReference(Int)
  }

  /// The numbers at the head of a keyboard mapping, in their order.
  public enum Field: String, Sendable, CaseIterable {
    /// How many keys the mapping's pattern has; 0 maps key by key.
    case mapSize = "map-size"
    /// The lowest MIDI note that is tuned.
    case firstNote = "first-note"
    /// The highest MIDI note that is tuned.
    case lastNote = "last-note"
    /// The MIDI note of the pattern's first entry.
    case middleNote = "middle-note"
    /// The MIDI note whose frequency is given.
    case referenceNote = "reference-note"
    /// That frequency, in Hz.
    case frequency
    /// How many degrees one pattern lies above the one before; 0 is as many as the scale has.
    case octaveDegree = "octave-degree"

    /// What it may be.
    public var range: ClosedRange<Int> {
      switch self {
      case .mapSize: 0...1_024
      case .firstNote, .lastNote, .middleNote, .referenceNote: 0...127
      case .frequency: 1...20_000
      case .octaveDegree: ScalaKeyboardMap.degrees
      }
    }
  }
}
