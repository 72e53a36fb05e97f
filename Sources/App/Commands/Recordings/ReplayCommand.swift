import ArgumentParser
import Foundation
import Glibc
import Ports
import Recordings
import Texts
import Time

/// `peach replay FILE`: plays a recording through the same code, and tells where it differs.
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

  /// A recording of a day.
  static let largestFile = 256 << 20

  func run() throws {
    let setup = try Setup(common: common)
    let texts = setup.catalogue
    do {
      let recording = try Recording(read(texts))
      if let line = recording.brokenOff { complain(texts.line(texts(.recordingBrokenOff), in: file, line: line)) }
      let stream = try events.map { path throws(FileFailure) in try EventStream(path: path) }
      defer { stream?.close(within: .seconds(10)) }
      let pace = speed.pace()
      if recording.hasSound {
        try report(ReplayPractice(recording, events: stream ?? NoEvents()).run(wait: pace), texts)
      } else {
        var replay = try RenderedReplay(recording, library: setup.library, events: stream ?? NoEvents())
        replay.run(wait: pace)
        say(texts(.replayRendered), beside: events)
      }
    } catch let problem as RecordingProblem {
      complain(texts.line(problem, in: file))
      throw ExitCode.configuration
    } catch let failure as FileFailure {
      complain(texts.line(failure))
      throw ExitCode.failure
    }
  }

  /// One line: the same, or where it differs.
  private func report(_ outcome: ReplayPractice.Outcome, _ texts: Catalogue) throws {
    guard let difference = outcome.difference else {
      return say(texts(.replaySame, ["count": "\(outcome.same)"]), beside: events)
    }
    complain(texts.line(difference, in: file))
    throw ExitCode.failure
  }

  private func read(_ texts: Catalogue) throws -> [UInt8] {
    let descriptor = open(file, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    defer { if descriptor >= 0 { close(descriptor) } }
    var status = stat()
    guard descriptor >= 0, fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG,
      status.st_size <= Self.largestFile,
      let data = try? FileHandle(fileDescriptor: descriptor, closeOnDealloc: false).readToEnd() ?? Data()
    else {
      let code = descriptor < 0 ? errno : status.st_mode & S_IFMT == S_IFREG ? EFBIG : EINVAL
      complain(texts(.fileNotRead, ["path": file, "reason": texts.words(code)]))
      throw ExitCode.configuration
    }
    return Array(data)
  }
}

/// How fast a recording is played.
enum ReplaySpeed: ExpressibleByArgument {
  /// As fast as it can be computed.
  case max
  /// This many times as fast as it was.
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

  /// Waits until what was at a time is to be played.
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
