/// The names of the twelve notes of an octave in a language. Any thread.
public struct NoteNames: Hashable, Sendable {
  /// The twelve names from C upwards.
  private let names: [String]

  /// The names in files and options in every language: with sharps, B above A sharp.
  public static let english = NoteNames(names: ["C", "C#", "D", "D#", "E", "F", "F#", "G", "G#", "A", "A#", "B"])

  private init(names: [String]) { self.names = names }

  /// Creates names from twelve words from C upwards, separated by spaces; nil for any other number.
  public init?(_ text: String) {
    names = text.split(separator: " ").map(String.init)
    guard names.count == 12 else { return nil }
  }

  /// Returns the name of `note` with its scientific octave, which is 4 from middle C to the key below the next C.
  public func callAsFunction(_ note: Note) -> String { names[note.number % 12] + "\(note.number / 12 - 1)" }

  /// Returns the English name of a note with a German name: `B3` for H3, `C#4` for Cis4, `Eb2` for Es2; nil for
  /// anything else. A plain B is ambiguous: in German it means the flat.
  public static func english(ofGerman name: String) -> String? {
    guard let match = name.lowercased().wholeMatch(of: #/([a-h])(is|es|s)?(-?[0-9])/#) else { return nil }
    let step = match.1 == "h" ? "B" : match.1.uppercased()
    switch match.2 {
    case nil: return match.1 == "h" ? "\(step)\(match.3)" : nil
    case "is": return "\(step)#\(match.3)"
    case "s" where match.1 != "a" && match.1 != "e": return nil
    default: return "\(step)b\(match.3)"
    }
  }
}
