import Controllers
import Foundation
import Pitch
import Ports
import Sound
import Training

/// The live parts of the loop, assembled in one place by `peach`, or by a test.
public struct PracticeParts: Sendable {
  /// The MIDI controllers.
  public var ports: any MIDIPorts
  /// The control side of the sound output.
  public var output: any SoundOutput
  /// The control side of the renderer. Used only by the loop.
  public var engine: SoundEngine
  /// The headphone sockets.
  public var sockets: any HeadphoneSockets
  /// The store of records.
  public var store: any RecordStore
  /// The voice.
  public var speech: any SpeechOutput
  /// The event stream.
  public var events: any PracticeEventSink
  /// CLOCK_MONOTONIC, or a test's clock.
  public var time: any TimeSource
  /// The wall clock that dates records.
  public var wallClock: @Sendable () -> Date
  /// The source of record ids.
  public var makeID: @Sendable () -> UUID
  /// The recorder of all inputs and outputs of the loop; nil unless a recording was requested.
  public var recorder: (any StepRecorder)?

  /// Creates parts; dates and ids are the system's by default.
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

  /// Returns the parts for the core: with the clock `moment`, and recorded if a recorder is present.
  func atRest(_ moment: ManualTime) -> PracticeParts {
    var parts = self
    parts.time = moment
    return recorder?.tapping(parts) ?? parts
  }
}

/// The configuration of practice: settings, mappings and command-line options.
public struct PracticeConfiguration: Sendable {
  /// The settings that may change during practice.
  public var settings: PracticeSettings
  /// The period in frames if one was set; nil lets the loop lengthen it after repeated xruns.
  public var period: Int?
  /// The problems of the settings file, to report.
  public var settingsProblems: [SettingsFileProblem]
  /// The mappings, and the problems of those that could not be read.
  public var library: MappingLibrary
  /// The mode to start as soon as there is sound, instead of waiting at the hub.
  public var startMode: Mode?
  /// The number of answered exercises after which practice ends.
  public var exercises: Int?
  /// The practice timer to show at once.
  public var startTimer: TimerStart?
  /// The random seed; drawn by the caller unless given.
  public var seed: UInt64
  /// Whether every controller must be woken by a two-key hold (a hub started by a service).
  public var asleep: Bool
  /// Whether only a controller can begin practice: it then ends where none can come.
  public var needsController: Bool
  /// The earlier answers and the knowledge from them.
  public var known: KnownAnswers
  /// The split of each known controller, by `PortDescription.memoryKey`.
  public var splits: [String: Int]
  /// The known timer configurations, and a paused workout.
  public var timers: KnownTimers

  /// Creates a configuration; everything but the settings, the mappings and the seed has a default.
  public init(
    settings: PracticeSettings = PracticeSettings(), period: Int? = nil, settingsProblems: [SettingsFileProblem] = [],
    library: MappingLibrary, startMode: Mode? = nil, exercises: Int? = nil, seed: UInt64, asleep: Bool = false,
    needsController: Bool = false, known: KnownAnswers = KnownAnswers(), splits: [String: Int] = [:],
    timers: KnownTimers = KnownTimers(),
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
    self.needsController = needsController
    self.known = known
    self.splits = splits
    self.timers = timers
    self.startTimer = startTimer
  }
}

extension PracticeConfiguration {
  /// The problems of the files it was read from.
  var notices: [ViewState.Notice] {
    settingsProblems.map { .settings($0) } + library.problems.map { .mapping($0) }
  }

  /// The strategy that chooses exercises, continuing from earlier answers.
  var strategy: any Strategy { known.strategy(settings.training.strategy) }
}
