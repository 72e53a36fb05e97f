import ALSASequencer
import ArgumentParser
import Foundation
import JACKOutput
import Pitch
import Ports
import SQLiteStore
import Sound
import Synchronization
import Texts
import Time

/// `peach check`: reports missing parts of this machine and the commands that add them; plays the lowest and the
/// highest note. Exits with 0 only if practice would work; with `--headless` only if it would without a logged-in user.
struct CheckCommand: NamedCommand {
  static let name = "check"
  static let configuration = CommandConfiguration(
    commandName: name, abstract: Help.catalogue(.check), discussion: Help.example("peach check"))

  @OptionGroup var common: CommonOptions
  @Option(help: Help.text(.audio))
  var audio: JACKOptions.Audio = .auto
  @Option(help: Help.text(.output))
  var output: String?
  @Flag(help: Help.text(.headless))
  var headless = false

  func run() throws {
    let setup = try Setup(common: common)
    let texts = setup.catalogue
    var code: ExitCode?
    func good(_ line: String) { say("\(texts(.checkGood)) \(line)") }
    func bad(_ line: String, _ reason: ExitCode?) {
      say("\(texts(.checkBad)) \(line)")
      code = code ?? reason
    }

    for problem in setup.settingsProblems { bad(texts.line(problem), nil) }
    for problem in setup.library.allProblems { bad(texts.line(problem), nil) }
    let mappings = setup.library.count
    if mappings > 0 {
      good(texts(.checkMappings, ["count": "\(mappings)"]))
    } else {
      bad(texts(.checkMappingsMissing), .failure)
    }
    checkControllers(texts, good: good) { failure in
      // The service's own check gives the remedy that lasts.
      if !headless || failure != .missing { bad(texts.line(failure), headless ? .failure : nil) }
    }
    if headless {
      for finding in HeadlessCheck(machine: .current(home: setup.paths.home)).findings() {
        let line = texts(finding.text, finding.values)
        if finding.isGood { good(line) } else { bad(line, .failure) }
      }
    }

    let options = setup.soundOptions(audio, output)
    let report = JACKProbe.run(options)
    if case .failure(let failure) = report.choice {
      bad(texts.finding(.failure(failure)), .noSound)
    } else {
      let isNothingHeard = report.choice.isNothingHeard
      if isNothingHeard, audio != .dummy {
        bad(texts.finding(report.choice), headless ? .noSound : nil)
      } else {
        good(texts.line(report.choice, asked: audio == .dummy))
      }
      do throws(SoundFailure) {
        try ToneCheck(options: options, settings: setup.settings).play()
        good(texts(isNothingHeard ? .checkRendered : .checkPlayed))
      } catch {
        bad(texts(.checkNotPlayed, ["reason": texts.finding(.failure(error))]), .noSound)
      }
    }
    if report.isRealtimePermitted { good(texts(.checkRealtime)) } else { bad(texts(.soundRealtimeMissing), nil) }

    do throws(StoreFailure) {
      let store = try SQLiteStore(path: setup.paths.database)
      _ = store.close(within: .seconds(2))
      good(texts(store.opening.isExclusive ? .checkStoreAlone : .checkStore, ["path": setup.paths.database]))
    } catch {
      bad(texts.line(error), .store)
    }
    if let code { throw code }
  }

  private func checkControllers(
    _ texts: Catalogue, good: (String) -> Void, bad: (SequencerFailure) -> Void
  ) {
    do throws(SequencerFailure) {
      let controllers = try ALSASequencer.listPorts().filter { port in
        if case .connects = port.verdict { true } else { false }
      }
      if controllers.isEmpty { good(texts(.checkControllerNone)) }
      for port in controllers { good(texts(.checkController, ["controller": port.description.clientName])) }
    } catch {
      bad(error)
    }
  }
}

extension JACKReport.Choice {
  /// Whether notes are rendered but inaudible.
  fileprivate var isNothingHeard: Bool {
    switch self {
    case .startDummy, .connect(.dummy, _): true
    case .connect, .startOnCard, .failure: false
    }
  }
}

extension Catalogue {
  /// Returns one line on a problem of sound and its remedy; other commands may recommend `peach check`.
  func finding(_ choice: JACKReport.Choice) -> String {
    switch choice {
    case .connect(.dummy, _): self(.checkSoundDummyServer)
    case .failure(.noServer(let detail)): self(.checkSoundNoServer, ["detail": detail.isEmpty ? "jackd" : detail])
    case .connect, .startOnCard, .startDummy, .failure: line(choice)
    }
  }
}

/// Plays the lowest and then the highest note of the range in the settings, one second each, at the level in the
/// settings.
private struct ToneCheck {
  let options: JACKOptions
  let settings: Settings

  /// Longer than a sound server may take to begin, or the two notes to end: a known delay is reported earlier.
  static let limit = Duration.seconds(60)

  func play() throws(SoundFailure) {
    let engine = try SoundEngine.forOutput()
    var controller: SoundController
    do throws(SoundEngineError) {
      controller = try engine.takeController()
    } catch {
      throw SoundFailure(error)
    }
    let output = try JACKOutput(engine: engine, options: options)
    let waiting = DispatchSemaphore(value: 0)
    let told = Mutex<(first: SoundStatus?, isGone: Bool)>((nil, false))
    output.start { status in
      told.withLock { told in
        if told.first == nil {
          told.first = status
          waiting.signal()
        }
        if status == .lost(.serverGone) { told.isGone = true }
      }
    }
    defer { output.close(within: .seconds(1)) }
    guard waiting.wait(timeout: .now() + .nanoseconds(Int(Self.limit.nanoseconds))) == .success else {
      throw .unresponsive
    }
    switch told.withLock(\.first) {
    case .ready(let description):
      try play(description.rate, &controller, engine) { told.withLock(\.isGone) }
    case .failed(let failure, _): throw failure
    default: throw .unresponsive
    }
  }

  private func play(
    _ rate: Int, _ controller: inout SoundController, _ engine: SoundEngine, isGone: () -> Bool
  ) throws(SoundFailure) {
    var start: Int64 = 0
    controller.setLevel(decibels: Float(settings.level))
    var batch: [SoundCommand] = []
    let training = settings.training
    for note in [training.lowest, training.highest] {
      let hertz = training.tuning.reference(note, concertPitch: training.concertPitch)
      batch.append(
        .note(
          role: .reference, epoch: UInt32(note.number), start: .after(start), frames: Int64(rate), hertz: hertz.value,
          gain: 1))
      start += Int64(rate)
    }
    guard controller.submit(batch) != nil else { throw .unresponsive }
    let clock = SystemTime()
    let end = clock.now() + Self.limit
    var ended = 0
    while ended < 2 {
      var descriptors = [pollfd(fd: engine.eventDescriptor, events: Int16(POLLIN), revents: 0)]
      poll(&descriptors, 1, 100)
      controller.clearWake()
      while let event = controller.nextEvent() {
        if case .ended = event { ended += 1 }
      }
      if isGone() || clock.now() > end { throw .unresponsive }
    }
  }
}
