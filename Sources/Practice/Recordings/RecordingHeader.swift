import Controllers
import Foundation
import Pitch
import Ports
import Practice
import Timers
import Training

/// The first line of a recording: everything practice was begun with that has a say in what it does.
public struct RecordingHeader: Codable, Hashable, Sendable {
  /// The format this program writes. It reads those before it, too: format 1 knows neither the ear nor the wall clock of a
  /// step, format 2 no settings that change, format 3 no practice timers; up to format 4 a level and a silence were batches
  /// of commands.
  public static let format = 5

  /// The format of the recording.
  public var format: Int
  /// The version of the program that wrote it.
  public var program: String
  /// When practice began, by the wall clock.
  public var date: Date
  /// The seed of all chance, in digits: not every reader of JSON keeps 64 bits.
  public var seed: String
  /// The settings that matter.
  public var settings: RecordedSettings
  /// The Scala file of the tuning, if it has one.
  public var scale: RecordedScale?
  /// The mode that starts at once.
  public var mode: String?
  /// Practice ends after this many exercises.
  public var exercises: Int?
  /// Whether the hub sleeps.
  public var asleep: Bool
  /// Whether modes and intervals are spoken where there is a voice.
  public var speaks: Bool
  /// Whether changed intervals are even where nothing else is; nil in old recordings: they are not.
  public var speaksIntervals: Bool?
  /// Whether a voice was asked for.
  public var expectsVoice: Bool
  /// Where controllers' splits stood.
  public var splits: [String: Int]
  /// What practice timers were set to last; nil in formats that know none.
  public var timers: [TimerConfiguration]?
  /// The timed practice that waited to be resumed.
  public var workout: Workout?
  /// The timer that was shown at once, to be confirmed.
  public var timer: TimerConfiguration?
  /// The timer that began by itself.
  public var quickTimer: TimerKind?

  private enum CodingKeys: String, CodingKey {
    case format = "recording"
    case program, date, seed, settings, scale, mode, exercises, asleep, speaks, speaksIntervals, expectsVoice, splits,
      timers, workout, timer, quickTimer
  }

  /// The header of practice with `configuration`.
  init(_ configuration: PracticeConfiguration, program: String, date: Date, scale: RecordedScale?) {
    format = Self.format
    self.program = program
    // To the second: what decides upon the wall clock has its own in its step.
    self.date = Date(timeIntervalSince1970: date.timeIntervalSince1970.rounded(.down))
    seed = "\(configuration.seed)"
    settings = RecordedSettings(configuration.settings, period: configuration.period)
    self.scale = scale
    mode = configuration.startMode?.rawValue
    exercises = configuration.exercises
    asleep = configuration.asleep
    speaks = configuration.settings.speaks
    speaksIntervals = configuration.settings.speaksIntervals
    expectsVoice = configuration.settings.expectsVoice
    splits = configuration.splits
    // In a fixed order: the same practice has the same header.
    timers = TimerKind.allCases.compactMap { configuration.timers.configurations[$0] }
    workout = configuration.timers.paused
    switch configuration.startTimer {
    case .chosen(let configuration): timer = configuration
    case .quick(let kind): quickTimer = kind
    case nil: break
    }
  }

  /// What practice was begun with. Nil if the header says what cannot be.
  func configuration(
    library: ProfileLibrary, history: RecordedHistory?, profile: PerceptualProfile
  ) -> PracticeConfiguration? {
    guard let seed = UInt64(seed), exercises.map({ $0 > 0 }) ?? true,
      let practice = settings.practice(
        scale: scale, speaks: speaks, speaksIntervals: speaksIntervals ?? false, expectsVoice: expectsVoice)
    else { return nil }
    var startMode: Mode?
    if let mode {
      guard let known = Mode(rawValue: mode) else { return nil }
      startMode = known
    }
    return PracticeConfiguration(
      settings: practice, period: settings.period, library: library, startMode: startMode, exercises: exercises,
      seed: seed, asleep: asleep,
      known: KnownAnswers(
        history: history?.comparisonRecords ?? [], matchingHistory: history?.matchingRecords ?? [], profile: profile),
      splits: splits.filter { (0...127).contains($0.value) },
      timers: KnownTimers(
        configurations: Dictionary((timers ?? []).map { ($0.kind, $0) }) { $1 }, paused: workout),
      startTimer: timer.map { .chosen($0) } ?? quickTimer.map { .quick($0) })
  }
}

extension SettingKey {
  /// Whether a number may stand there.
  fileprivate func allows(_ number: Double) -> Bool {
    switch kind {
    case .number(let range), .offOrNumber(let range): range.contains(number)
    default: true
    }
  }
}

/// The settings that have a say in what practice does, by the names of the settings file.
public struct RecordedSettings: Codable, Hashable, Sendable {
  var low: Int
  var high: Int
  var noteDuration: Double
  var noteGap: Double
  var concertPitch: Double
  var strategy: String
  var targetSuccess: Double
  var naturalMechanical: Double
  var loudnessVariation: Double
  var level: Double
  var intervals: [String]
  var tuning: String
  var matchingRange: Double
  var matchingAdaptive: Bool
  var matchingCue: String
  var settle: Double?
  var tick: Bool
  var equalLoudness: Bool
  /// Nil in recordings that know no practice timers.
  var countdown: Bool?
  var period: Int?

  private enum CodingKeys: String, CodingKey {
    case low = "note-range-low"
    case high = "note-range-high"
    case noteDuration = "note-duration"
    case noteGap = "note-gap"
    case concertPitch = "concert-pitch"
    case strategy
    case targetSuccess = "target-success"
    case naturalMechanical = "natural-mechanical"
    case loudnessVariation = "loudness-variation"
    case level, intervals, tuning
    case matchingRange = "matching-range"
    case matchingAdaptive = "matching-adaptive"
    case matchingCue = "matching-cue"
    case settle, tick
    case equalLoudness = "equal-loudness"
    case countdown, period
  }

  init(_ settings: PracticeSettings, period: Int? = nil) {
    let training = settings.training
    low = training.range.low.number
    high = training.range.high.number
    noteDuration = training.noteDuration
    noteGap = training.noteGap
    concertPitch = training.concertPitch.hertz.value
    strategy = training.strategy.rawValue
    targetSuccess = training.targetSuccess
    naturalMechanical = training.naturalMechanical
    loudnessVariation = training.loudnessVariation
    level = settings.level
    intervals = training.intervals.map(\.description)
    tuning = training.tuning.name
    matchingRange = training.matchingRange.value
    matchingAdaptive = training.matchingAdaptive
    matchingCue = settings.matchingCue.rawValue
    settle = settings.settle.map(\.seconds)
    tick = settings.tick
    equalLoudness = settings.equalLoudness
    countdown = settings.countdown
    self.period = period
  }

  /// What practice is set to by them; nil if one of them cannot be.
  func practice(
    scale: RecordedScale?, speaks: Bool, speaksIntervals: Bool, expectsVoice: Bool, letters: Bool = true
  ) -> PracticeSettings? {
    guard let training = training(scale: scale), let cue = Settings.MatchingCue(rawValue: matchingCue),
      SettingKey.level.allows(level), settle.map(SettingKey.settle.allows) ?? true
    else { return nil }
    return PracticeSettings(
      training: training, level: level, tick: tick, matchingCue: cue, speaks: speaks, speaksIntervals: speaksIntervals,
      expectsVoice: expectsVoice, settle: settle.map { .seconds($0) }, equalLoudness: equalLoudness, letters: letters,
      countdown: countdown ?? false
    )
  }

  /// What training needs of them; nil if one of them cannot be.
  private func training(scale: RecordedScale?) -> TrainingSettings? {
    let intervals = intervals.compactMap { DirectedInterval($0) }
    guard intervals.count == self.intervals.count, let tuning = tuning(scale), let low = Note(low),
      let high = Note(high), let range = NoteRange(low, high), let pitch = ConcertPitch(Hertz(concertPitch)),
      let strategy = StrategyName(rawValue: strategy)
    else { return nil }
    return try? TrainingSettings(
      range: range, noteDuration: noteDuration, noteGap: noteGap, concertPitch: pitch, intervals: intervals,
      tuning: tuning, naturalMechanical: naturalMechanical, loudnessVariation: loudnessVariation, strategy: strategy,
      targetSuccess: targetSuccess, matchingRange: Cents(matchingRange), matchingAdaptive: matchingAdaptive)
  }

  private func tuning(_ recorded: RecordedScale?) -> Tuning? {
    guard let recorded else { return Tuning.named(tuning) }
    guard let scale = try? ScalaScale(Array(recorded.scale.utf8)) else { return nil }
    var map: ScalaKeyboardMap?
    if let mapping = recorded.mapping {
      guard let read = try? ScalaKeyboardMap(Array(mapping.utf8)) else { return nil }
      map = read
    }
    return try? Tuning(name: tuning, scale: scale, map: map)
  }
}
