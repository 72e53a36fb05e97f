import ALSACards
import ALSASequencer
import ArgumentParser
import Foundation
import Glibc
import JACKOutput
import Ports
import Practice
import SQLiteStore
import Sound
import Terminal
import Texts
import Training

/// Practice assembled from its live parts: the only place where all of them meet.
struct Program {
  private let setup: Setup
  private let lock: PracticeLock
  private let store: SQLiteStore
  private let output: JACKOutput
  private let ports: MonitoredMIDIPorts
  private let sockets: any HeadphoneSockets
  private let voice: SpeakingVoice
  private let events: any PracticeEventSink
  private let stream: EventStream?
  private let recording: RunningRecording?
  private let practice: Practice
  private let pages: RunningPages?
  /// Retained as long as practice runs: passes on changes of the settings by other programs.
  private let settings: WatchedFile
  private let liveTexts: LiveTexts
  private let display: StatusDisplay
  private let keys: KeyHandler
  /// Whether a service manager started the program: it then has no terminal user, whatever standard input is.
  private let isService: Bool

  /// Opens everything that can fail before practice begins.
  /// - Throws: `ExitCode`, after printing a line with the reason.
  init(
    _ command: PracticeOptions, _ beginning: PracticeBeginning, setup: Setup, signals: Signals,
    files: PracticeFiles
  ) throws {
    self.setup = setup
    isService = command.service
    let texts = setup.catalogue
    do throws(PracticeLockFailure) {
      lock = try PracticeLock.acquire(texts)
    } catch {
      complain(texts.line(error))
      throw ExitCode.store
    }
    let time = SystemTime()
    let seed = command.seed ?? UInt64.random(in: .min ... .max)
    let engine: SoundEngine
    let output: JACKOutput
    do throws(SoundFailure) {
      engine = try .forOutput()
      let sound = setup.soundOptions(command.audio, command.output, willRetry: command.service)
      output = try JACKOutput(engine: engine, options: sound, time: time)
    } catch {
      complain(texts.line(error))
      throw ExitCode.noSound
    }
    self.output = output
    // The server, the player's mappings and the store each take a while, and are independent.
    output.open()
    setup.readMappingsAhead()
    var isReady = false
    defer { if !isReady { output.close(within: ShutdownBudget.output) } }
    let history: [ComparisonRecord]
    let matchingHistory: [MatchingRecord]
    let profile: PerceptualProfile
    let splits: [String: Int]
    let timers: KnownTimers
    do throws(StoreFailure) {
      store = try SQLiteStore(path: setup.paths.database)
      // Each is read only where something goes on from it: a thousand records take longer than all else of the start.
      history = setup.training.strategy == .kazez ? try store.lastRecords(Self.remembered) : []
      matchingHistory = setup.training.goesOnFromMatches ? try store.lastRecords(Self.remembered) : []
      profile = try store.profile()
      splits = try store.splits()
      timers = try store.timers(at: Date())
    } catch {
      complain(texts.line(error))
      throw ExitCode.store
    }
    stream = try setup.writing { try files.events.map { try EventStream($0) } }
    events = stream ?? NoEvents()
    for line in texts.lines(store.opening) { complain(line) }
    let (database, range) = (setup.paths.database, setup.training.range)
    keys = KeyHandler(texts, letters: setup.settings.letters) { texts in
      // Read through a separate connection, as other programs read it: practice continues in the meantime.
      do throws(StoreFailure) {
        let profile = try SQLiteStore.storedProfile(path: database)
        return texts.sentences(profile.report(over: range, now: Date(), calendar: .current))
      } catch {
        return [texts.line(error)]
      }
    }
    let eventsOnOutput = files.events?.isStandardOutput == true
    let outputIsTerminal = isatty(STDOUT_FILENO) == 1
    let environment = ProcessInfo.processInfo.environment
    let display = StatusDisplay(
      texts,
      form: command.service
        ? .journal
        : OutputForm.choose(
          plain: command.plain || eventsOnOutput, isTerminal: outputIsTerminal, environment: environment),
      descriptor: eventsOnOutput ? STDERR_FILENO : STDOUT_FILENO,
      // Next to events, or with their results, no line stays the last for long.
      rests: !eventsOnOutput && OutputForm.movesCursor(environment), readsKeys: isatty(STDIN_FILENO) == 1)
    self.display = display
    // A screen reader also speaks at a terminal, so its user wants to hear Peach there.
    let place = SpeechPlace(
      outputIsTerminal: outputIsTerminal && !OutputForm.isAccessible(environment), hasEvents: stream != nil)
    let voice = SpeakingVoice(texts)
    self.voice = voice
    do {
      ports = MonitoredMIDIPorts(
        ALSASequencer(options: SequencerOptions(controller: setup.controllerName), time: time), library: setup.library)
      sockets = CardSockets() ?? NoHeadphoneSockets()
      let configuration = setup.configuration(
        beginning, place: place, seed: seed, asleep: command.service,
        known: KnownAnswers(history: history, matchingHistory: matchingHistory, profile: profile), splits: splits,
        timers: timers)
      recording = try setup.writing { try files.recording.map { try RunningRecording($0, configuration, setup) } }
      if configuration.settings.wantsVoice { voice.want() }
      let parts = PracticeParts(
        ports: ports, output: output, engine: engine, store: store, sockets: sockets, speech: voice.output,
        events: events, time: time, recorder: recording?.recorder)
      let keys = keys
      let practice = try Practice(
        configuration: configuration, parts: parts, signals: signals, pause: { keys.pause() })
      self.practice = practice
      let mailbox = practice.mailbox
      let live = LiveSettings(setup.settings, told: configuration.settings, paths: setup.paths, place: place) {
        change in
        if change.settings.wantsVoice { voice.want() }
        mailbox.post(.settings(change))
      }
      let catalogues = LiveCatalogues(option: setup.language, environment: environment)
      let liveTexts = LiveTexts(texts) { spoken in
        display.speak(spoken)
        keys.speak(spoken)
        voice.speak(spoken)
      }
      self.liveTexts = liveTexts
      settings = WatchedFile(setup.paths.settings) { [views = practice.views] in
        live.follow()
        liveTexts.choose(catalogues.catalogue(live.language))
        liveTexts.follow(views.state)
      }
      pages = command.port.map { [ports, store, output] port in
        RunningPages(
          port: port, opens: command.open, practice: practice, live: live, catalogues: catalogues, setup: setup,
          ports: ports, practices: store, outputs: { output.names() })
      }
    } catch let problem as SoundEngineError {
      complain(texts.line(SoundFailure(problem)))
      throw ExitCode.noSound
    }
    isReady = true
  }

  /// The number of newest records of each kind that practice continues from.
  static let remembered = 2_000

  /// Runs practice until the player leaves it, closes everything, and returns the exit code.
  func run() -> ExitCode {
    practice.views.observe { [liveTexts, display, practice, voice, keys] in
      let view = practice.views.state
      liveTexts.follow(view)
      display.post(view)
      keys.follow(view)
      voice.follow(view)
    }
    // First, so that the terminal no longer shows keys when the cursor comes to rest on a line.
    if !isService { keys.start(practice, display: display) }
    display.post(practice.views.state)
    settings.start()
    setup.readShippedMappingsLater()
    pages?.start(lock)
    let end = practice.run()
    settings.close()
    pages?.close(within: ShutdownBudget.pages)
    sockets.close()
    ports.close(within: ShutdownBudget.ports)
    voice.output.close(within: ShutdownBudget.voice)
    output.close(within: ShutdownBudget.output)
    let closure = store.close(within: ShutdownBudget.store)
    practice.finish()
    let unrecorded = recording?.close()
    keys.close()
    let kept = practice.kept
    display.close(
      within: ShutdownBudget.display, lastLine: isService ? nil : liveTexts.catalogue.line(kept))
    let untold = stream?.close(within: ShutdownBudget.events)
    // Not by `complain`: a terminal whose output is stopped (Control-S) must not block the exit.
    let last = LineDisplay(descriptor: STDERR_FILENO)
    last.show(
      (unrecorded.map { [liveTexts.catalogue.recordingEnded($0)] } ?? [])
        + (untold.map { [liveTexts.catalogue.line($0)] } ?? []) + lastLines(end, closure))
    last.close(within: ShutdownBudget.lastLines)
    // Held until all writes are done.
    return withExtendedLifetime(lock) {
      Self.exitCode(of: end, closure, isRecorded: unrecorded == nil && untold == nil)
    }
  }

  private func lastLines(_ end: PracticeEnd, _ closure: StoreClosure) -> [String] {
    let texts = liveTexts.catalogue
    if case .unsaved(let count, let file) = closure {
      return [
        texts(.storeUnsaved, count: count), file.map { texts(.storeRescue, ["file": $0]) } ?? texts(.storeNoRescue),
      ]
    }
    guard case .noSound(let failure) = end else { return [] }
    return [texts.line(failure)]
  }

  /// Returns the exit code: lost answers have precedence over missing sound, and sound over an incomplete recording.
  static func exitCode(of end: PracticeEnd, _ closure: StoreClosure, isRecorded: Bool) -> ExitCode {
    switch (closure, end) {
    case (.unsaved, _): .store
    case (_, .noSound): .noSound
    case (_, .left): isRecorded ? .success : .failure
    }
  }
}
