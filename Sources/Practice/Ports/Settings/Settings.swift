import Pitch
import Training

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
  public private(set) var noteRangeLow = NoteRange.standard.low.number
  /// The highest note as a MIDI note number, at least 12 above the lowest.
  public private(set) var noteRangeHigh = NoteRange.standard.high.number
  /// Length of each note in seconds.
  public private(set) var noteDuration = TrainingSettings.standard.noteDuration
  /// Silence between the notes in seconds.
  public private(set) var noteGap = TrainingSettings.standard.noteGap
  /// What A4 is tuned to, in Hz.
  public private(set) var concertPitch = ConcertPitch.standard.hertz.value
  /// Who chooses exercises.
  public private(set) var strategy = TrainingSettings.standard.strategy
  /// The share of right answers aimed at by strategies that can.
  public private(set) var targetSuccess = TrainingSettings.standard.targetSuccess
  /// 0 natural … 1 mechanical.
  public private(set) var naturalMechanical = TrainingSettings.standard.naturalMechanical
  /// ± this × 10 dB on the second note.
  public private(set) var loudnessVariation = TrainingSettings.standard.loudnessVariation
  /// Level of the notes in dBFS.
  public private(set) var level = -20.0
  /// What interval modes ask, lowest first, at least one.
  public private(set) var intervals = TrainingSettings.standard.intervals
  /// How intervals become frequencies: a tuning, or the file that has it.
  public private(set) var tuning = TuningChoice.named(TrainingSettings.standard.tuning)
  /// How far matching starts from the target at most, in cents.
  public private(set) var matchingRange = 100
  /// Whether that range follows the player.
  public private(set) var matchingAdaptive = false
  /// How matching tells its result.
  public private(set) var matchingCue = MatchingCue.auto
  /// Seconds without movement after which a plain fader or knob counts as let go; nil: it never does.
  public private(set) var settle: Double?
  /// Whether a wrong answer ticks.
  public private(set) var tick = true
  /// Whether results are spoken.
  public private(set) var speech = Speech.auto
  /// Whether a timer counts down before it starts.
  public private(set) var countdown = false
  /// Whether notes are made equally loud over the keyboard.
  public private(set) var equalLoudness = true
  /// The sound server's period in frames; nil leaves it as it is.
  public private(set) var period: Int?
  /// The output to play to; nil leaves the choice to Peach.
  public private(set) var output: String?
  /// Which language texts are in.
  public private(set) var language = LanguageChoice.locale
  /// Whether single letters (h, l, q) are keys.
  public private(set) var letters = true

  /// Everything at its default.
  public init() {}

  /// Sets `key` to what `text` says, or throws why it cannot be and changes nothing.
  public mutating func set(_ key: SettingKey, _ text: String) throws(SettingProblem) {
    let before = self
    do throws(SettingProblem) {
      try assign(key, SettingText(key: key, text: text))
      if let problem = rangeProblem { throw problem }
    } catch {
      self = before
      throw error
    }
  }

  /// Sets `name`, a word of the command line.
  public mutating func set(named name: String, _ text: String) throws(SettingProblem) {
    guard let key = SettingKey(rawValue: name) else {
      throw .unknownKey(name, suggestion: .nearest(to: name))
    }
    try set(key, text)
  }

  /// Sets all of `values`, whatever their order: both ends of the note range may move together. A value that cannot be
  /// keeps what stood before and is returned with its problem.
  public mutating func set(all values: [(key: SettingKey, text: String)]) -> [(
    key: SettingKey, problem: SettingProblem
  )] {
    let before = self
    var problems: [(key: SettingKey, problem: SettingProblem)] = []
    for (key, text) in values {
      do throws(SettingProblem) {
        try assign(key, SettingText(key: key, text: text))
      } catch {
        problems.append((key, error))
      }
    }
    if let problem = rangeProblem {
      let key = values.last { $0.key == .noteRangeLow || $0.key == .noteRangeHigh }?.key ?? .noteRangeHigh
      problems.append((key, problem))
      noteRangeLow = before.noteRangeLow
      noteRangeHigh = before.noteRangeHigh
    }
    return problems
  }

  /// Puts `key` back to its default. Where that would leave the note range too narrow, both its ends go back.
  public mutating func reset(_ key: SettingKey) {
    let problems = set(all: [(key, key.defaultText)])
    guard !problems.isEmpty else { return }
    noteRangeLow = NoteRange.standard.low.number
    noteRangeHigh = NoteRange.standard.high.number
  }

  /// The part that training depends on, with the tuning that was read from the file if `tuning` names one; without it
  /// that is equal. The ranges are the same, so it throws only if the two have come apart.
  public func training(scale: Tuning? = nil) throws(TrainingSettingsError) -> TrainingSettings {
    guard let low = Note(noteRangeLow), let high = Note(noteRangeHigh), let range = NoteRange(low, high) else {
      throw .noteRangeTooNarrow(.standard)
    }
    let tuning: Tuning =
      switch tuning {
      case .named(let tuning): tuning
      case .file: scale ?? .equal
      }
    return try TrainingSettings(
      range: range, noteDuration: noteDuration, noteGap: noteGap,
      concertPitch: ConcertPitch(Hertz(concertPitch)) ?? .standard, intervals: intervals, tuning: tuning,
      naturalMechanical: naturalMechanical, loudnessVariation: loudnessVariation, strategy: strategy,
      targetSuccess: targetSuccess, matchingRange: Cents(Double(matchingRange)), matchingAdaptive: matchingAdaptive)
  }

  private var rangeProblem: SettingProblem? {
    noteRangeHigh - noteRangeLow < TrainingSettings.minimumSpan
      ? .rangeTooNarrow(low: noteRangeLow, high: noteRangeHigh) : nil
  }

  private mutating func assign(_ key: SettingKey, _ text: SettingText) throws(SettingProblem) {
    switch key {
    case .noteRangeLow: noteRangeLow = try text.integer()
    case .noteRangeHigh: noteRangeHigh = try text.integer()
    case .noteDuration: noteDuration = try text.number()
    case .noteGap: noteGap = try text.number()
    case .concertPitch: concertPitch = try text.number()
    case .strategy: strategy = try text.word()
    case .targetSuccess: targetSuccess = try text.number()
    case .naturalMechanical: naturalMechanical = try text.number()
    case .loudnessVariation: loudnessVariation = try text.number()
    case .level: level = try text.number()
    case .intervals: intervals = try text.intervals()
    case .tuning: tuning = try text.tuning()
    case .matchingRange: matchingRange = try text.integer()
    case .matchingAdaptive: matchingAdaptive = try text.onOff()
    case .matchingCue: matchingCue = try text.word()
    case .settle: settle = text.isOff ? nil : try text.number()
    case .tick: tick = try text.onOff()
    case .speech: speech = try text.word()
    case .countdown: countdown = try text.onOff()
    case .equalLoudness: equalLoudness = try text.onOff()
    case .period: period = text.isAuto ? nil : try text.integer()
    case .output: output = text.isAuto ? nil : try text.name()
    case .language: language = try text.word()
    case .letters: letters = try text.onOff()
    }
  }

  /// The value of `key` in the words of the file: setting this text again changes nothing.
  public func text(of key: SettingKey) -> String {
    func onOff(_ value: Bool) -> String { value ? "on" : "off" }
    func number(_ value: Double) -> String {
      value == value.rounded() ? "\(Int(value))" : "\(value)"
    }
    return switch key {
    case .noteRangeLow: "\(noteRangeLow)"
    case .noteRangeHigh: "\(noteRangeHigh)"
    case .noteDuration: number(noteDuration)
    case .noteGap: number(noteGap)
    case .concertPitch: number(concertPitch)
    case .strategy: strategy.rawValue
    case .targetSuccess: number(targetSuccess)
    case .naturalMechanical: number(naturalMechanical)
    case .loudnessVariation: number(loudnessVariation)
    case .level: number(level)
    case .intervals: intervals.map(\.description).joined(separator: ", ")
    case .tuning: tuning.text
    case .matchingRange: "\(matchingRange)"
    case .matchingAdaptive: onOff(matchingAdaptive)
    case .matchingCue: matchingCue.rawValue
    case .settle: settle.map(number) ?? onOff(false)
    case .tick: onOff(tick)
    case .speech: speech.rawValue
    case .countdown: onOff(countdown)
    case .equalLoudness: onOff(equalLoudness)
    case .period: period.map { "\($0)" } ?? SettingText.auto
    case .output: output ?? SettingText.auto
    case .language: language.rawValue
    case .letters: onOff(letters)
    }
  }
}
