import Pitch

/// The properties of a setting except its texts, which are in the catalogues under its key. Settings file, command
/// line, pages and recordings read it; `SettingKey.row` is the table.
public struct SettingRow: Sendable {
  /// The kind of value.
  public let kind: SettingKind
  /// The unit of its number; nil for values without a unit.
  public let unit: SettingUnit?
  /// The step by which a page's buttons change its number.
  public let step: Double
  /// The group in which a page shows it.
  public let group: SettingGroup
  /// The place within its group: lower ones first, otherwise in the order of the keys.
  public let place: Int
  /// Whether a change takes effect while the program runs; otherwise at its next start.
  public let countsLive: Bool
  /// Sets the value from a text.
  let assign: @Sendable (inout Settings, SettingText) throws(SettingProblem) -> Void
  /// Returns the value in the format of the file.
  let text: @Sendable (Settings) -> String
  /// Whether practice uses it, so that changing it affects practice, and recordings contain it.
  package let isPractised: Bool
}

/// A group of settings on a page, in the order of the page.
public enum SettingGroup: Sendable, CaseIterable {
  case notes, exercises, intervals, matching, chords, temperament, timing, beats, feedback, sound, program
}

/// The kind of a setting's values.
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
  /// One of these words, or the path of a Scala file; for an order, of a text file.
  case wordOrScale([String])
  /// `on` or `off`.
  case onOff
  /// One or more directed intervals: `P5 up, m3 down`.
  case intervals
  /// One or more of these words: `fifth, octave`.
  case list([String])

  /// Whether its value has several parts, separated by commas.
  public var isList: Bool {
    switch self {
    case .intervals, .list: true
    default: false
    }
  }
}

extension SettingKind {
  /// The word allowed in place of a number.
  public var word: String? {
    switch self {
    case .autoOrInteger: SettingText.auto
    case .offOrNumber: SettingText.off
    default: nil
    }
  }

  /// The words it accepts, in the language of the settings file; empty if it accepts only numbers and names.
  public var words: [String] {
    switch self {
    case .choice(let words), .wordOrScale(let words), .list(let words): words
    case .onOff: [SettingText.on, SettingText.off]
    case .autoOrInteger, .autoOrName: [SettingText.auto]
    case .offOrNumber: [SettingText.off]
    case .integer, .number, .intervals: []
    }
  }
}

/// The unit of a setting's number. The raw values are the unit's sign, the same in all languages except for `note`.
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
  /// Beats per minute.
  case beats = "BPM"
}
