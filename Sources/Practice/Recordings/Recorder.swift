import Controllers
import Foundation
import MIDI
import Ports
import Practice
import Synchronization
import Time
import Training

/// The destination of a recording's lines: a file, or memory in tests.
public protocol RecordingSink: Sendable {
  /// Hands over lines, in order. Must not block. Loop thread.
  func post(_ lines: [RecordedLine])
}

/// Records the loop's input and output: every step with its time and every value it read from the outside, the messages
/// sent to controllers, and the event stream. `docs/playing/reference/recordings.md` documents the lines.
///
/// Practice receives it as one of its parts; it hands over whole turns. Loop thread, except `init`.
public final class Recorder: StepRecorder {
  private struct State {
    /// The ids assigned in the current step.
    var ids: [UUID] = []
    /// The wall clock, if the current step has read it.
    var date: Date?
    /// The output of the current step so far.
    var told: [RecordedLine] = []
    /// The lines of the current turn.
    var turn: [RecordedLine] = []
    /// The index of the last step in `turn`.
    var last: Int?
    /// The mappings already recorded, by their place.
    var kept: Set<Int> = []
  }

  private let state = Mutex(State())
  private let library: MappingLibrary
  private let texts: [String: String]
  private let sink: any RecordingSink

  /// Begins a recording of practice with `configuration`.
  /// - Parameters:
  ///   - program: the program's version.
  ///   - date: the wall clock.
  ///   - scales: the Scala files from which tunings were read, by the names of their settings, if any.
  ///   - mappingTexts: the text of each mapping file, by `ControllerMapping.file`.
  public init(
    _ configuration: PracticeConfiguration, program: String, date: Date, scales: [String: RecordedScale]? = nil,
    mappingTexts: [String: String] = [:], to sink: any RecordingSink
  ) {
    library = configuration.library
    texts = mappingTexts
    self.sink = sink
    var lines: [RecordedLine] = [
      .header(RecordingHeader(configuration, program: program, date: date, scales: scales))
    ]
    let history = RecordedHistory(configuration.known.history, configuration.known.matchingHistory)
    if !history.isEmpty { lines.append(.history(history)) }
    if configuration.known.profile != PerceptualProfile() {
      lines.append(.ear(RecordedEar(profile: configuration.known.profile)))
    }
    sink.post(lines)
  }

  /// Hands over the remaining lines, and the line that marks the recording as whole. After practice has ended.
  public func end() {
    let lines = state.withLock { state in
      defer { state.turn = [] }
      return state.turn
    }
    sink.post(lines + [.end])
  }

  /// Returns the parts, with every output and every random value recorded first.
  public func tapping(_ parts: PracticeParts) -> PracticeParts {
    var tapped = parts
    tapped.ports = TappedPorts(base: parts.ports, recorder: self)
    tapped.events = TappedEvents(base: parts.events, recorder: self)
    let makeID = parts.makeID
    tapped.makeID = { [self] in
      let id = makeID()
      state.withLock { $0.ids.append(id) }
      return id
    }
    let wallClock = parts.wallClock
    tapped.wallClock = { [self] in
      // One value for the whole step, rounded as recorded, so that a replay computes with the same.
      let date = RecordedStep.date(RecordedStep.milliseconds(wallClock()))
      return state.withLock { state in
        state.date = state.date ?? date
        return state.date ?? date
      }
    }
    return tapped
  }

  /// Handles the end of a step.
  public func took(_ taken: TakenStep) {
    let lines: [RecordedLine]? = state.withLock { state in
      var step = RecordedStep(taken)
      step.ids = state.ids
      step.date = state.date
      let told = state.told
      state.ids = []
      state.date = nil
      state.told = []
      switch taken.step {
      case .input(.controllers(.connected(let port))), .input(.controllers(.changed(let port))):
        keepMapping(of: port, &state)
      default: break
      }
      if case .turn = taken.step, step.isPlain, let place = state.last, case .step(var before) = state.turn[place] {
        // Most turns have one step, which shares a line with the turn's end.
        before.turn = taken.time
        state.turn[place] = .step(before)
      } else {
        state.last = state.turn.count
        state.turn.append(.step(step))
      }
      state.turn += told
      guard case .turn = taken.step else { return nil }
      defer {
        state.turn = []
        state.last = nil
      }
      return state.turn
    }
    if let lines { sink.post(lines) }
  }

  /// Records the mapping of `port`, so that the recording can be played on machines without it.
  private func keepMapping(of port: PortDescription, _ state: inout State) {
    let (mapping, reason) = library.match(port)
    // A file deleted in the meantime has no text, and a line without text could not be read.
    guard reason != .generic, let text = mapping.file.flatMap({ texts[$0] }) else { return }
    let place = mapping == library.preferred ? -1 : library.place(of: mapping) ?? 0
    guard state.kept.insert(place).inserted else { return }
    state.turn.append(
      .mapping(RecordedMapping(name: mapping.name, place: place, text: text)))
  }

  fileprivate func sent(_ messages: [MIDIMessage], to port: PortID) {
    state.withLock { $0.told.append(.sent(messages, to: port)) }
  }

  fileprivate func told(_ event: PracticeEvent) {
    state.withLock { $0.told.append(.told(event)) }
  }
}

/// MIDI ports that note each message on its way to `base`.
private struct TappedPorts: MIDIPorts {
  let base: any MIDIPorts
  let recorder: Recorder

  func start(report: @escaping @Sendable (MIDIPortEvent) -> Void) { base.start(report: report) }

  func send(_ messages: [MIDIMessage], to port: PortID) {
    recorder.sent(messages, to: port)
    base.send(messages, to: port)
  }

  func close(within limit: Duration) { base.close(within: limit) }
}

/// An event sink that notes each event on its way to `base`.
private struct TappedEvents: PracticeEventSink {
  let base: any PracticeEventSink
  let recorder: Recorder

  func post(_ event: PracticeEvent) {
    recorder.told(event)
    base.post(event)
  }
}

/// A recording in memory.
public final class InMemoryRecording: RecordingSink {
  private let lines = Mutex<[RecordedLine]>([])

  /// An empty recording.
  public init() {}

  /// Keeps the lines.
  public func post(_ lines: [RecordedLine]) { self.lines.withLock { $0 += lines } }

  /// Returns the recording as the text of a file.
  public func text() throws -> String {
    let encoder = RecordedLine.encoder()
    return try lines.withLock(\.self).map { try $0.text(encoder) + "\n" }.joined()
  }
}
