import Pitch

/// The reason a setting was refused. The previous value is kept. Texts are in the catalogues.
public enum SettingProblem: Error, Hashable, Sendable {
  /// The setting does not exist; `suggestions` are the likely ones.
  case unknownKey(String, suggestions: [SettingKey])
  /// A number is expected.
  case notANumber(SettingKey, text: String)
  /// A note was given by its German name; `meant` is its name in files. Files and options have one name for a note in
  /// all languages.
  case germanNote(SettingKey, text: String, meant: String)
  /// The number is outside the range of `key.kind`.
  case outOfRange(SettingKey, text: String)
  /// The text is not one of the words of `key.kind`.
  case notAChoice(SettingKey, text: String)
  /// The text is neither `on` nor `off`.
  case notOnOff(SettingKey, text: String)
  /// The text is not a directed interval such as `P5 up`.
  case notAnInterval(text: String)
  /// At least one interval must be chosen.
  case noIntervals
  /// The name is empty, or has invalid characters (`CleanText`).
  case notAName(SettingKey)
  /// The note range would span less than an octave, so `note-range-low` and `note-range-high` were both left unchanged.
  /// `moved` is the end that was set; nil if both were.
  case rangeTooNarrow(moved: SettingKey?, low: Int, high: Int)

  /// Returns the same problem about `typed`, the text that the refused one was made from; nil if the player typed the
  /// refused text.
  public func about(_ typed: String?) -> SettingProblem {
    guard let typed else { return self }
    return switch self {
    case .notANumber(let key, _): .notANumber(key, text: typed)
    case .germanNote(let key, _, let meant): .germanNote(key, text: typed, meant: meant)
    case .outOfRange(let key, _): .outOfRange(key, text: typed)
    case .notAChoice(let key, _): .notAChoice(key, text: typed)
    case .notOnOff(let key, _): .notOnOff(key, text: typed)
    // One of several, which are stored as typed.
    case .notAnInterval, .unknownKey, .noIntervals, .notAName, .rangeTooNarrow: self
    }
  }
}

/// The reason a setting was not saved.
public enum SettingRefusal: Error, Hashable, Sendable {
  /// The value is impossible.
  case value(SettingProblem)
  /// The value of this setting names a file that no page may open: it is outside `folder`, the folder of the settings.
  case elsewhere(SettingKey, folder: String)
  /// The settings file cannot be changed, or a file named by the value cannot be used.
  case file(SettingsFileProblem)
}

/// A problem with `settings.yaml` or with a file it names. Practice continues with the last good value, or the default.
public struct SettingsFileProblem: Error, Hashable, Sendable {
  /// The reason for the problem.
  public enum Reason: Hashable, Sendable {
    /// It cannot be read; with the system's errno.
    case unreadable(code: Int32)
    /// It cannot be written; with the system's errno.
    case unwritable(code: Int32)
    /// It is longer than a settings file can be.
    case tooLarge(limit: Int)
    /// It is not UTF-8.
    case notUTF8
    /// It is not YAML; `detail` is the parser's message.
    case syntax(detail: String)
    /// It has anchors (`&`) and aliases (`*`).
    case aliases
    /// It is written in a way that does not allow changing a single setting.
    case uneditable
    /// A line lacks its colon, or the space after it; `line` has both.
    case colon(line: String)
    /// A value begins with this mark, and the closing mark is missing.
    case unclosed(mark: String)
    /// A line is indented with a tab, which YAML does not allow.
    case tab
    /// It is a list or a single word instead of lines of `key: value`.
    case notAMapping
    /// A value is nested instead of a word or number.
    case notAValue(key: String)
    /// A key appears twice; the first one counts.
    case duplicate(key: String)
    /// A key or value is invalid.
    case setting(SettingProblem)
    /// The file is a scale or keyboard map for a tuning, and has this problem.
    case scale(ScalaProblem.Reason)
    /// The file is an order for `temperament-order`, and has this problem.
    case order(TemperamentOrderProblem.Reason)
    /// It is not a regular file.
    case notAFile
  }

  /// The value used in place of an unreadable one.
  public enum Instead: Hashable, Sendable {
    /// This setting has this value, in the format of the file.
    case setting(SettingKey, value: String, isDefault: Bool)
    /// All settings have their defaults, or their previous values.
    case all(areDefaults: Bool)
  }

  /// The file's path as it was opened.
  public var file: String
  /// The line, counted from 1; nil for the whole file.
  public var line: Int?
  /// The column, counted from 1, in characters; nil for the whole line.
  public var column: Int?
  /// The reason for the problem.
  public var reason: Reason
  /// The setting of the line; nil if unknown, or if the line is not needed.
  public var key: SettingKey?
  /// The values used instead; empty if the file was being changed, not read.
  public var instead: [Instead] = []

  /// Memberwise, without the replaced values.
  public init(file: String, line: Int? = nil, column: Int? = nil, reason: Reason, key: SettingKey? = nil) {
    self.file = file
    self.line = line
    self.column = column
    self.reason = reason
    self.key = key
  }

  /// Returns the same problem, with the values from `settings` that replace the unreadable ones.
  public func replaced(in settings: Settings) -> SettingsFileProblem {
    var problem = self
    problem.instead = keys.map {
      let value = settings.text(of: $0)
      return .setting($0, value: value, isDefault: value == $0.defaultText)
    }
    return problem
  }

  /// The settings that its line concerns; empty if another line reports the replaced values.
  private var keys: [SettingKey] {
    switch reason {
    case .duplicate: []
    case .setting(let problem): problem.keys
    default: key.map { [$0] } ?? []
    }
  }
}

extension SettingProblem {
  /// The settings that keep the value they had.
  fileprivate var keys: [SettingKey] {
    switch self {
    case .unknownKey: []
    case .notANumber(let key, _), .germanNote(let key, _, _), .outOfRange(let key, _), .notAChoice(let key, _),
      .notOnOff(let key, _), .notAName(let key):
      [key]
    case .notAnInterval, .noIntervals: [.intervals]
    case .rangeTooNarrow(let moved, _, _): moved.map { [$0] } ?? [.noteRangeLow, .noteRangeHigh]
    }
  }
}
