import Pitch
import Ports
import Training

/// The settings that practice uses, each in the format of the settings file.
public struct RecordedSettings: Hashable, Sendable {
  private var words: [SettingKey: String] = [:]

  /// The settings of practice, and the period requested from the sound server, if any.
  init(_ practice: PracticeSettings, period: Int? = nil) {
    for key in SettingKey.allCases where key.row.isPractised { words[key] = practice.settings.text(of: key) }
    words[.period] = period.map { "\($0)" }
  }

  /// Returns the settings, all others at their defaults; nil if one of them is invalid. `scale` is the file of a tuning
  /// that has one.
  func settings(scale: RecordedScale?) -> Settings? {
    var settings = Settings()
    guard settings.set(all: words.map { (key: $0.key, text: $0.value) }).isEmpty else { return nil }
    guard scale != nil || settings.scale != nil else { return settings }
    guard let tuning = scale?.tuning(name: settings.tuning.text) else { return nil }
    settings.training.tuning = tuning
    return settings
  }
}

extension RecordedScale {
  /// Returns the tuning in the file; nil if there is none.
  fileprivate func tuning(name: String) -> Tuning? {
    guard let scale = try? ScalaScale(Array(scale.utf8)) else { return nil }
    var map: ScalaKeyboardMap?
    if let mapping {
      guard let read = try? ScalaKeyboardMap(Array(mapping.utf8)) else { return nil }
      map = read
    }
    return try? Tuning(name: name, scale: scale, map: map)
  }
}

extension RecordedSettings: Codable {
  private struct Key: CodingKey {
    var stringValue: String
    var intValue: Int? { nil }

    init(_ key: SettingKey) { stringValue = key.rawValue }
    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
  }

  /// A value, which up to format 6 was a JSON number, boolean or array.
  private struct Word: Decodable {
    let text: String

    init(from decoder: any Decoder) throws {
      if var list = try? decoder.unkeyedContainer() {
        var texts: [String] = []
        while !list.isAtEnd { texts.append(try list.decode(String.self)) }
        text = texts.joined(separator: ", ")
        return
      }
      let value = try decoder.singleValueContainer()
      if let word = try? value.decode(String.self) {
        text = word
      } else if let isOn = try? value.decode(Bool.self) {
        text = isOn ? SettingText.on : SettingText.off
      } else {
        text = SettingText.digits(of: try value.decode(Double.self))
      }
    }
  }

  /// Reads the settings. Missing ones have their defaults.
  /// - Throws: `DecodingError` with the key of an invalid value.
  public init(from decoder: any Decoder) throws {
    let line = try decoder.container(keyedBy: Key.self)
    for key in SettingKey.allCases { words[key] = try line.decodeIfPresent(Word.self, forKey: Key(key))?.text }
    // The oldest recordings always had it on.
    words[.hearAgain] = words[.hearAgain] ?? SettingText.on
  }

  /// Writes the settings.
  public func encode(to encoder: any Encoder) throws {
    var line = encoder.container(keyedBy: Key.self)
    for (key, word) in words { try line.encode(word, forKey: Key(key)) }
  }
}
