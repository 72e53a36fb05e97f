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

  /// Returns the settings, all others at their defaults; nil if one of them is invalid. `scales` are the files of
  /// tunings and orders, by the names of their settings.
  func settings(scales: [String: RecordedScale]?) -> Settings? {
    var settings = Settings()
    guard settings.set(all: words.map { (key: $0.key, text: $0.value) }).isEmpty else { return nil }
    for key in SettingKey.files {
      guard case .file(let name) = settings[key] else { continue }
      guard let content = scales?[key.rawValue]?.content(of: key, name: name) else { return nil }
      settings.load(content, for: key)
    }
    return settings
  }
}

extension RecordedScale {
  /// Returns the tuning or order in the file; nil if it has none.
  fileprivate func content(of key: SettingKey, name: String) -> TuningChoice? {
    if key == .temperamentOrder {
      return (try? TemperamentOrder(name: name, Array(scale.utf8))).map { .order($0) }
    }
    guard let scale = try? ScalaScale(Array(scale.utf8)) else { return nil }
    var map: ScalaKeyboardMap?
    if let mapping {
      guard let read = try? ScalaKeyboardMap(Array(mapping.utf8)) else { return nil }
      map = read
    }
    return (try? key.tuning(name, scale, map)).map { .named($0) }
  }
}

extension RecordedSettings: Codable {
  /// Reads the settings. Missing ones have their defaults.
  /// - Throws: `DecodingError` with the key of a value that is not a text.
  public init(from decoder: any Decoder) throws {
    for (name, text) in try decoder.singleValueContainer().decode([String: String].self) {
      if let key = SettingKey(rawValue: name) { words[key] = text }
    }
  }

  /// Writes the settings.
  public func encode(to encoder: any Encoder) throws {
    var line = encoder.singleValueContainer()
    try line.encode(Dictionary(uniqueKeysWithValues: words.map { ($0.key.rawValue, $0.value) }))
  }
}
