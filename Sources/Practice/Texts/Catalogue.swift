import Glibc
import Pitch
import PlainText
import Ports
import Synchronization
import Training

/// All texts of Peach in one language. Values become texts only here. Any thread.
public struct Catalogue: Sendable {
  /// The language of the texts.
  public let language: Language
  /// The names of notes: in German, B natural is H.
  let noteNames: NoteNames
  /// The language's rule for numbers.
  package let rule: LanguageRule
  private let texts: [String: String]

  /// Creates the catalogue of `language`.
  public init(_ language: Language) {
    self.language = language
    rule = language.rule
    texts = Self.embedded(language)
    // The catalogues' test ensures that there are twelve.
    noteNames = texts[TextKey.noteNames.rawValue].flatMap(NoteNames.init) ?? .english
  }

  /// Returns the texts of `language`, which are read once and then shared.
  private static func embedded(_ language: Language) -> [String: String] {
    read.withLock { read in
      if let texts = read[language] { return texts }
      let texts = CatalogueFile(embedded: language).texts
      read[language] = texts
      return texts
    }
  }

  private static let read = Mutex<[Language: [String: String]]>([:])

  /// The words before the command that fixes the reported problem, in every language.
  public static let remedies = Language.allCases.map { "\(Catalogue($0)(.remedy)) " }

  /// Returns the text of `key`, with `{name}` replaced by `values["name"]`.
  public func callAsFunction(_ key: TextKey, _ values: [String: String] = [:]) -> String {
    text(key.rawValue, values)
  }

  /// Returns the text of `key` for `count` things; `{count}` is the number.
  public func callAsFunction(_ key: PluralKey, count: Int, _ values: [String: String] = [:]) -> String {
    text(
      "\(key.rawValue).\(rule.form(of: Double(count)).rawValue)", values.merging(["count": "\(count)"]) { $1 })
  }

  /// Returns the purpose of a setting, in a few words without a full stop.
  public func about(_ key: SettingKey) -> String { text("setting.about.\(key.rawValue)", [:]) }

  /// Returns the name of a note with its octave: `C#4`, `Cis4`.
  public func name(of note: Note) -> String { noteNames(note) }

  /// Returns the name of the note with a MIDI number; the number itself if it is out of range.
  func name(ofNote number: Int) -> String { Note(number).map(name) ?? "\(number)" }

  /// Returns the name of a mode.
  public func name(of mode: Mode) -> String { text("mode.\(mode.rawValue)", [:]) }

  /// Returns all texts whose keys begin with one of `prefixes`.
  func texts(beginningWith prefixes: [String]) -> [String: String] {
    texts.filter { text in prefixes.contains(where: text.key.hasPrefix) }
  }

  /// Returns a number with this language's decimal mark.
  func number(_ value: Double) -> String {
    let text = value == value.rounded() && abs(value) < 1e9 ? "\(Int(value))" : "\(value)"
    return text.replacing(".", with: rule.decimalMark)
  }

  /// Returns the text of `key`, or the key itself if it has none, which the catalogues' test rules out.
  func text(_ key: String, _ values: [String: String]) -> String {
    guard let text = texts[key] else { return key }
    guard !values.isEmpty else { return text }
    // One pass, so that braces inside a value (a port's name) are left as they are.
    var result = ""
    var rest = text[...]
    while let open = rest.firstIndex(of: "{"), let close = rest[open...].firstIndex(of: "}") {
      let name = rest[rest.index(after: open)..<close]
      result.append(contentsOf: rest[..<open])
      result += values[String(name)].map(CleanText.line) ?? String(rest[open...close])
      rest = rest[rest.index(after: close)...]
    }
    return result + rest
  }
}

extension Catalogue {
  /// Returns a number in the format to type: with a decimal point in every language.
  static func typed(_ value: Double) -> String { Int(exactly: value).map(String.init) ?? "\(value)" }

  /// Returns a number with `places` decimals and this language's decimal mark; a dash if it is not finite.
  public func decimals(_ value: Double, places: Int) -> String {
    guard value.isFinite, abs(value) < 1e9 else { return "–" }
    let scale = pow(10, Double(places))
    let units = Int((abs(value) * scale).rounded())
    let digits = String(units)
    let padded = String(repeating: "0", count: max(0, places + 1 - digits.count)) + digits
    let sign = value < 0 && units > 0 ? "-" : ""
    guard places > 0 else { return sign + padded }
    return "\(sign)\(padded.dropLast(places))\(rule.decimalMark)\(padded.suffix(places))"
  }
}
