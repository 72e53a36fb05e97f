import Ports

/// What pages say.
extension Catalogue {
  /// A setting's name, as it stands beside its control.
  public func label(of key: SettingKey) -> String { text(Self.key(of: key), [:]) }

  /// What stands on a page for a `word` of the settings file that `key` may be: `Automatic` for `auto`.
  public func label(of word: String, for key: SettingKey) -> String {
    if key == .language, let language = Language(rawValue: word) { return language.name }
    return text(Self.key(of: word, for: key), [:])
  }

  /// The texts a page itself needs, by their keys: its own words, the modes, the words of feedback, and those that make
  /// times of numbers.
  public var pageTexts: [String: String] {
    texts(beginningWith: ["page.", "mode.", "feedback.", "timer.hours.", "timer.minutes.", "timer.seconds."])
      .filter { !$0.key.hasPrefix("page.server.") && !$0.key.hasPrefix("page.setting.") }
  }

  /// The keys of all labels of settings and their words.
  public static var settingLabelKeys: Set<String> {
    Set(
      SettingKey.allCases.flatMap { key in
        // Languages name themselves.
        [Self.key(of: key)]
          + key.words.filter { key != .language || Language(rawValue: $0) == nil }.map { Self.key(of: $0, for: key) }
      })
  }

  private static func key(of key: SettingKey) -> String { "page.setting.\(key.rawValue)" }

  /// Words that mean the same everywhere have one label.
  private static func key(of word: String, for key: SettingKey) -> String {
    ["auto", "off", "on"].contains(word) ? "page.setting.word.\(word)" : "page.setting.\(key.rawValue).\(word)"
  }
}
