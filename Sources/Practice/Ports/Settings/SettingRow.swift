import Pitch

/// All that there is to know of a setting but its words, which the catalogues have under its key. Settings file,
/// command line, pages and recordings read it; `SettingKey.row` is the table.
public struct SettingRow: Sendable {
  /// The kind of value.
  public let kind: SettingKind
  /// What its number counts; nil where it has none.
  public let unit: SettingUnit?
  /// How far a page's buttons change its number.
  public let step: Double
  /// Beside which others a page shows it.
  public let group: SettingGroup
  /// Where it stands among those of its group: lower ones first, else in the order of the keys.
  public let place: Int
  /// Whether a change counts while the program runs; else from its next start.
  public let countsLive: Bool
  /// Sets it to what was written.
  let assign: @Sendable (inout Settings, SettingText) throws(SettingProblem) -> Void
  /// Its value in the words of the file.
  let text: @Sendable (Settings) -> String
  /// Whether practice goes by it, so that a change of it is one to practice, and recordings have it.
  package let isPractised: Bool
}

/// Which settings stand together on a page, in the order of the page.
public enum SettingGroup: Sendable, CaseIterable {
  case notes, exercises, intervals, matching, feedback, sound, program
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

  /// The words it may be, in the settings file's own language; none where numbers and names alone serve.
  public var words: [String] {
    switch self {
    case .choice(let words), .wordOrScale(let words): words
    case .onOff: [SettingText.on, SettingText.off]
    case .autoOrInteger, .autoOrName: [SettingText.auto]
    case .offOrNumber: [SettingText.off]
    case .integer, .number, .intervals: []
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
