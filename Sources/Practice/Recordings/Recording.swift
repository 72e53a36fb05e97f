import Controllers
import Foundation
import PlainText
import Ports
import Practice
import Time
import Training

/// A recording that was read: the loop's input and its output at the time.
public struct Recording: Sendable {
  /// A line of the file, unchanged.
  struct Line: Sendable {
    /// The number of the line, counted from 1.
    var number: Int
    var text: String
  }

  /// One step, and its output.
  struct Entry: Sendable {
    var line: Int
    var step: RecordedStep
    var told: [Line] = []
  }

  /// The start conditions of practice; nil in a recording of hardware input alone.
  public internal(set) var header: RecordingHeader?
  /// The number of a last line that breaks off, for instance after a power cut.
  public private(set) var brokenOff: Int?
  /// Whether the recording was ended properly.
  public private(set) var isWhole = false
  private(set) var history: RecordedHistory?
  /// The model of the player's ear.
  private(set) var profile = PerceptualProfile()
  private(set) var mappings: [ControllerMapping] = []
  private(set) var preferred: ControllerMapping?
  private(set) var entries: [Entry] = []

  /// Whether it has the renderer's reports: a replay then uses them, to the nanosecond. Otherwise sound is rendered.
  public var hasSound: Bool {
    entries.contains { entry in
      switch entry.step.taken.step {
      case .rendered, .input(.sound): true
      default: false
      }
    }
  }

  /// Reads the bytes of a file.
  /// - Throws: the first problem. A last line that breaks off is not one: it is left out.
  public init(_ bytes: [UInt8]) throws(RecordingProblem) {
    var reader = RecordingReader()
    let lines = TextLine.lines(of: TextLine.withoutMark(bytes)).map(\.text)
    for (index, bytes) in lines.enumerated() {
      do throws(RecordingProblem) {
        guard let text = String(validating: bytes, as: UTF8.self) else {
          throw RecordingProblem(line: index + 1, reason: .notUTF8)
        }
        if text.allSatisfy(\.isWhitespace) { continue }
        // A file of another kind, rather than a recording that breaks off.
        if header == nil, entries.isEmpty, text.first(where: { !$0.isWhitespace }) != "{" {
          throw RecordingProblem(line: index + 1, reason: .unknownLine)
        }
        try reader.read(Line(number: index + 1, text: text), into: &self)
      } catch {
        // Only the last line may break off, even in the middle of a character.
        guard index == lines.count - 1, error.reason == .notJSON || error.reason == .notUTF8, !entries.isEmpty
        else { throw error }
        brokenOff = index + 1
      }
    }
    guard header != nil || !entries.isEmpty else { throw RecordingProblem(line: 1, reason: .empty) }
    if header == nil, hasSound { throw RecordingProblem(line: 1, reason: .noHeader) }
    mappings = reader.mappings.sorted { $0.place < $1.place }.map(\.mapping)
    preferred = reader.preferred
  }

  /// Returns the configuration for starting practice.
  /// - Parameter library: serves a recording that has no header.
  /// - Throws: `badSettings`.
  func configuration(library: MappingLibrary) throws(RecordingProblem) -> PracticeConfiguration {
    guard let header else {
      return PracticeConfiguration(
        settings: PracticeSettings(.handsAlone), library: mappings.isEmpty ? library : ownLibrary, seed: 1)
    }
    guard let configuration = header.configuration(library: ownLibrary, history: history, profile: profile)
    else {
      throw RecordingProblem(line: 1, reason: .badSettings)
    }
    return configuration
  }

  private var ownLibrary: MappingLibrary { MappingLibrary(mappings: mappings, preferred: preferred) }

  fileprivate mutating func add(_ entry: Entry) { entries.append(entry) }
  fileprivate mutating func tell(_ line: Line) { entries[entries.count - 1].told.append(line) }
  fileprivate mutating func handle(_ history: RecordedHistory) { self.history = history }
  fileprivate mutating func handle(_ ear: RecordedEar) { profile = ear.profile }
  fileprivate mutating func end() { isWhole = true }
}

extension Settings {
  /// The settings for a recording of hardware input alone: the defaults, with the strategy whose rule never changes, so
  /// that the same input gets the same exercises in every version.
  fileprivate static let handsAlone: Settings = {
    var settings = Settings()
    settings.training.strategy = .kazez
    return settings
  }()
}

/// Reads a recording line by line.
private struct RecordingReader {
  var mappings: [(place: Int, mapping: ControllerMapping)] = []
  var preferred: ControllerMapping?
  private let decoder: JSONDecoder = {
    let decoder = JSONDecoder()
    decoder.dateDecodingStrategy = .iso8601
    return decoder
  }()
  private var time = MonotonicTime(nanoseconds: 0)
  private var connected: Set<PortID> = []
  /// The total sleep of the machine so far, in nanoseconds.
  private var slept: Int64 = 0
  /// The total length of speech so far, in frames.
  private var frames = 0

  /// The keys that identify the kind of a line.
  private struct Kind: Decodable {
    var recording: Int?
    var history: Skipped?
    var matching: Skipped?
    var ear: Skipped?
    var mapping: String?
    var input: String?
    var sent: Skipped?
    var event: String?
    var end: Bool?
  }

  /// A value of any type.
  private struct Skipped: Decodable {
    init(from decoder: any Decoder) throws {}
  }

  mutating func read(_ line: Recording.Line, into recording: inout Recording) throws(RecordingProblem) {
    let kind: Kind = try decode(line)
    if let format = kind.recording {
      guard format == RecordingHeader.format else {
        throw problem(line, .format(found: format, known: RecordingHeader.format), at: "recording")
      }
      guard recording.header == nil, recording.entries.isEmpty else {
        throw problem(line, .unknownLine, at: "recording")
      }
      recording.header = try decode(line)
    } else if kind.event != nil || kind.sent != nil {
      // Checked before mappings, because an event may also have a key `mapping`.
      guard !recording.entries.isEmpty else { throw problem(line, .unknownLine, at: "") }
      recording.tell(line)
    } else if kind.input != nil {
      try readStep(line, into: &recording)
    } else if kind.mapping != nil {
      try readMapping(line)
    } else if kind.history != nil || kind.matching != nil {
      recording.handle(try decode(line) as RecordedHistory)
    } else if kind.ear != nil {
      recording.handle(try decode(line) as RecordedEar)
    } else if kind.end == true {
      recording.end()
    } else {
      throw problem(line, .unknownLine, at: "")
    }
  }

  private mutating func readStep(_ line: Recording.Line, into recording: inout Recording) throws(RecordingProblem) {
    let step: RecordedStep = try decode(line)
    guard step.taken.time >= time else { throw problem(line, .timeGoesBack, at: "time") }
    // Practice may have been suspended for days: its recording has all the work of that time. A recording of hardware
    // input alone is rendered, so a long gap is refused.
    if recording.header == nil, !recording.entries.isEmpty,
      (step.taken.time - time).nanoseconds > RecordedStep.farthest
    {
      throw problem(line, .unexpected(key: "time"), at: "time")
    }
    time = step.turn ?? step.taken.time
    slept += step.taken.slept.nanoseconds
    guard slept <= RecordedStep.longest else { throw problem(line, .unexpected(key: "slept"), at: "slept") }
    switch step.taken.step {
    case .input(.utterance(let utterance?, _)):
      frames += utterance.frames
      guard frames <= RecordedStep.mostSpoken else { throw problem(line, .unexpected(key: "frames"), at: "frames") }
    case .input(.controllers(.connected(let port))): connected.insert(port.id)
    case .input(.controllers(.received(let id, _, _))), .input(.controllers(.disconnected(let id))),
      .input(.controllers(.listeners(let id, _))):
      guard connected.contains(id) else { throw problem(line, .unknownController(port: id.text), at: "from") }
    default: break
    }
    recording.add(Recording.Entry(line: line.number, step: step))
  }

  private mutating func readMapping(_ line: Recording.Line) throws(RecordingProblem) {
    let recorded: RecordedMapping = try decode(line)
    guard let mapping = MappingLibrary.mapping(in: Array(recorded.text.utf8), file: recorded.name) else {
      throw problem(line, .badMapping(name: recorded.name), at: "text")
    }
    if recorded.place < 0 { preferred = mapping } else { mappings.append((recorded.place, mapping)) }
  }

  private func decode<Value: Decodable>(_ line: Recording.Line) throws(RecordingProblem) -> Value {
    do {
      return try decoder.decode(Value.self, from: Data(line.text.utf8))
    } catch let error as DecodingError {
      throw problem(line, error)
    } catch {
      throw problem(line, .notJSON, at: "")
    }
  }

  private func problem(_ line: Recording.Line, _ reason: RecordingProblem.Reason, at key: String) -> RecordingProblem {
    RecordingProblem(line: line.number, column: line.column(of: key), reason: reason)
  }

  private func problem(_ line: Recording.Line, _ error: DecodingError) -> RecordingProblem {
    switch error {
    case .keyNotFound(let key, _): return problem(line, .missing(key: key.stringValue), at: "")
    case .typeMismatch(_, let context), .valueNotFound(_, let context), .dataCorrupted(let context):
      // An index in an array has no name: report the key before it.
      if let key = context.codingPath.last(where: { $0.intValue == nil })?.stringValue {
        return problem(line, .unexpected(key: key), at: key)
      }
      return RecordingProblem(line: line.number, column: line.brokenColumn, reason: .notJSON)
    @unknown default: return problem(line, .notJSON, at: "")
    }
  }
}

extension Recording.Line {
  /// Returns the column of `key`, counted from 1; 1 if it is missing.
  fileprivate func column(of key: String) -> Int {
    guard !key.isEmpty, let range = text.range(of: "\"\(key)\"") else { return 1 }
    return text.distance(from: text.startIndex, to: range.lowerBound) + 1
  }

  /// The column at which the line stops being JSON, counted from 1; one past its end if it ends too early.
  fileprivate var brokenColumn: Int {
    let bytes = Array(text.utf8)
    var place = bytes.count
    do {
      _ = try JSONSerialization.jsonObject(with: Data(bytes))
      return 1
    } catch {
      // Foundation reports the place only in words, and counts bytes from 0.
      let words = (error as NSError).userInfo["NSDebugDescription"] as? String ?? ""
      if let number = words.firstMatch(of: /character ([0-9]+)/).flatMap({ Int($0.1) }) { place = min(number, place) }
    }
    return String(decoding: bytes[..<place], as: UTF8.self).count + 1
  }
}
