import Controllers
import Foundation
import MIDI
import Ports
import Sound
import TestSupport
import Testing
import Time
import Timers

@testable import Practice
@testable import Recordings
@testable import Training

/// A whole practice in memory: the real core, the real renderer, a clock that moves with the frames that were made.
final class PracticeHarness {
  let time: ManualTime
  let ports = InMemoryMIDIPorts()
  let output: OfflineOutput
  let store = InMemoryStore()
  /// The voice; nil without one.
  let voice: InMemorySpeech?
  let events = InMemoryEvents()
  let engine: SoundEngine
  var core: PracticeCore
  let mailbox: Mailbox
  /// Keeps a recording, where one is asked for.
  let recorder: Recorder?
  private var renderer: OfflineRenderer
  private var taken: [PracticeInput] = []
  /// Everything that sounded, 48,000 frames a second.
  private(set) var recording: [Float] = []

  static let keyboard = PortDescription(
    id: PortID(client: 20, port: 0), clientName: "Keyboard", portName: "Keyboard MIDI 1",
    usb: USBID(vendor: 0x1234, product: 0x0001), usbPath: "1-1")
  static let other = PortDescription(
    id: PortID(client: 24, port: 0), clientName: "Pads", portName: "Pads MIDI 1",
    usb: USBID(vendor: 0x1234, product: 0x0002), usbPath: "1-2")

  let period: Int
  let latency: Int
  private let keepsSound: Bool

  init(
    training: TrainingSettings? = nil, library: MappingLibrary = MappingLibrary(mappings: []), seed: UInt64 = 1,
    exercises: Int? = nil, startMode: Mode? = nil, asleep: Bool = false, period: Int = 64, latency: Int = 128,
    history: [ComparisonRecord] = [], profile: PerceptualProfile = PerceptualProfile(), voice: InMemorySpeech? = nil,
    speaks: Bool = false,
    matchingCue: Settings.MatchingCue = .auto, recording: InMemoryRecording? = nil,
    timers: KnownTimers = KnownTimers(), startTimer: TimerStart? = nil, keepsSound: Bool = true
  ) throws {
    self.keepsSound = keepsSound
    // The loop does the same with every strategy; kazez costs the least.
    var settings = Settings(training: training ?? TrainingSettings(noteDuration: 0.3, strategy: .kazez))
    settings.matchingCue = matchingCue
    settings.equalLoudness = false
    self.period = period
    self.latency = latency
    self.voice = voice
    renderer = try OfflineRenderer(
      period: period, latency: latency, origin: MonotonicTime(nanoseconds: 1_000_000_000), seed: seed)
    engine = renderer.engine
    time = ManualTime(renderer.time)
    output = OfflineOutput(rate: 48_000, period: period, latency: latency)
    var configuration = PracticeConfiguration(
      settings: PracticeSettings(settings, speaks: speaks), library: library, startMode: startMode,
      exercises: exercises, seed: seed, asleep: asleep, known: KnownAnswers(history: history, profile: profile))
    configuration.timers = timers
    configuration.startTimer = startTimer
    let recorder = recording.map {
      Recorder(
        configuration, program: "test", date: Date(timeIntervalSince1970: 0), mappingTexts: library.texts, to: $0)
    }
    self.recorder = recorder
    let parts = PracticeParts(
      ports: ports, output: output, engine: engine, store: store, speech: voice ?? NoSpeech(), events: events,
      time: time, recorder: recorder)
    core = try PracticeCore(configuration: configuration, parts: parts)
    mailbox = Mailbox(bell: nil)
    let mailbox = mailbox
    store.start { mailbox.post(.store($0)) }
    output.start { mailbox.post(.sound($0)) }
    let clock = engine.clock
    parts.speech.start { mailbox.post(PracticeInput($0, clock: clock)) }
    ports.start { mailbox.post(.controllers($0)) }
    core.start()
    turn()
  }

  /// Takes what waits, as the loop's thread does.
  func turn() {
    core.takeSoundEvents()
    mailbox.takeAll(into: &taken)
    for input in taken { core.handle(input) }
    core.advance()
  }

  /// Renders one period and lets the loop take a turn.
  func cycle() {
    let before = renderer.time
    renderer.renderCycle { if keepsSound { recording.append(contentsOf: $0) } }
    time.advance(by: renderer.time - before)
    turn()
  }

  /// Renders nothing for `duration`, while everything else continues.
  func standStill(for duration: Duration) {
    let end = time.now() + duration
    while time.now() < end {
      let step = min(.milliseconds(5), end - time.now())
      renderer.standStill(for: step)
      time.advance(by: step)
      turn()
    }
  }

  /// Runs until `reached` or for at most `limit` of practice time. Returns whether it was reached.
  @discardableResult
  func run(until reached: () -> Bool, limit: Duration = .seconds(10)) -> Bool {
    let end = time.now() + limit
    while !reached() {
      if time.now() >= end { return false }
      cycle()
    }
    return true
  }

  /// Runs for `duration` of the practice's own time.
  func run(for duration: Duration) {
    run(until: { false }, limit: duration)
  }

  func plug(_ port: PortDescription = keyboard) {
    ports.inject(.connected(port))
    turn()
  }

  func unplug(_ port: PortDescription = keyboard) {
    ports.inject(.disconnected(port.id))
    turn()
  }

  /// A key goes down now.
  func press(_ note: Int, on port: PortDescription = keyboard, at moment: MonotonicTime? = nil) {
    send(.noteOn(channel: .one, note: UInt7(truncating: note), velocity: UInt7(truncating: 100)), on: port, at: moment)
  }

  /// A key comes up now.
  func release(_ note: Int, on port: PortDescription = keyboard, at moment: MonotonicTime? = nil) {
    send(.noteOff(channel: .one, note: UInt7(truncating: note), velocity: UInt7(truncating: 64)), on: port, at: moment)
  }

  func send(_ message: MIDIMessage, on port: PortDescription = keyboard, at moment: MonotonicTime? = nil) {
    ports.inject(.received(port.id, message, at: moment ?? time.now()))
    turn()
  }

  /// A short press: down and, 60 ms later, up.
  func tap(_ note: Int, on port: PortDescription = keyboard) {
    press(note, on: port)
    run(for: .milliseconds(60))
    release(note, on: port)
  }

  /// Starts comparison at the hub with the keyboard.
  func startComparison() {
    tap(72)
  }

  func intent(_ intent: Intent, source: InputSource = .keys) {
    mailbox.post(.intent(intent, at: time.now(), source: source))
    turn()
  }

  /// The settings were changed.
  func change(_ change: SettingsChange) {
    mailbox.post(.settings(change))
    turn()
  }

  /// Some of the settings were changed.
  func change(_ alter: (inout PracticeSettings) -> Void) {
    var settings = core.exercises.wanted
    alter(&settings)
    change(SettingsChange(settings))
  }

  var view: ViewState { core.views.state }
  var kinds: [PracticeEvent.Kind] { events.all.map(\.kind) }

  /// The last exercise.
  var exercise: ComparisonExercise? {
    kinds.reversed().lazy.compactMap { if case .exerciseStarted(let exercise) = $0 { exercise } else { nil } }.first
  }

  /// Waits until an answer counts, and then as long again as it takes to be heard.
  @discardableResult
  func runUntilAnswerable() -> Bool {
    let before = view.epoch
    guard run(until: { view.canAnswer && (view.epoch != before || view.phase != .feedback) }) else { return false }
    run(for: .milliseconds(20))
    return true
  }

  /// The key that answers rightly, or wrongly.
  func key(right: Bool) -> Int {
    let higher = exercise?.correctAnswer == .higher
    return higher == right ? 72 : 48
  }

  /// Answers the exercise that can be answered now.
  func answer(right: Bool) {
    tap(key(right: right))
  }
}

extension Channel {
  /// Channel 1.
  static let one = Channel(statusNibble: 0)
}

extension ExerciseSide {
  /// The session of comparison, whether it runs or rests.
  var comparison: ComparisonSession {
    get throws { try #require(([session] + resting).lazy.compactMap { $0 as? ComparisonSession }.first) }
  }

  /// Has comparisons chosen by `strategy`.
  mutating func choose(by strategy: any Strategy) {
    forEachSession { session in
      guard var comparison = session as? ComparisonSession else { return }
      comparison.strategy = strategy
      session = comparison
    }
  }
}
