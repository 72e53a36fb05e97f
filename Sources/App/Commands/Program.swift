import ArgumentParser
import Glibc
import Ports
import Practice
import SQLiteStore
import Terminal
import Texts

/// Practice assembled from its live parts: the only place that knows all of them.
struct Program {
  private let setup: Setup
  private let lock: PracticeLock
  private let sound: SoundParts
  private let storage: Storage
  private let stream: EventStream?
  private let surfaces: Surfaces
  private let loop: Loop
  private let live: LiveParts
  /// Whether a service manager started the program: it then has no terminal user, even if standard input is a terminal.
  private let isService: Bool

  /// Opens everything that can fail before practice begins.
  /// - Throws: `ExitCode`, after printing a line with the reason.
  init(
    _ command: PracticeOptions, _ beginning: PracticeBeginning, setup: Setup, signals: Signals,
    files: PracticeFiles, ahead: SoundParts.Ahead
  ) throws {
    self.setup = setup
    isService = command.service
    let texts = setup.catalogue
    lock = try orExit(.store, texts.line) { () throws(PracticeLockFailure) in try PracticeLock.acquire(texts) }
    // The server, the player's mappings and the store each take a while, and are independent.
    let sound = try orExit(.noSound, texts.line) { () throws(SoundFailure) in try SoundParts(command, setup, ahead) }
    self.sound = sound
    setup.readMappingsAhead()
    do {
      storage = try orExit(.store, texts.line) { () throws(StoreFailure) in try Storage(setup) }
      stream = try setup.writing { try files.events.map { try EventStream($0) } }
      for line in texts.lines(storage.store.opening) { complain(line) }
      surfaces = Surfaces(command, setup, events: files.events)
      loop = try Loop(
        command, beginning, setup, signals: signals, recording: files.recording, events: stream ?? NoEvents(), sound,
        storage, surfaces)
      live = LiveParts(command, setup, sound, storage, surfaces, loop)
    } catch {
      sound.close()
      throw error
    }
  }

  /// Runs practice until the player leaves it, closes everything, and returns the exit code.
  func run() -> ExitCode {
    let practice = loop.practice
    practice.views.observe { [surfaces, views = practice.views] in surfaces.follow(views) }
    // First, so that the terminal no longer shows keys when the cursor settles on a line.
    if !isService { surfaces.keys.start(practice, display: surfaces.display) }
    surfaces.display.post(practice.views.state)
    live.settings.start()
    setup.readShippedMappingsLater()
    live.pages?.start(lock)
    let end = practice.run()
    live.settings.close()
    live.pages?.close(within: ShutdownBudget.pages)
    loop.sockets.close()
    loop.ports.close(within: ShutdownBudget.ports)
    surfaces.voice.output.close(within: ShutdownBudget.voice)
    sound.close()
    let closure = storage.store.close(within: ShutdownBudget.store)
    practice.finish()
    let unrecorded = loop.recording?.close()
    surfaces.keys.close()
    let kept = practice.kept
    surfaces.display.close(
      within: ShutdownBudget.display, lastLine: isService ? nil : surfaces.texts.catalogue.line(kept))
    let untold = stream?.close(within: ShutdownBudget.events)
    // Not by `complain`: a terminal whose output is stopped (Control-S) must not block the exit.
    let last = LineDisplay(descriptor: STDERR_FILENO)
    last.show(
      (unrecorded.map { [surfaces.texts.catalogue.recordingEnded($0)] } ?? [])
        + (untold.map { [surfaces.texts.catalogue.line($0)] } ?? []) + lastLines(end, closure))
    last.close(within: ShutdownBudget.lastLines)
    // Held until all writes are done.
    return withExtendedLifetime(lock) {
      Self.exitCode(of: end, closure, isRecorded: unrecorded == nil && untold == nil)
    }
  }

  private func lastLines(_ end: PracticeEnd, _ closure: StoreClosure) -> [String] {
    let texts = surfaces.texts.catalogue
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
    case (_, .left(.noInput)): .failure
    case (_, .left): isRecorded ? .success : .failure
    }
  }
}
