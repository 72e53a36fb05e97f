import Pitch
import PlainText
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

  /// What there is to say of a setting below its control, where its label and its value stand; empty where they say all.
  public func pageAbout(_ key: SettingKey) -> String {
    switch key {
    case .noteDuration, .noteGap, .level, .intervals, .countdown, .language: ""
    case .speech, .equalLoudness, .period: about(key)
    default: text(Self.aboutKey(of: key), [:])
    }
  }

  static func aboutKey(of key: SettingKey) -> String { "\(Self.key(of: key)).about" }

  /// `text`, a value of `key` in the words of the settings file, as it stands on a page: `C2`, `1.0 s`, `Automatic`.
  public func shown(_ text: String, of key: SettingKey) -> String {
    if key.words.contains(text) { return label(of: text, for: key) }
    switch key.kind {
    case .intervals:
      return text.split(separator: ",").map { part in
        let word = String(part.drop { $0 == " " })
        return DirectedInterval(word).map(name) ?? word
      }.joined(separator: ", ")
    case .wordOrScale, .choice, .autoOrName, .onOff:
      return CleanText.line(String(text.split(separator: "/").last ?? ""))
    case .integer, .number, .autoOrInteger, .offOrNumber: break
    }
    guard let value = Double(text) else { return text }
    if key == .targetSuccess {
      return self(.unitPercent, ["value": number(value * 100, step: 1)])
    }
    let number = number(value, step: key.row.step)
    switch key.unit {
    case .note: return Int(exactly: value).map(name(ofNote:)) ?? number
    case .cents: return self(.unitCents, ["value": number])
    case .frames: return self(.unitFrames, ["value": number])
    case .seconds, .hertz, .decibels: return "\(number) \(key.unit?.rawValue ?? "")"
    case nil: return number
    }
  }

  /// A number with as many decimals as its steps have, and a true minus.
  private func number(_ value: Double, step: Double) -> String {
    let places = step >= 1 ? 0 : step >= 0.1 ? 1 : 2
    // A value that was set by hand may be finer than the steps.
    let exact = (0...3).first { (value * [1, 10, 100, 1000][$0]).rounded() == value * [1, 10, 100, 1000][$0] } ?? 3
    return decimals(value, places: max(places, exact)).replacing("-", with: "\u{2212}")
  }

  /// The texts a page itself needs, by their keys: its own words, the modes, the words of feedback, and those that make
  /// times of numbers.
  public var pageTexts: [String: String] {
    texts(beginningWith: ["page.", "mode.", "feedback.", "timer.hours.", "timer.minutes.", "timer.seconds."])
      .filter { !$0.key.hasPrefix("page.server.") && !$0.key.hasPrefix("page.setting.") }
  }

  static func key(of key: SettingKey) -> String { "page.setting.\(key.rawValue)" }

  /// Words that mean the same everywhere have one label.
  static func key(of word: String, for key: SettingKey) -> String {
    ["auto", "off", "on"].contains(word) ? "page.setting.word.\(word)" : "page.setting.\(key.rawValue).\(word)"
  }
}
