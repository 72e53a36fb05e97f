import Pitch
import Training

// All settings: what they are called, what they are, and the table that file, command line, pages and recordings read. A new one
// is a case, a property and a row here, its words in the catalogues, and its line in docs/reference/settings.md.

/// Every setting there is. The raw values are its names on the command line, in `settings.yaml` and in `docs/reference/settings.md`,
/// whose table a test
/// compares with this one.
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
  case matchingReference = "matching-reference"
  case hearAgain = "hear-again"
  case matchingCue = "matching-cue"
  case settle
  case tick
  case speech
  case countdown
  case restListening = "rest-listening"
  case equalLoudness = "equal-loudness"
  case period
  case output
  case language
  case letters
}

/// Everything the player can set, each within its range. Text in, typed values out; reads and writes no file.
public struct Settings: Hashable, Sendable {
  /// How matching tells its result without a screen or lights.
  public enum MatchingCue: String, CaseIterable, Sendable {
    case auto, strokes, speech, off
  }

  /// Whether results are spoken; `auto` leaves it to whether there is a voice and nothing shows them.
  public enum Speech: String, CaseIterable, Sendable {
    case auto, on, off
  }

  /// Which language texts are in; `locale` asks the environment.
  public enum LanguageChoice: String, CaseIterable, Sendable {
    case locale
    case english = "en"
    case german = "de"
  }

  /// The lowest note as a MIDI note number.
  public fileprivate(set) var noteRangeLow = NoteRange.standard.low.number
  /// The highest note as a MIDI note number, at least 12 above the lowest.
  public fileprivate(set) var noteRangeHigh = NoteRange.standard.high.number
  /// Length of each note in seconds.
  public fileprivate(set) var noteDuration = TrainingSettings.standard.noteDuration
  /// Silence between the notes in seconds.
  public fileprivate(set) var noteGap = TrainingSettings.standard.noteGap
  /// What A4 is tuned to, in Hz.
  public fileprivate(set) var concertPitch = ConcertPitch.standard.hertz.value
  /// Who chooses exercises.
  public fileprivate(set) var strategy = TrainingSettings.standard.strategy
  /// The share of right answers aimed at by strategies that can.
  public fileprivate(set) var targetSuccess = TrainingSettings.standard.targetSuccess
  /// 0 natural … 1 mechanical.
  public fileprivate(set) var naturalMechanical = TrainingSettings.standard.naturalMechanical
  /// ± this × 10 dB on the second note.
  public fileprivate(set) var loudnessVariation = TrainingSettings.standard.loudnessVariation
  /// Level of the notes in dBFS.
  public fileprivate(set) var level = -20.0
  /// What interval modes ask, lowest first, at least one.
  public fileprivate(set) var intervals = TrainingSettings.standard.intervals
  /// How intervals become frequencies: a tuning, or the file that has it.
  public fileprivate(set) var tuning = TuningChoice.named(TrainingSettings.standard.tuning)
  /// How far matching starts from the target at most, in cents.
  public fileprivate(set) var matchingRange = 100
  /// Whether that range follows the player.
  public fileprivate(set) var matchingAdaptive = false
  /// How the reference is heard while a note is matched to it.
  public fileprivate(set) var matchingReference = TrainingSettings.standard.matchingReference
  /// Whether the reference can be heard again while a note is matched to it.
  public fileprivate(set) var hearAgain = false
  /// How matching tells its result.
  public fileprivate(set) var matchingCue = MatchingCue.auto
  /// Seconds without movement after which a plain fader or knob counts as let go; nil: it never does.
  public fileprivate(set) var settle: Double?
  /// Whether a wrong answer ticks.
  public fileprivate(set) var tick = true
  /// Whether results are spoken.
  public fileprivate(set) var speech = Speech.auto
  /// Whether a timer counts down before it starts.
  public fileprivate(set) var countdown = false
  /// Whether pairs are listened to in the rests of a timer.
  public fileprivate(set) var restListening = false
  /// Whether notes are made equally loud over the keyboard.
  public fileprivate(set) var equalLoudness = true
  /// The sound server's period in frames; nil leaves it as it is.
  public fileprivate(set) var period: Int?
  /// The output to play to; nil leaves the choice to Peach.
  public fileprivate(set) var output: String?
  /// Which language texts are in.
  public fileprivate(set) var language = LanguageChoice.locale
  /// Whether single letters (h, l, q) are keys.
  public fileprivate(set) var letters = true

  /// Everything at its default.
  public init() {}

  /// Takes both ends of the note range, which may not stand alone.
  mutating func takeNoteRange(of other: Settings) {
    noteRangeLow = other.noteRangeLow
    noteRangeHigh = other.noteRangeHigh
  }
}

extension SettingKey {
  /// What there is to know of the setting. Ranges that training depends on are training's own.
  public var row: SettingRow {
    switch self {
    case .noteRangeLow:
      .integer(
        \.noteRangeLow, TrainingSettings.noteNumbers, .note, in: .notes,
        practice: \PracticeSettings.training.range.low.number)
    case .noteRangeHigh:
      .integer(
        \.noteRangeHigh, TrainingSettings.noteNumbers, .note, in: .notes,
        practice: \PracticeSettings.training.range.high.number)
    case .noteDuration:
      .number(
        \.noteDuration, TrainingSettings.noteDurations, .seconds, step: 0.1, in: .notes,
        practice: \PracticeSettings.training.noteDuration)
    case .noteGap:
      .number(
        \.noteGap, TrainingSettings.noteGaps, .seconds, step: 0.1, in: .notes,
        practice: \PracticeSettings.training.noteGap)
    case .concertPitch:
      .number(
        \.concertPitch, ConcertPitch.range, .hertz, in: .notes,
        practice: \PracticeSettings.training.concertPitch.hertz.value)
    case .strategy: .choice(\.strategy, in: .exercises, practice: \PracticeSettings.training.strategy)
    case .targetSuccess:
      .number(
        \.targetSuccess, TrainingSettings.targetSuccesses, step: 0.01, in: .exercises,
        practice: \PracticeSettings.training.targetSuccess)
    case .naturalMechanical:
      .number(
        \.naturalMechanical, TrainingSettings.shares, step: 0.05, in: .exercises,
        practice: \PracticeSettings.training.naturalMechanical)
    case .loudnessVariation:
      .number(
        \.loudnessVariation, TrainingSettings.shares, step: 0.05, in: .notes,
        practice: \PracticeSettings.training.loudnessVariation)
    case .level: .number(\.level, -60.0 ... -6.0, .decibels, in: .sound, practice: \PracticeSettings.level)
    case .intervals: .intervals(\.intervals, in: .intervals, practice: \PracticeSettings.training.intervals)
    case .tuning: .tuning(\.tuning, in: .intervals, practice: \PracticeSettings.training.tuning)
    case .matchingRange:
      .integer(
        \.matchingRange,
        Int(TrainingSettings.matchingRanges.lowerBound)...Int(TrainingSettings.matchingRanges.upperBound), .cents,
        in: .matching, practice: \PracticeSettings.matchingRange)
    case .matchingAdaptive:
      .onOff(\.matchingAdaptive, in: .matching, practice: \PracticeSettings.training.matchingAdaptive)
    case .matchingReference:
      .choice(
        \.matchingReference, in: .matching, practice: \PracticeSettings.training.matchingReference, isRequired: false)
    // The oldest recordings are from when it was always so.
    case .hearAgain:
      .onOff(\.hearAgain, in: .matching, practice: \PracticeSettings.hearAgain, isRequired: false, before: true)
    case .matchingCue: .choice(\.matchingCue, in: .matching, practice: \PracticeSettings.matchingCue)
    case .settle:
      .offOrNumber(\.settle, 0.5...5, .seconds, step: 0.1, in: .matching, practice: \PracticeSettings.settleSeconds)
    case .tick: .onOff(\.tick, in: .feedback, practice: \PracticeSettings.tick)
    case .speech: .choice(\.speech, in: .feedback)
    case .countdown: .onOff(\.countdown, in: .feedback, practice: \PracticeSettings.countdown, isRequired: false)
    case .restListening:
      .onOff(\.restListening, in: .feedback, practice: \PracticeSettings.restListening, isRequired: false)
    case .equalLoudness: .onOff(\.equalLoudness, in: .sound, practice: \PracticeSettings.equalLoudness)
    case .period:
      .autoOrInteger(\.period, 64...1024, .frames, step: 64, in: .sound, place: 1, countsLive: false)
    case .output: .autoOrName(\.output, in: .sound, countsLive: false)
    case .language: .choice(\.language, in: .program)
    case .letters: .onOff(\.letters, in: .program)
    }
  }
}
