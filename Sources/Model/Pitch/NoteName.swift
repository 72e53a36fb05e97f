extension Note: LosslessStringConvertible {
  private static let naturals: [Character: Int] = ["C": 0, "D": 2, "E": 4, "F": 5, "G": 7, "A": 9, "B": 11]

  /// The scientific name with sharps: `C4` is middle C, `C#4` the key above it, `C-1` the lowest. Used by files and
  /// options in every language; text for the player uses the language's `NoteNames`.
  public var name: String { NoteNames.english(self) }

  /// The note's `name`.
  public var description: String { name }

  /// Creates the note with this name: a letter A–G in either case, at most one accidental (`#`, `♯`, `b`, `♭`), an
  /// octave (`-1`…`9`). Nil for anything else and outside C-1…G9. `Cb4` is B3 and `B#3` is C4.
  public init?(_ description: String) {
    var rest = Substring(description)
    guard let letter = rest.popFirst(), let natural = Self.naturals[Character(letter.uppercased())] else { return nil }
    var accidental = 0
    switch rest.first {
    case "#", "♯": accidental = 1
    case "b", "♭": accidental = -1
    default: break
    }
    if accidental != 0 { rest.removeFirst() }
    guard let octave = Self.octaves[rest] else { return nil }
    self.init((octave + 1) * 12 + natural + accidental)
  }

  /// Octaves by their only accepted spelling, so that `C+4` and `C04` are refused.
  private static let octaves: [Substring: Int] = Dictionary(
    uniqueKeysWithValues: (-1...9).map { (Substring(String($0)), $0) })
}
