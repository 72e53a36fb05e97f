import Pictures
import Pitch
import PlainText
import Ports

/// The texts of pages.
extension Catalogue {
  /// Returns a setting's name, as next to its control.
  public func label(of key: SettingKey) -> String { text(Self.key(of: key), [:]) }

  /// Returns the label of a `word` that `key` accepts in the settings file: `Automatic` for `auto`.
  public func label(of word: String, for key: SettingKey) -> String {
    if key == .language, let language = Language(rawValue: word) { return language.name }
    return sentence(text(Self.key(of: word, for: key), [:]))
  }

  /// Returns the explanation below a setting's control; empty if label and value are enough.
  public func pageAbout(_ key: SettingKey) -> String {
    switch key {
    case .noteDuration, .noteGap, .level, .intervals, .countdown, .language: ""
    case .equalLoudness: about(key)
    default: text(Self.aboutKey(of: key), [:])
    }
  }

  static func aboutKey(of key: SettingKey) -> String { "\(Self.key(of: key)).about" }

  /// Returns `text`, a value of `key` as in the settings file, in the format of pages: `C2`, `1.0 s`, `Automatic`.
  public func shown(_ text: String, of key: SettingKey) -> String {
    if key.words.contains(text) { return label(of: text, for: key) }
    switch key.kind {
    case .intervals:
      return text.split(separator: ",").map { part in
        let word = String(part.drop { $0 == " " })
        return DirectedInterval(word).map(name) ?? word
      }.joined(separator: ", ")
    case .list:
      return text.split(separator: ",").map { label(of: String($0.drop { $0 == " " }), for: key) }.joined(
        separator: ", ")
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
    case .beats: return self(.unitBeats, ["value": number])
    case .seconds, .hertz, .decibels: return "\(number) \(key.unit?.rawValue ?? "")"
    case nil: return number
    }
  }

  /// Returns a number with the decimals of its steps, and a true minus.
  private func number(_ value: Double, step: Double) -> String {
    let places = step >= 1 ? 0 : step >= 0.1 ? 1 : 2
    // A value set in the file may be finer than the steps.
    let exact = (0...3).first { (value * [1, 10, 100, 1000][$0]).rounded() == value * [1, 10, 100, 1000][$0] } ?? 3
    return decimals(value, places: max(places, exact)).replacing("-", with: "\u{2212}")
  }

  /// The texts that a page itself uses, by key: its own words, the modes, the words of feedback, and the words for
  /// times.
  public var pageTexts: [String: String] {
    texts(beginningWith: ["page.", "mode.", "feedback.", "timer.hours.", "timer.minutes.", "timer.seconds."])
      .filter { !$0.key.hasPrefix("page.server.") && !$0.key.hasPrefix("page.setting.") }
  }

  static func key(of key: SettingKey) -> String { "page.setting.\(key.rawValue)" }

  /// Returns a label's key. Words that mean the same everywhere share one label, pictures and both notes the names of
  /// timbres, and chords and temperaments the names of tunings.
  static func key(of word: String, for key: SettingKey) -> String {
    if ["auto", "off", "on"].contains(word) { return "page.setting.word.\(word)" }
    if let timbre = Timbre(rawValue: word), [.timbre, .timbreOfSecond].contains(key) {
      return "picture.\(PictureWord(timbre).rawValue)"
    }
    let owner = SettingKey.tunings.contains(key) && SettingKey.tuning.words.contains(word) ? .tuning : key
    return "page.setting.\(owner.rawValue).\(word)"
  }
}
