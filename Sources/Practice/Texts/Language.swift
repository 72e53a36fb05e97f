import Ports

/// A language of Peach. The raw value is its code and the name of its catalogue, as in `Sources/Web/text/en.text`.
public enum Language: String, CaseIterable, Sendable {
  case english = "en"
  case german = "de"

  /// The rule for numbers.
  var rule: LanguageRule {
    switch self {
    case .english: .singularForOne(decimalMark: ".")
    case .german: .singularForOne(decimalMark: ",")
    }
  }

  /// The language's name in the language itself, from its own catalogue: `Deutsch`.
  public var name: String { Self.names[self] ?? rawValue }

  private static let names = Dictionary(
    uniqueKeysWithValues: allCases.map { ($0, CatalogueFile(embedded: $0).texts[TextKey.languageName.rawValue]) }
  ).compactMapValues(\.self)

  /// Returns the language to use: the command line's, else the setting's, else the environment's.
  ///
  /// The first of `LC_ALL`, `LC_MESSAGES` and `LANG` that is not empty counts, as POSIX specifies (XBD 8.2).
  public static func choose(
    option: Language? = nil, setting: Settings.LanguageChoice = .locale, environment: [String: String]
  ) -> Language {
    if let chosen = option ?? Language(rawValue: setting.rawValue) { return chosen }
    let locale = ["LC_ALL", "LC_MESSAGES", "LANG"].lazy.compactMap { environment[$0] }.first { !$0.isEmpty } ?? ""
    let code = locale.prefix { $0 != "_" && $0 != "." && $0 != "@" && $0 != "-" }
    return Language(rawValue: code.lowercased()) ?? .english
  }
}
