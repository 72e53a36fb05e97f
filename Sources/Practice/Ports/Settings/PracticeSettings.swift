import Training

/// The settings of practice that can change while it runs. Each setting can be read as if it were a property of this
/// type.
@dynamicMemberLookup
public struct PracticeSettings: Hashable, Sendable {
  /// The settings that practice uses; the others are at their defaults, so that changing them does not affect practice.
  /// For tunings and orders in files, it has only those.
  public private(set) var settings: Settings
  /// Whether modes, intervals and results are spoken: the setting `speech`, resolved for the place where practice is
  /// shown.
  public var speaks: Bool
  /// Whether a changed interval is spoken even if all else is not.
  public var speaksIntervals: Bool
  /// Whether the player asked for a voice, and gets a message if it is missing.
  public var expectsVoice: Bool

  /// The settings of practice from `settings`, with their `speech` resolved for the place where practice is shown.
  public init(
    _ settings: Settings = Settings(), speaks: Bool = false, speaksIntervals: Bool = false, expectsVoice: Bool = false
  ) {
    self.settings = settings
    self.speaks = speaks
    self.speaksIntervals = speaksIntervals
    self.expectsVoice = expectsVoice
    self.settings.scales = [:]
    for key in SettingKey.allCases where !key.row.isPractised { self.settings.reset(key) }
  }

  /// One of the settings.
  public subscript<Value>(dynamicMember path: WritableKeyPath<Settings, Value>) -> Value {
    get { settings[keyPath: path] }
    set { settings[keyPath: path] = newValue }
  }

  /// Whether a changed interval is spoken.
  package var announcesIntervals: Bool { speaks || speaksIntervals }

  /// Whether practice may need a voice.
  public var wantsVoice: Bool { announcesIntervals || expectsVoice }

  /// The time without movement after which a plain fader or knob counts as let go; nil: never.
  package var settleTime: Duration? { settings.settle.map { .seconds($0) } }

  /// Whether matching speaks its results, if there is a voice.
  package var speaksResults: Bool {
    switch settings.matchingCue {
    case .speech: true
    case .auto: speaks
    case .clicks, .off: false
    }
  }
}

/// New settings for practice, used from its next exercise onwards.
public struct SettingsChange: Sendable {
  /// All settings, changed or not.
  public var settings: PracticeSettings
  /// The answers so far, for a part that newly depends on them: another strategy, an adaptive range. Nil if no part
  /// does.
  public var known: KnownAnswers?
  /// The files of tunings and orders, by the names of their settings: recordings keep them. Nil without any.
  public var scales: [String: RecordedScale]?

  /// Memberwise.
  public init(_ settings: PracticeSettings, known: KnownAnswers? = nil, scales: [String: RecordedScale]? = nil) {
    self.settings = settings
    self.known = known
    self.scales = scales
  }
}

/// The Scala file of a tuning, and the keyboard map next to it; or the file of an order.
public struct RecordedScale: Codable, Hashable, Sendable {
  /// The whole `.scl` or `.txt` file.
  public var scale: String
  /// The whole `.kbm` file.
  public var mapping: String?

  /// Memberwise.
  public init(scale: String, mapping: String?) {
    self.scale = scale
    self.mapping = mapping
  }
}
