import Pitch
import Training

/// Every setting there is. The raw values are its names on the command line, in `settings.yaml` and in `docs/reference/settings.md`,
/// whose table a test compares with this one.
public enum SettingKey: String, CaseIterable, Sendable {
  case noteRangeLow = "note-range-low"
  case noteRangeHigh = "note-range-high"
  case noteDuration = "note-duration"
  case noteGap = "note-gap"
  case concertPitch = "concert-pitch"
  case strategy
  case targetSuccess = "target-success"
  case naturalMechanical = "natural-mechanical"
  case loudnessVariation = "loudness-variation"
  case level
  case intervals
  case tuning
  case matchingRange = "matching-range"
  case matchingAdaptive = "matching-adaptive"
  case matchingCue = "matching-cue"
  case settle
  case tick
  case speech
  case countdown
  case equalLoudness = "equal-loudness"
  case period
  case output
  case language
  case letters
}

/// What a setting may be.
public enum SettingKind: Hashable, Sendable {
  /// A whole number in this range.
  case integer(ClosedRange<Int>)
  /// A number in this range, with a decimal point.
  case number(ClosedRange<Double>)
  /// `auto`, or a whole number in this range.
  case autoOrInteger(ClosedRange<Int>)
  /// `off`, or a number in this range, with a decimal point.
  case offOrNumber(ClosedRange<Double>)
  /// `auto`, or any name of one line.
  case autoOrName
  /// One of these words.
  case choice([String])
  /// One of these words, or the path of a Scala file.
  case wordOrScale([String])
  /// `on` or `off`.
  case onOff
  /// One or more directed intervals: `P5 up, m3 down`.
  case intervals
}

extension SettingKind {
  /// The word that may stand in place of a number.
  public var word: String? {
    switch self {
    case .autoOrInteger: SettingText.auto
    case .offOrNumber: SettingText.off
    default: nil
    }
  }
}

/// What a setting's number counts. The raw values are the unit's sign, the same in all languages but for `note`.
public enum SettingUnit: String, Sendable {
  /// MIDI note numbers; middle C is 60.
  case note = "MIDI"
  case seconds = "s"
  case hertz = "Hz"
  /// Decibels below full scale.
  case decibels = "dBFS"
  case cents = "cents"
  /// Audio frames.
  case frames = "frames"
}

extension SettingKey {
  /// What the setting may be, and its range. Ranges that training depends on are training's own.
  public var kind: SettingKind {
    switch self {
    case .noteRangeLow, .noteRangeHigh: .integer(TrainingSettings.noteNumbers)
    case .noteDuration: .number(TrainingSettings.noteDurations)
    case .noteGap: .number(TrainingSettings.noteGaps)
    case .concertPitch: .number(ConcertPitch.range)
    case .strategy: .choice(StrategyName.allCases.map(\.rawValue))
    case .targetSuccess: .number(TrainingSettings.targetSuccesses)
    case .naturalMechanical, .loudnessVariation: .number(TrainingSettings.shares)
    case .level: .number(-60.0 ... -6.0)
    case .intervals: .intervals
    case .tuning: .wordOrScale(Tuning.all.map(\.name))
    case .matchingRange:
      .integer(Int(TrainingSettings.matchingRanges.lowerBound)...Int(TrainingSettings.matchingRanges.upperBound))
    case .matchingCue: .choice(Settings.MatchingCue.allCases.map(\.rawValue))
    case .settle: .offOrNumber(0.5...5)
    case .matchingAdaptive, .tick, .countdown, .equalLoudness, .letters: .onOff
    case .speech: .choice(Settings.Speech.allCases.map(\.rawValue))
    case .period: .autoOrInteger(64...1024)
    case .output: .autoOrName
    case .language: .choice(Settings.LanguageChoice.allCases.map(\.rawValue))
    }
  }

  /// What its number counts; nil where it has none.
  public var unit: SettingUnit? {
    switch self {
    case .noteRangeLow, .noteRangeHigh: .note
    case .noteDuration, .noteGap, .settle: .seconds
    case .concertPitch: .hertz
    case .level: .decibels
    case .matchingRange: .cents
    case .period: .frames
    default: nil
    }
  }

  /// What it is when nothing is set, in the words of the file.
  public var defaultText: String { Settings().text(of: self) }

  /// The key that was likely meant by `word`: at most two letters away, or one that begins or ends with it.
  public static func nearest(to word: String) -> SettingKey? {
    let word = word.lowercased().replacing("_", with: "-")
    let letters = Array(word.prefix(40))
    let near = allCases.map { (key: $0, distance: editDistance(Array($0.rawValue), letters)) }
      .filter { $0.distance <= 2 }.min { $0.distance < $1.distance }
    if let near { return near.key }
    guard word.count >= 3 else { return nil }
    let parts = allCases.filter { $0.rawValue.hasPrefix(word) || $0.rawValue.hasSuffix(word) }
    return parts.count == 1 ? parts.first : nil
  }
}
