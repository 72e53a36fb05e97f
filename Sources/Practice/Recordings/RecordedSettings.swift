import Pitch
import Ports
import Training

/// The settings that have a say in what practice does, by the names of the settings file.
public struct RecordedSettings: Hashable, Sendable {
  private var values: [SettingKey: RecordedValue] = [:]
  /// The sound server's period, where it was asked for one.
  private(set) var period: Int?

  init(_ settings: PracticeSettings, period: Int? = nil) {
    for key in SettingKey.allCases { values[key] = key.row.recorded?.value(settings) }
    self.period = period
  }

  /// What practice is set to by them; nil if one of them cannot be.
  func practice(
    scale: RecordedScale?, speaks: Bool, speaksIntervals: Bool, expectsVoice: Bool, letters: Bool = true
  ) -> PracticeSettings? {
    var settings = Settings()
    for key in SettingKey.allCases {
      // What an old recording does not have is as it was then.
      guard let recorded = key.row.recorded, let value = values[key] ?? recorded.before else { continue }
      guard recorded.set(value, &settings) else { return nil }
    }
    guard let tuning = tuning(settings.tuning, scale), let training = try? settings.training(scale: tuning) else {
      return nil
    }
    var practice = PracticeSettings(
      settings, training: training, speaks: speaks, speaksIntervals: speaksIntervals, expectsVoice: expectsVoice)
    practice.letters = letters
    return practice
  }

  private func tuning(_ choice: TuningChoice, _ recorded: RecordedScale?) -> Tuning? {
    guard let recorded else { return if case .named(let tuning) = choice { tuning } else { nil } }
    guard let scale = try? ScalaScale(Array(recorded.scale.utf8)) else { return nil }
    var map: ScalaKeyboardMap?
    if let mapping = recorded.mapping {
      guard let read = try? ScalaKeyboardMap(Array(mapping.utf8)) else { return nil }
      map = read
    }
    return try? Tuning(name: choice.text, scale: scale, map: map)
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

  /// Reads them.
  /// - Throws: `DecodingError` with the key that is missing, or is of another kind.
  public init(from decoder: any Decoder) throws {
    let line = try decoder.container(keyedBy: Key.self)
    for key in SettingKey.allCases {
      guard let recorded = key.row.recorded, recorded.isRequired || line.contains(Key(key)) else { continue }
      values[key] = try line.value(of: key.kind, Key(key))
    }
    period = try line.decodeIfPresent(Int.self, forKey: Key(.period))
  }

  /// Writes them.
  public func encode(to encoder: any Encoder) throws {
    var line = encoder.container(keyedBy: Key.self)
    for (key, value) in values {
      switch value {
      case .integer(let number): try line.encode(number, forKey: Key(key))
      case .number(let number): try line.encode(number, forKey: Key(key))
      case .flag(let flag): try line.encode(flag, forKey: Key(key))
      case .text(let text): try line.encode(text, forKey: Key(key))
      case .list(let texts): try line.encode(texts, forKey: Key(key))
      }
    }
    try line.encodeIfPresent(period, forKey: Key(.period))
  }
}

extension KeyedDecodingContainer {
  fileprivate func value(of kind: SettingKind, _ key: Key) throws -> RecordedValue? {
    switch kind {
    case .integer: .integer(try decode(Int.self, forKey: key))
    case .number: .number(try decode(Double.self, forKey: key))
    case .autoOrInteger: try decodeIfPresent(Int.self, forKey: key).map(RecordedValue.integer)
    case .offOrNumber: try decodeIfPresent(Double.self, forKey: key).map(RecordedValue.number)
    case .choice, .wordOrScale, .autoOrName: .text(try decode(String.self, forKey: key))
    case .onOff: .flag(try decode(Bool.self, forKey: key))
    case .intervals: .list(try decode([String].self, forKey: key))
    }
  }
}
