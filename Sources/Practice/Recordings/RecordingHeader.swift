import Controllers
import Foundation
import Pitch
import Ports
import Practice
import Timers
import Training

/// The first line of a recording: every start condition that affects practice.
public struct RecordingHeader: Codable, Hashable, Sendable {
  /// The format that this program writes, and the only one that it reads.
  public static let format = 1

  /// The format of the recording.
  public var format: Int
  /// The version of the program that wrote it.
  public var program: String
  /// When practice began, by the wall clock.
  public var date: Date
  /// The seed of all random numbers, in digits: not every JSON reader keeps 64 bits.
  public var seed: String
  /// The settings that matter.
  public var settings: RecordedSettings
  /// The files of tunings and orders, by the names of their settings; nil without any.
  public var scales: [String: RecordedScale]?
  /// The mode that starts at once.
  public var mode: String?
  /// Practice ends after this many exercises.
  public var exercises: Int?
  /// Whether the hub sleeps.
  public var asleep: Bool
  /// Whether modes and intervals are spoken if there is a voice.
  public var speaks: Bool
  /// Whether changed intervals are spoken even if all else is not.
  public var speaksIntervals: Bool
  /// Whether the player requested a voice.
  public var expectsVoice: Bool
  /// Whether there was a problem with the settings, which a voice reports first.
  public var saysSettings: Bool
  /// The splits of controllers.
  public var splits: [String: Int]
  /// The last configurations of practice timers.
  public var timers: [TimerConfiguration]
  /// The paused timed practice.
  public var workout: Workout?
  /// The timer shown at the start for confirmation.
  public var timer: TimerConfiguration?
  /// The timer that began by itself.
  public var quickTimer: TimerKind?

  private enum CodingKeys: String, CodingKey {
    case format = "recording"
    case program, date, seed, settings, scales, mode, exercises, asleep, speaks, speaksIntervals, expectsVoice,
      saysSettings, splits, timers, workout, timer, quickTimer
  }

  /// The header of practice with `configuration`.
  init(_ configuration: PracticeConfiguration, program: String, date: Date, scales: [String: RecordedScale]?) {
    format = Self.format
    self.program = program
    // To the second: steps that depend on the wall clock record it themselves.
    self.date = Date(timeIntervalSince1970: date.timeIntervalSince1970.rounded(.down))
    seed = "\(configuration.seed)"
    settings = RecordedSettings(configuration.settings, period: configuration.period)
    self.scales = scales
    mode = configuration.startMode?.rawValue
    exercises = configuration.exercises
    asleep = configuration.asleep
    speaks = configuration.settings.speaks
    speaksIntervals = configuration.settings.speaksIntervals
    expectsVoice = configuration.settings.expectsVoice
    saysSettings = !configuration.settingsProblems.isEmpty
    splits = configuration.splits
    // In a fixed order, so that the same practice has the same header.
    timers = TimerKind.allCases.compactMap { configuration.timers.configurations[$0] }
    workout = configuration.timers.paused
    switch configuration.startTimer {
    case .chosen(let configuration): timer = configuration
    case .quick(let kind): quickTimer = kind
    case nil: break
    }
  }

  /// Returns the configuration of practice; nil if the header has invalid values.
  func configuration(
    library: MappingLibrary, history: RecordedHistory?, profile: PerceptualProfile
  ) -> PracticeConfiguration? {
    guard let seed = UInt64(seed), exercises.map({ $0 > 0 }) ?? true,
      let settings = settings.settings(scales: scales)
    else { return nil }
    var startMode: Mode?
    if let mode {
      guard let known = Mode(rawValue: mode) else { return nil }
      startMode = known
    }
    return PracticeConfiguration(
      settings: PracticeSettings(
        settings, speaks: speaks, speaksIntervals: speaksIntervals, expectsVoice: expectsVoice),
      period: settings.period,
      // A placeholder: the details of the problem were only shown and do not affect practice.
      settingsProblems: saysSettings ? [SettingsFileProblem(file: "", reason: .notAMapping)] : [],
      library: library, startMode: startMode, exercises: exercises,
      seed: seed, asleep: asleep,
      known: KnownAnswers(
        history: history?.comparisonRecords ?? [], matchingHistory: history?.matchingRecords ?? [], profile: profile),
      splits: splits.filter { (0...127).contains($0.value) },
      timers: KnownTimers(
        configurations: Dictionary(timers.map { ($0.kind, $0) }) { $1 }, paused: workout),
      startTimer: timer.map { .chosen($0) } ?? quickTimer.map { .quick($0) })
  }
}
