import Controllers
import Pitch
import Training

// All settings: their names, their values, and the table that file, command line, pages and recordings read.
// ARCHITECTURE.md, "Settings", lists what a new one needs.

/// All settings. The raw values are their names on the command line, in `settings.yaml` and in
/// `docs/playing/reference/settings.md`, whose table a test compares with this one.
public enum SettingKey: String, CaseIterable, Sendable {
  case noteRangeLow = "note-range-low"
  case noteRangeHigh = "note-range-high"
  case noteDuration = "note-duration"
  case noteGap = "note-gap"
  case timbre
  case timbreOfSecond = "timbre-of-second"
  case concertPitch = "concert-pitch"
  case strategy
  case targetSuccess = "target-success"
  case naturalMechanical = "natural-mechanical"
  case sureness
  case loudnessVariation = "loudness-variation"
  case level
  case intervals
  case tuning
  case timingPattern = "timing-pattern"
  case timingPosition = "timing-position"
  case timingTempo = "timing-tempo"
  case timingRepetitions = "timing-repetitions"
  case beatsInterval = "beats-interval"
  case matchingRange = "matching-range"
  case matchingAdaptive = "matching-adaptive"
  case matchingReference = "matching-reference"
  case hearAgain = "hear-again"
  case matchingCue = "matching-cue"
  case settle
  case chords
  case chordTuning = "chord-tuning"
  case temperament
  case temperamentOrder = "temperament-order"
  case tick
  case noteBack = "note-back"
  case speech
  case countdown
  case restListening = "rest-listening"
  case equalLoudness = "equal-loudness"
  case period
  case output
  case language
  case letters
}

/// The values of all settings. Text sets them, each within its range (`set`); code that sets a property must keep to
/// its range. Reads and writes no file.
public struct Settings: Hashable, Sendable {
  /// The way matching reports its result without a screen or lights.
  public enum MatchingCue: String, CaseIterable, Sendable {
    case auto, clicks, speech, off
  }

  /// Whether results are spoken; `auto` speaks everything without a terminal, and only changed intervals in one.
  public enum Speech: String, CaseIterable, Sendable {
    case auto, on, off
  }

  /// The language of texts; `locale` follows the environment.
  public enum LanguageChoice: String, CaseIterable, Sendable {
    case locale
    case english = "en"
    case german = "de"
  }

  /// The settings that training depends on. For a file it has the default until that file has been read.
  public var training: TrainingSettings
  /// The files of settings that have one, as in `TuningChoice.file`.
  public internal(set) var scales: [SettingKey: String] = [:]
  /// Whether an answer can be marked as sure.
  public var sureness = false
  /// Level of the notes in dBFS, −60…−6.
  public var level = -20.0
  /// Whether the reference can be heard again while a note is matched to it.
  public var hearAgain = false
  /// The way matching reports its result.
  public var matchingCue = MatchingCue.auto
  /// Seconds without movement after which a plain fader or knob counts as let go, 0.5…5; nil: it never does.
  public var settle: Double?
  /// Whether a wrong answer ticks.
  public var tick = true
  /// The note that answers a controller without lights.
  public var noteBack = NoteBack.off
  /// Whether results are spoken.
  public var speech = Speech.auto
  /// Whether a timer that was never configured counts down before it starts.
  public var countdown = false
  /// Whether pairs play in the rests of a timer.
  public var restListening = false
  /// Whether notes are made equally loud over the keyboard.
  public var equalLoudness = true
  /// The sound server's period in frames, 64…1024; nil leaves it unchanged.
  public var period: Int?
  /// The output to play to; nil leaves the choice to Peach.
  public var output: String?
  /// The language of texts.
  public var language = LanguageChoice.locale
  /// Whether single letters (h, l, q) are keys.
  public var letters = true

  /// Creates settings at their defaults, except for training.
  public init(training: TrainingSettings = .standard) { self.training = training }

  /// The value of the setting `tuning`.
  public var tuning: TuningChoice {
    get { self[.tuning] }
    set { self[.tuning] = newValue }
  }

  /// The value of the setting `chord-tuning`.
  public var chordTuning: TuningChoice {
    get { self[.chordTuning] }
    set { self[.chordTuning] = newValue }
  }

  /// The value of a setting among `SettingKey.files`; of any other key the value of `tuning`.
  public subscript(key: SettingKey) -> TuningChoice {
    get { scales[key].map(TuningChoice.file) ?? loaded(key) }
    set {
      scales[key] = nil
      guard case .file(let path) = newValue else { return load(newValue, for: key) }
      load(Settings()[key], for: key)
      scales[key] = path
    }
  }

  /// Returns the tuning or order that training has for `key`, which may come from a file.
  public func loaded(_ key: SettingKey) -> TuningChoice {
    key == .temperamentOrder ? .order(training.temperamentOrder) : .named(training[keyPath: key.tuningInTraining])
  }

  /// Gives training the tuning or order in the file of `key`, or one in its place.
  public mutating func load(_ content: TuningChoice, for key: SettingKey) {
    switch content {
    case .named(let tuning): training[keyPath: key.tuningInTraining] = tuning
    case .order(let order): training.temperamentOrder = order
    case .file: break
    }
  }
}

extension SettingKey {
  /// The settings whose values are tunings.
  public static let tunings = [SettingKey.tuning, .chordTuning, .temperament]
  /// The settings whose values may be files.
  public static let files = tunings + [.temperamentOrder]

  /// The ending of such a file's name, in upper or lower case: a Scala file, or a text for an order.
  public var fileEnding: String { self == .temperamentOrder ? ".txt" : TuningChoice.scale }

  /// The tunings or orders with a name, each a value of a setting among `files`.
  var named: [TuningChoice] {
    switch self {
    case .temperament: Tuning.temperaments.map { .named($0) }
    case .temperamentOrder: TemperamentOrder.all.map { .order($0) }
    default: Tuning.all.map { .named($0) }
    }
  }

  /// Returns the tuning of the Scala file `name`, as the setting needs it.
  public func tuning(_ name: String, _ scale: ScalaScale, _ map: ScalaKeyboardMap?) throws(ScalaProblem) -> Tuning {
    self == .temperament
      ? try Tuning(temperament: name, scale: scale, map: map) : try Tuning(name: name, scale: scale, map: map)
  }

  /// The place of a tuning in the settings of training.
  public var tuningInTraining: WritableKeyPath<TrainingSettings, Tuning> {
    switch self {
    case .chordTuning: \.chordTuning
    case .temperament: \.temperament
    default: \.tuning
    }
  }
}

extension SettingKey {
  /// The setting's row. Ranges that training depends on come from `TrainingSettings`.
  public var row: SettingRow {
    switch self {
    case .noteRangeLow: .integer(\.training.lowestNumber, TrainingSettings.noteNumbers, .note, in: .notes)
    case .noteRangeHigh: .integer(\.training.highestNumber, TrainingSettings.noteNumbers, .note, in: .notes)
    case .noteDuration:
      .number(\.training.noteDuration, TrainingSettings.noteDurations, .seconds, step: 0.1, in: .notes)
    case .noteGap: .number(\.training.noteGap, TrainingSettings.noteGaps, .seconds, step: 0.1, in: .notes)
    case .timbre: .choice(\.training.timbre, in: .notes)
    case .timbreOfSecond: .sameOrChoice(\.training.timbreOfSecond, in: .notes)
    case .concertPitch: .number(\.training.concertHertz, ConcertPitch.range, .hertz, in: .notes)
    case .strategy: .choice(\.training.strategy, in: .exercises)
    case .targetSuccess: .number(\.training.targetSuccess, 0.65...0.90, step: 0.01, in: .exercises)
    case .naturalMechanical: .number(\.training.naturalMechanical, 0...1, step: 0.05, in: .exercises)
    case .sureness: .onOff(\.sureness, in: .exercises)
    case .loudnessVariation: .number(\.training.loudnessVariation, 0...1, step: 0.05, in: .notes)
    case .level: .number(\.level, -60.0 ... -6.0, .decibels, in: .sound)
    case .intervals: .intervals(\.training.intervals, in: .intervals)
    case .tuning: .file(.tuning, in: .intervals)
    case .timingPattern: .choice(\.training.timing.pattern, in: .timing)
    case .timingPosition: .integer(\.training.timing.position, TimingSettings.positions, in: .timing)
    case .timingTempo: .integer(\.training.timing.tempo, TimingSettings.tempos, .beats, in: .timing)
    case .timingRepetitions: .choice(\.training.timing.repetitions, in: .timing)
    case .beatsInterval: .choice(\.training.beatsInterval, in: .beats)
    case .matchingRange: .integer(\.training.matchingCents, TrainingSettings.matchingNumbers, .cents, in: .matching)
    case .matchingAdaptive: .onOff(\.training.matchingAdaptive, in: .matching)
    case .matchingReference: .choice(\.training.matchingReference, in: .matching)
    case .hearAgain: .onOff(\.hearAgain, in: .matching)
    case .matchingCue: .choice(\.matchingCue, in: .matching)
    case .settle: .offOrNumber(\.settle, 0.5...5, .seconds, step: 0.1, in: .matching)
    case .chords: .list(\.training.chords, in: .chords)
    case .chordTuning: .file(.chordTuning, in: .chords)
    case .temperament: .file(.temperament, in: .temperament)
    case .temperamentOrder: .file(.temperamentOrder, in: .temperament)
    case .tick: .onOff(\.tick, in: .feedback)
    case .noteBack: .choice(\.noteBack, in: .feedback)
    // `PracticeSettings.speaks` is the value resolved for the place where practice is shown.
    case .speech: .choice(\.speech, in: .feedback, isPractised: false)
    case .countdown: .onOff(\.countdown, in: .feedback)
    case .restListening: .onOff(\.restListening, in: .feedback)
    case .equalLoudness: .onOff(\.equalLoudness, in: .sound)
    case .period: .autoOrInteger(\.period, 64...1024, .frames, step: 64, in: .sound, place: 1)
    case .output: .autoOrName(\.output, in: .sound)
    case .language: .choice(\.language, in: .program, isPractised: false)
    case .letters: .onOff(\.letters, in: .program)
    }
  }
}

/// The typed values of training, as the numbers of the file.
extension TrainingSettings {
  fileprivate static let noteNumbers = 21...108
  fileprivate static let matchingNumbers = Int(matchingRanges.lowerBound)...Int(matchingRanges.upperBound)

  fileprivate var lowestNumber: Int {
    get { lowest.number }
    set { lowest = Note(newValue) ?? lowest }
  }
  fileprivate var highestNumber: Int {
    get { highest.number }
    set { highest = Note(newValue) ?? highest }
  }
  fileprivate var concertHertz: Double {
    get { concertPitch.hertz.value }
    set { concertPitch = ConcertPitch(Hertz(newValue)) ?? concertPitch }
  }
  fileprivate var matchingCents: Int {
    get { Int(matchingRange.value) }
    set { matchingRange = Cents(Double(newValue)) }
  }
}

/// The value of a setting that may be a file: a tuning or an order by its name, or a file, which the reader of settings
/// files loads.
public enum TuningChoice: Hashable, Sendable {
  /// One of `Tuning.all` or `Tuning.temperaments`.
  case named(Tuning)
  /// One of `TemperamentOrder.all`.
  case order(TemperamentOrder)
  /// A file, as written: absolute, below `~`, below the folder of the settings, or the name of a shipped scale.
  case file(String)

  /// The ending of a Scala file's name, in upper or lower case.
  public static let scale = ".scl"

  /// The word or path of the settings file.
  public var text: String {
    switch self {
    case .named(let tuning): tuning.name
    case .order(let order): order.name
    case .file(let path): path
    }
  }
}
