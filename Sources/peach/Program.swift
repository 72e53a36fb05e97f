import ALSASequencer
import ArgumentParser
import Foundation
import Glibc
import JACKOutput
import Practice
import SQLiteStore
import Sound
import Terminal
import Time
import Training

/// Practice put together from its live parts: the one place where all of them meet.
struct Program {
  private let setup: Setup
  private let lock: PracticeLock
  private let store: SQLiteStore
  private let output: JACKOutput
  private let ports: ALSASequencer
  private let voice: Voice?
  private let events: any PracticeEventSink
  private let stream: EventStream?
  private let practice: Practice
  private let display: StatusDisplay
  private let keys: KeyHandler

  /// Opens everything that can fail before practice begins.
  /// - Throws: `ExitCode`, after a line that says what is wrong.
  init(command: PracticeCommand, setup: Setup, signals: Signals) throws {
    self.setup = setup
    let texts = setup.catalogue
    do throws(PracticeLockFailure) {
      lock = try PracticeLock()
    } catch {
      complain(texts.line(error))
      throw ExitCode.store
    }
    let history: [ComparisonRecord]
    let matchingHistory: [MatchingRecord]
    let splits: [String: Int]
    do throws(StoreFailure) {
      store = try SQLiteStore(path: setup.paths.database)
      history = try store.lastRecords(Self.remembered)
      matchingHistory = try store.lastMatchingRecords(Self.remembered)
      splits = try store.splits()
    } catch {
      complain(texts.line(error))
      throw ExitCode.store
    }
    if let path = command.events {
      do throws(EventStreamFailure) {
        stream = try EventStream(path: path)
      } catch {
        complain(texts.line(error))
        throw ExitCode.configuration
      }
    } else {
      stream = nil
    }
    events = stream ?? NoEvents()
    for line in texts.lines(store.opening) { complain(line) }
    let time = SystemTime()
    keys = KeyHandler(texts, letters: setup.settings.letters)
    let eventsOnOutput = command.events == "-"
    let outputIsTerminal = isatty(STDOUT_FILENO) == 1
    let speaks = setup.settings.speech.speaks(
      outputIsTerminal: outputIsTerminal, hasEvents: stream != nil)
    voice =
      speaks || setup.settings.speech.expectsVoice(matchingCue: setup.settings.matchingCue) ? Voice(texts) : nil
    do throws(SoundFailure) {
      let seed = command.seed ?? UInt64.random(in: .min ... .max)
      let engine = try Self.engine(seed: seed)
      output = try JACKOutput(engine: engine, options: setup.soundOptions(command.audio, command.output), time: time)
      ports = ALSASequencer(options: SequencerOptions(controller: setup.controllerName), time: time)
      let parts = PracticeParts(
        ports: ports, output: output, engine: engine, store: store, speech: voice?.output ?? NoSpeech(),
        events: events, time: time)
      let configuration = setup.configuration(
        speaks: speaks, startMode: command.mode, exercises: command.exercises, seed: seed, history: history,
        matchingHistory: matchingHistory, splits: splits)
      let keys = keys
      guard
        let practice = Practice(
          configuration: configuration, parts: parts, signals: signals, pause: { keys.pause() })
      else { throw .noServer(detail: String(cString: strerror(EMFILE))) }
      self.practice = practice
    } catch {
      complain(texts.line(error))
      throw ExitCode.noSound
    }
    display = StatusDisplay(
      texts,
      form: OutputForm.choose(
        plain: command.plain || eventsOnOutput, isTerminal: outputIsTerminal,
        environment: ProcessInfo.processInfo.environment),
      descriptor: eventsOnOutput ? STDERR_FILENO : STDOUT_FILENO)
  }

  private static func engine(seed: UInt64) throws(SoundFailure) -> SoundEngine {
    do throws(SoundEngineError) {
      return try SoundEngine(rate: 48_000, seed: seed)
    } catch {
      throw .noServer(detail: String(describing: error))
    }
  }

  /// How many of the newest records of each kind practice goes on from.
  static let remembered = 2_000

  /// Practises until it is left, closes everything, and tells how it ended.
  func run() -> ExitCode {
    practice.views.observe { [display, practice, voice] in
      let view = practice.views.state
      display.post(view)
      voice?.follow(view)
    }
    display.post(practice.views.state)
    keys.start(practice, redraw: { [display] in display.resized() })
    let end = practice.run()
    ports.close(within: .milliseconds(300))
    voice?.output.close(within: .milliseconds(300))
    output.close(within: .seconds(1))
    let closure = store.close(within: .seconds(2))
    practice.finish()
    keys.close()
    display.close(within: .milliseconds(200))
    stream?.close(within: .seconds(1))
    // Held until nothing is written any more.
    return withExtendedLifetime(lock) { exitCode(of: end, closure) }
  }

  private func exitCode(of end: PracticeEnd, _ closure: StoreClosure) -> ExitCode {
    let texts = setup.catalogue
    if case .unsaved(let count, let file) = closure {
      complain(texts(.storeUnsaved, count: count))
      complain(file.map { texts(.storeRescue, ["file": $0]) } ?? texts(.storeNoRescue))
      return .store
    }
    switch end {
    case .left: return .success
    case .noSound(let failure):
      complain(texts.line(failure))
      return .noSound
    }
  }
}
