import Time
import Training

/// What practice is set to, as far as it can change while it runs.
public struct PracticeSettings: Hashable, Sendable {
  /// What training needs of the settings.
  public var training: TrainingSettings
  /// Level of the notes in dBFS, −60…−6.
  public var level: Double
  /// Whether a wrong answer ticks.
  public var tick: Bool
  /// How matching lets its result be heard.
  public var matchingCue: Settings.MatchingCue
  /// Whether modes, intervals and results are spoken: the setting `speech`, decided for where practice is shown.
  public var speaks: Bool
  /// Whether a changed interval is spoken even where nothing else is.
  public var speaksIntervals: Bool
  /// Whether the player asked for a voice, and is told if there is none.
  public var expectsVoice: Bool
  /// How long a plain fader or knob stands still until it counts as let go; nil: it never does.
  public var settle: Duration?
  /// Whether the reference can be heard again while a note is matched to it.
  public var hearAgain: Bool
  /// Whether low and high notes are made as loud as those in the middle.
  public var equalLoudness: Bool
  /// Whether single letters are keys, for surfaces with a keyboard.
  public var letters: Bool
  /// Whether a practice timer that was never set to anything counts down before it begins.
  public var countdown: Bool
  /// Whether pairs are listened to in the rests of a practice timer.
  public var restListening: Bool

  /// Memberwise; defaults for everything but the settings of training.
  public init(
    training: TrainingSettings, level: Double = -20, tick: Bool = true, matchingCue: Settings.MatchingCue = .auto,
    speaks: Bool = false, speaksIntervals: Bool = false, expectsVoice: Bool = false, settle: Duration? = nil,
    equalLoudness: Bool = true, letters: Bool = true, countdown: Bool = false, restListening: Bool = false,
    hearAgain: Bool = false
  ) {
    self.training = training
    self.level = level
    self.tick = tick
    self.matchingCue = matchingCue
    self.speaks = speaks
    self.speaksIntervals = speaksIntervals
    self.expectsVoice = expectsVoice
    self.settle = settle
    self.equalLoudness = equalLoudness
    self.letters = letters
    self.countdown = countdown
    self.restListening = restListening
    self.hearAgain = hearAgain
  }

  /// What practice is set to by `settings`, with `training` of them and what their `speech` comes to where practice is shown.
  public init(
    _ settings: Settings, training: TrainingSettings, speaks: Bool, speaksIntervals: Bool, expectsVoice: Bool
  ) {
    self.init(
      training: training, level: settings.level, tick: settings.tick, matchingCue: settings.matchingCue, speaks: speaks,
      speaksIntervals: speaksIntervals, expectsVoice: expectsVoice, settle: settings.settle.map { .seconds($0) },
      equalLoudness: settings.equalLoudness, letters: settings.letters, countdown: settings.countdown,
      restListening: settings.restListening, hearAgain: settings.hearAgain)
  }

  // As settings have them.
  var matchingRange: Int { Int(training.matchingRange.value.rounded()) }
  var settleSeconds: Double? { settle?.seconds }

  /// Whether a changed interval is spoken.
  package var announcesIntervals: Bool { speaks || speaksIntervals }

  /// Whether there may be something to say, so that a voice is worth looking for.
  public var wantsVoice: Bool { announcesIntervals || expectsVoice }

  /// Whether matching tells its results aloud, where there is a voice.
  package var speaksResults: Bool {
    switch matchingCue {
    case .speech: true
    case .auto: speaks
    case .strokes, .off: false
    }
  }
}

/// Settings that take the place of those practice has, from its next exercise on.
public struct SettingsChange: Sendable {
  /// All of them, changed or not.
  public var settings: PracticeSettings
  /// The answers so far, for whatever goes on from them and did not before: another strategy, an adaptive range. Nil
  /// where there is no such thing.
  public var known: KnownAnswers?
  /// The Scala file of the tuning, if it has one: recordings keep it.
  public var scale: RecordedScale?

  /// Memberwise.
  public init(_ settings: PracticeSettings, known: KnownAnswers? = nil, scale: RecordedScale? = nil) {
    self.settings = settings
    self.known = known
    self.scale = scale
  }
}
