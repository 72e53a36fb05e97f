/// How the twelve notes of an octave are called in a language. Any thread.
public struct NoteNames: Hashable, Sendable {
  /// From C upwards, twelve.
  private let names: [String]

  /// As files and options have them in every language: with sharps, B above A sharp.
  public static let english = NoteNames(names: ["C", "C#", "D", "D#", "E", "F", "F#", "G", "G#", "A", "A#", "B"])

  private init(names: [String]) { self.names = names }

  /// Twelve names from C upwards with a space between; nil for more or fewer.
  public init?(_ text: String) {
    names = text.split(separator: " ").map(String.init)
    guard names.count == 12 else { return nil }
  }

  /// The name of `note` with its scientific octave, which is 4 from middle C to the key below the next C.
  public func callAsFunction(_ note: Note) -> String { names[note.number % 12] + "\(note.number / 12 - 1)" }

  /// What files call a note that has its German name: `B3` for H3, `C#4` for Cis4, `Eb2` for Es2; nil for all else. That B is the
  /// flat in German cannot be told from the name.
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
