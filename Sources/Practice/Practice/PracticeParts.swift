import Controllers
import Foundation
import Pitch
import Ports
import Sound
import Time
import Training

/// Everything the loop is put together from, by the one place that does so (`peach`) or by a test.
public struct PracticeParts: Sendable {
  /// Hands.
  public var ports: any MIDIPorts
  /// Ears: the control side of the output.
  public var output: any SoundOutput
  /// Ears: the renderer's control side. The loop is the only one to use it.
  public var engine: SoundEngine
  /// The sockets that headphones are plugged into.
  public var sockets: any HeadphoneSockets
  /// Memory.
  public var store: any RecordStore
  /// The voice.
  public var speech: any SpeechOutput
  /// The event stream.
  public var events: any PracticeEventSink
  /// CLOCK_MONOTONIC, or a clock of the test's.
  public var time: any TimeSource
  /// The wall clock that records are dated by.
  public var wallClock: @Sendable () -> Date
  /// Ids of records.
  public var makeID: @Sendable () -> UUID
  /// Keeps a recording of all that the loop is told and tells; nil where none was asked for.
  public var recorder: (any StepRecorder)?

  /// Memberwise; dates and ids are the system's unless a test says otherwise.
  public init(
    ports: any MIDIPorts, output: any SoundOutput, engine: SoundEngine, store: any RecordStore,
    sockets: any HeadphoneSockets = NoHeadphoneSockets(), speech: any SpeechOutput = NoSpeech(),
    events: any PracticeEventSink, time: any TimeSource,
    wallClock: @escaping @Sendable () -> Date = { Date() }, makeID: @escaping @Sendable () -> UUID = { UUID() },
    recorder: (any StepRecorder)? = nil
  ) {
    self.ports = ports
    self.output = output
    self.engine = engine
    self.store = store
    self.sockets = sockets
    self.speech = speech
    self.events = events
    self.time = time
    self.wallClock = wallClock
    self.makeID = makeID
    self.recorder = recorder
  }

  /// The parts as the core uses them: time stands where `moment` stands, and what is told is recorded.
  func atRest(_ moment: ManualTime) -> PracticeParts {
    var parts = self
    parts.time = moment
    return recorder?.tapping(parts) ?? parts
  }
}

/// What practice is asked to do: settings, mappings and the options of the command line.
public struct PracticeConfiguration: Sendable {
  /// The settings that may change while practice runs.
  public var settings: PracticeSettings
  /// The period in frames if one was set; nil lets the loop lengthen it after repeated xruns.
  public var period: Int?
  /// What is wrong with the settings file, to be told.
  public var settingsProblems: [SettingsFileProblem]
  /// The mappings that were read, and what was wrong with the others.
  public var library: MappingLibrary
  /// Starts at once when there is sound, instead of waiting at the hub.
  public var startMode: Mode?
  /// Practice ends after this many answered exercises.
  public var exercises: Int?
  /// The practice timer that is shown at once.
  public var startTimer: TimerStart?
  /// The seed of all chance; drawn by the caller unless it was given.
  public var seed: UInt64
  /// Whether the hub waits for a two-key hold on every controller (a hub started by a service).
  public var asleep: Bool
  /// The answers that went before, and what they have taught.
  public var known: KnownAnswers
  /// Where each known controller's split stands, by `PortDescription.memoryKey`.
  public var splits: [String: Int]
  /// What is known of practice timers.
  public var timers: KnownTimers

  /// Memberwise; defaults for everything but the mappings and the seed.
  public init(
    settings: PracticeSettings = PracticeSettings(), period: Int? = nil, settingsProblems: [SettingsFileProblem] = [],
    library: MappingLibrary, startMode: Mode? = nil, exercises: Int? = nil, seed: UInt64, asleep: Bool = false,
    known: KnownAnswers = KnownAnswers(), splits: [String: Int] = [:], timers: KnownTimers = KnownTimers(),
    startTimer: TimerStart? = nil
  ) {
    self.settings = settings
    self.period = period
    self.settingsProblems = settingsProblems
    self.library = library
    self.startMode = startMode
    self.exercises = exercises
    self.seed = seed
    self.asleep = asleep
    self.known = known
    self.splits = splits
    self.timers = timers
    self.startTimer = startTimer
  }
}

extension PracticeConfiguration {
  /// What is wrong with the files it was read from.
  var notices: [ViewState.Notice] {
    settingsProblems.map { .settings($0) } + library.problems.map { .mapping($0) }
  }

  /// Who chooses exercises, going on from what went before.
  var strategy: any Strategy { known.strategy(settings.training.strategy) }
}
