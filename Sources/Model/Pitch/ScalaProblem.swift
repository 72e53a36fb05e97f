/// The reason a Scala file (`.scl` or `.kbm`) cannot be used. Texts are in the catalogues.
public struct ScalaProblem: Error, Hashable, Sendable {
  /// The line number, counted from 1; nil for the whole file. For missing content, the file's last line.
  public var line: Int?
  /// The kind of problem.
  public var reason: Reason

  /// The kind of problem. `text` is the content of the line, with the blanks at its ends.
  public enum Reason: Hashable, Sendable {
    /// The file is larger than any scale needs.
    case tooLarge(limit: Int)

    // Scales.
    /// The file ends before the number of degrees.
    case noCount
    /// The number of degrees is not a whole number of 0 or more.
    case badCount(text: String)
    /// The file ends before all announced degrees.
    case missingDegrees(expected: Int, found: Int)
    /// The text is neither cents with a point nor a ratio nor a whole number.
    case notAPitch(text: String)
    /// A ratio contains a negative number or a zero.
    case notPositive(text: String)
    /// A degree is more than `limit` cents from the first note.
    case tooFar(text: String, limit: Int)
    /// The scale has no degree but the first note.
    case noDegrees
    /// The scale has no keyboard map, and `count` degrees do not fit 12 keys.
    case needsMapping(count: Int)
    /// The scale has no keyboard map, and the last degree is not an octave above the first note.
    case notAnOctave(Cents)

    // Keyboard mappings.
    /// The file ends before this field.
    case missing(Field)
    /// The text is not a number within the field's range.
    case badNumber(Field, text: String)
    /// The last note to tune lies below the first.
    case lastBelowFirst
    /// The entry is neither a degree nor `x`.
    case badEntry(text: String)
    /// The reference key has no degree.
    case unmappedReference(Int)
  }

  /// The numbers at the head of a keyboard mapping, in file order.
  public enum Field: String, Sendable, CaseIterable {
    /// The number of keys in the mapping's pattern; 0 maps key by key.
    case mapSize = "map-size"
    /// The lowest MIDI note with a tuning.
    case firstNote = "first-note"
    /// The highest MIDI note with a tuning.
    case lastNote = "last-note"
    /// The MIDI note of the pattern's first entry.
    case middleNote = "middle-note"
    /// The reference key's MIDI note.
    case referenceNote = "reference-note"
    /// The reference key's frequency, in Hz.
    case frequency
    /// The number of degrees from one repetition of the pattern to the next; 0 means the size of the scale.
    case octaveDegree = "octave-degree"

    /// The allowed values.
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
