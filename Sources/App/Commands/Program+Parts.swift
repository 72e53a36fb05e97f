import ALSACards
import ALSASequencer
import ArgumentParser
import Foundation
import Glibc
import JACKOutput
import Linux
import Ports
import Practice
import SQLiteStore
import Sound
import Terminal
import Texts
import Training

// The parts of a program, in the order in which they are opened.
extension Program {
  /// The renderer, and the output that plays it.
  struct SoundParts {
    let engine: SoundEngine
    let output: JACKOutput

    /// What sound needs whatever the options are: the renderer, and a library in memory. It takes as long as reading
    /// the settings, so it is prepared next to that.
    typealias Ahead = AsyncOnce<Result<SoundEngine, SoundFailure>>

    /// Returns the preparation, begun.
    static func ahead() -> Ahead {
      let ahead = Ahead {
        JACKOutput.loadLibrary()
        return Result { () throws(SoundFailure) in try SoundEngine.forOutput() }
      }
      ahead.prepare()
      return ahead
    }

    /// Opens the output: a server takes a while to answer.
    init(_ command: PracticeOptions, _ setup: Setup, _ ahead: Ahead) throws(SoundFailure) {
      engine = try ahead.value.get()
      let options = setup.soundOptions(command.audio, command.output, willRetry: command.service)
      output = try JACKOutput(engine: engine, options: options)
      output.open()
    }

    /// Closes the output; a hung server is abandoned.
    func close() { output.close(within: ShutdownBudget.output) }
  }

  /// The store, and what practice continues from.
  struct Storage {
    /// The number of newest records of each kind that practice continues from.
    static let remembered = 2_000

    let store: SQLiteStore
    let known: KnownAnswers
    let splits: [String: Int]
    let timers: KnownTimers

    /// Opens the store, and reads only what these settings need: a thousand records take longer than all else of the
    /// start.
    init(_ setup: Setup) throws(StoreFailure) {
      store = try SQLiteStore(path: setup.paths.database)
      known = KnownAnswers(
        history: setup.training.strategy == .kazez ? try store.lastRecords(Self.remembered) : [],
        matchingHistory: setup.training.goesOnFromMatches ? try store.lastRecords(Self.remembered) : [],
        profile: try store.profile())
      splits = try store.splits()
      timers = try store.timers(at: Date())
    }
  }

  /// The player's terminal and voice.
  struct Surfaces {
    let keys: KeyHandler
    let display: StatusDisplay
    let voice: SpeakingVoice
    let texts: LiveTexts
    /// The circumstances that decide whether Peach speaks.
    let place: SpeechPlace

    /// Prints nothing yet, and opens no voice.
    init(_ command: PracticeOptions, _ setup: Setup, events: OutputPath?) {
      let (database, range) = (setup.paths.database, setup.training.range)
      let keys = KeyHandler(setup.catalogue, letters: setup.settings.letters) { texts in
        // Read through a separate connection, as other programs read it: practice continues in the meantime.
        do throws(StoreFailure) {
          let profile = try SQLiteStore.storedProfile(path: database)
          return texts.sentences(profile.report(over: range, now: Date(), calendar: .current))
        } catch {
          return [texts.line(error)]
        }
      }
      let eventsOnOutput = events?.isStandardOutput == true
      let outputIsTerminal = isatty(STDOUT_FILENO) == 1
      let environment = ProcessInfo.processInfo.environment
      let display = StatusDisplay(
        setup.catalogue,
        form: command.service
          ? .journal
          : OutputForm.choose(
            plain: command.plain || eventsOnOutput, isTerminal: outputIsTerminal, environment: environment),
        descriptor: eventsOnOutput ? STDERR_FILENO : STDOUT_FILENO,
        // Next to events, or with their results, no line stays the last for long.
        rests: !eventsOnOutput && OutputForm.movesCursor(environment), readsKeys: isatty(STDIN_FILENO) == 1)
      // A screen reader also speaks at a terminal, so its user wants to hear Peach there.
      place = SpeechPlace(
        outputIsTerminal: outputIsTerminal && !OutputForm.isAccessible(environment), hasEvents: events != nil)
      let voice = SpeakingVoice(setup.catalogue)
      texts = LiveTexts(setup.catalogue) { spoken in
        display.speak(spoken)
        keys.speak(spoken)
        voice.speak(spoken)
      }
      (self.keys, self.display, self.voice) = (keys, display, voice)
    }

    /// Shows the newest of `views`. Any thread; never waits.
    func follow(_ views: ViewPublisher) {
      let view = views.state
      texts.follow(view)
      display.post(view)
      keys.follow(view)
      voice.follow(view)
    }
  }

  /// The loop, with its controllers, sockets and recording.
  struct Loop {
    let ports: MonitoredMIDIPorts
    let sockets: any HeadphoneSockets
    let recording: RunningRecording?
    let practice: Practice
    /// The settings that practice starts with.
    let settings: PracticeSettings

    /// Assembles practice at the hub, not started.
    /// - Throws: `ExitCode`, after printing a line with the reason.
    init(
      _ command: PracticeOptions, _ beginning: PracticeBeginning, _ setup: Setup, signals: Signals,
      recording path: OutputPath?, events: any PracticeEventSink, _ sound: SoundParts, _ storage: Storage,
      _ surfaces: Surfaces
    ) throws {
      let time = SystemTime()
      ports = MonitoredMIDIPorts(
        ALSASequencer(options: SequencerOptions(controller: setup.controllerName), time: time), library: setup.library)
      sockets = CardSockets() ?? NoHeadphoneSockets()
      // A program that reads the events ends practice by a signal.
      let needsController =
        !command.service && command.port == nil && command.events == nil && beginning.mode == nil
        && isatty(STDIN_FILENO) == 0
      let configuration = setup.configuration(
        beginning, place: surfaces.place, seed: command.seed ?? UInt64.random(in: .min ... .max),
        asleep: command.service, needsController: needsController, known: storage.known, splits: storage.splits,
        timers: storage.timers)
      settings = configuration.settings
      recording = try setup.writing { try path.map { try RunningRecording($0, configuration, setup) } }
      if settings.wantsVoice { surfaces.voice.want() }
      let parts = PracticeParts(
        ports: ports, output: sound.output, engine: sound.engine, store: storage.store, sockets: sockets,
        speech: surfaces.voice.output, events: events, time: time, recorder: recording?.recorder)
      let keys = surfaces.keys
      practice = try orExit(.noSound, { setup.catalogue.line(SoundFailure($0)) }) { () throws(SoundEngineError) in
        try Practice(configuration: configuration, parts: parts, signals: signals, pause: { keys.pause() })
      }
    }
  }

  /// The settings that change while practice runs, and the pages that change them.
  struct LiveParts {
    /// Passes on changes of the settings by other programs, as long as it is retained.
    let settings: WatchedFile
    let pages: RunningPages?

    /// Neither is started yet.
    init(
      _ command: PracticeOptions, _ setup: Setup, _ sound: SoundParts, _ storage: Storage, _ surfaces: Surfaces,
      _ loop: Loop
    ) {
      let (practice, voice, texts, output) = (loop.practice, surfaces.voice, surfaces.texts, sound.output)
      let live = LiveSettings(setup.settings, told: loop.settings, paths: setup.paths, place: surfaces.place) {
        change in
        if change.settings.wantsVoice { voice.want() }
        practice.mailbox.post(.settings(change))
      }
      let catalogues = LiveCatalogues(option: setup.language, environment: ProcessInfo.processInfo.environment)
      settings = WatchedFile(setup.paths.settings) { [views = practice.views] in
        live.follow()
        texts.choose(catalogues.catalogue(live.language))
        texts.follow(views.state)
      }
      pages = command.port.map { port in
        RunningPages(
          port: port, opens: command.open, practice: practice, live: live, catalogues: catalogues, setup: setup,
          ports: loop.ports, practices: storage.store, outputs: { output.names() })
      }
    }
  }
}
