import ArgumentParser
import Foundation
import Linux
import Ports
import Recordings
import Texts
import Time

/// `peach replay FILE`: plays a recording through the same code, and reports the first difference.
struct ReplayCommand: NamedCommand {
  static let name = "replay"
  static let configuration = CommandConfiguration(
    commandName: name, abstract: Help.catalogue(.replay), discussion: Help.example("peach replay report.jsonl"))

  @OptionGroup var common: CommonOptions
  @Argument(help: Help.text(.recording), completion: .file())
  var file: String
  @Option(parsing: .unconditional, help: Help.text(.speed))
  var speed: ReplaySpeed = .max
  @Option(help: Help.text(.events), completion: .file())
  var events: String?
  @Flag(help: Help.text(.force))
  var force = false

  /// The size of a recording of a day.
  static let largestFile = 256 << 20

  func run() throws {
    let setup = try Setup(common: common)
    let texts = setup.catalogue
    do {
      let recording = try Recording(read(texts))
      if let line = recording.brokenOff { complain(texts.line(texts(.recordingBrokenOff), in: file, line: line)) }
      let outcome = try setup.writing { try play(recording, setup) }
      guard let outcome else { return say(texts(.replayRendered), beside: events) }
      try report(outcome, texts)
    } catch let problem as RecordingProblem {
      complain(texts.line(problem, in: file))
      throw ExitCode.configuration
    }
  }

  /// Returns the outcome of the replay; nil if there was no sound to compare with.
  private func play(_ recording: Recording, _ setup: Setup) throws -> ReplayPractice.Outcome? {
    let stream = try events.map { try EventStream(OutputPath($0, force: force, in: setup.paths)) }
    let sink: any PracticeEventSink = stream ?? NoEvents()
    let outcome: ReplayPractice.Outcome?
    do {
      if recording.hasSound {
        outcome = try ReplayPractice(recording, events: sink).run(wait: speed.pace())
      } else {
        var replay = try RenderedReplay(recording, library: setup.library, events: sink)
        replay.run(wait: speed.pace())
        outcome = nil
      }
    } catch {
      _ = stream?.close(within: .seconds(10))
      throw error
    }
    if let failure = stream?.close(within: .seconds(10)) { throw failure }
    return outcome
  }

  /// Prints one line: identical, or the first difference.
  private func report(_ outcome: ReplayPractice.Outcome, _ texts: Catalogue) throws {
    guard let difference = outcome.difference else {
      return say(texts(.replaySame, ["count": "\(outcome.same)"]), beside: events)
    }
    complain(texts.line(difference, in: file))
    throw ExitCode.failure
  }

  private func read(_ texts: Catalogue) throws -> [UInt8] {
    do throws(SmallFile.Failure) {
      return try SmallFile.read(file, limit: Self.largestFile)
    } catch {
      complain(texts(.fileNotRead, ["path": file, "reason": texts.words(error.code)]))
      throw ExitCode.configuration
    }
  }
}

/// The speed of a replay.
enum ReplaySpeed: ExpressibleByArgument {
  /// As fast as possible.
  case max
  /// This multiple of the original speed.
  case times(Double)

  init?(argument: String) {
    if argument == "max" {
      self = .max
    } else if let times = Double(argument), (0.01...1_000).contains(times) {
      self = .times(times)
    } else {
      return nil
    }
  }

  var defaultValueDescription: String { "max" }

  /// Returns a function that waits until it is time to play an event recorded at a given time.
  func pace() -> (MonotonicTime) -> Void {
    guard case .times(let times) = self else { return { _ in } }
    let clock = SystemTime()
    let begun = clock.now()
    var first: MonotonicTime?
    return { moment in
      let origin = first ?? moment
      first = origin
      let due = begun + .seconds((moment - origin).seconds / times)
      let left = (due - clock.now()).seconds
      if left > 0 { Thread.sleep(forTimeInterval: left) }
    }
  }
}
