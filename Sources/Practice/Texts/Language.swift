import Ports

/// A language Peach speaks.
public enum Language: String, CaseIterable, Sendable {
  case english = "en"
  case german = "de"

  /// The language to speak: the command line's, else the setting's, else the environment's.
  ///
  /// Of `LC_ALL`, `LC_MESSAGES` and `LANG` the first that is not empty counts, as POSIX has it (XBD 8.2).
  public static func choose(
    option: Language? = nil, setting: Settings.LanguageChoice = .locale, environment: [String: String]
  ) -> Language {
    if let option { return option }
    switch setting {
    case .english: return .english
    case .german: return .german
    case .locale: break
    }
    let locale = ["LC_ALL", "LC_MESSAGES", "LANG"].lazy.compactMap { environment[$0] }.first { !$0.isEmpty } ?? ""
    let code = locale.prefix { $0 != "_" && $0 != "." && $0 != "@" && $0 != "-" }
    return Language(rawValue: code.lowercased()) ?? .english
  }
}
