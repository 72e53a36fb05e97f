import Controllers
import Foundation
import MIDI
import Ports
import Practice
import Sound
import Time
import Timers
import Training

extension RecordedStep: Decodable {
  /// Reads a step's line. Numbers are limited so that arithmetic with them cannot overflow.
  /// - Throws: `DecodingError` with the key that is missing or invalid.
  public init(from decoder: any Decoder) throws {
    let line = StepReader(line: try decoder.container(keyedBy: RecordedKey.self))
    let time = try line.moment(.time)
    if try line.text(.input) == "settings" {
      self.init(TakenStep(.input(.settings(try RecordedChange(from: decoder).change)), at: time))
    } else {
      self.init(TakenStep(try line.step(time), at: time))
    }
    taken.slept = .nanoseconds(try line.optional(.slept, in: 0...StepReader.longest) ?? 0)
    taken.cycle = try line.cycle()
    ids = try line.line.decodeIfPresent([UUID].self, forKey: .ids) ?? []
    date = try line.optional(.date, in: 0...Self.latestDate).map(Self.date)
    taken.refused = try line.line.decodeIfPresent([Int].self, forKey: .refused) ?? []
    turn = try line.optional(.turn, in: 0...StepReader.day).map { time + .nanoseconds($0) }
  }
}

extension RecordedStep {
  /// The maximum time between two lines of a recording without a header, in nanoseconds: a day.
  static let farthest = StepReader.day
  /// The maximum total sleep of the machine, in nanoseconds.
  static let longest = StepReader.longest
  /// The maximum total length of speech in a recording, in frames: six hours at 48 kHz.
  static let mostSpoken = 1 << 30
}

/// Reads one line's fields, each within its range.
private struct StepReader {
  let line: KeyedDecodingContainer<RecordedKey>

  /// Nanoseconds: 73 years, so that sums of a few never overflow.
  static let longest: Int64 = 1 << 61
  /// Nanoseconds: the maximum time between lines that belong together. A held key steps ten times a second, and each
  /// step is replayed.
  static let day: Int64 = 86_400_000_000_000
  /// Frames: eleven years at 48 kHz. At the lowest rate they last 70 years, which can be added to any time.
  static let frames: ClosedRange<Int64> = 0...(1 << 44)

  func text(_ key: RecordedKey) throws -> String { try line.decode(String.self, forKey: key) }

  func number<Number: BinaryInteger & Decodable>(_ key: RecordedKey, in range: ClosedRange<Number>) throws -> Number {
    let number = try line.decode(Number.self, forKey: key)
    guard range.contains(number) else { throw wrong(key) }
    return number
  }

  func optional(_ key: RecordedKey, in range: ClosedRange<Int64>) throws -> Int64? {
    line.contains(key) ? try number(key, in: range) : nil
  }

  func moment(_ key: RecordedKey) throws -> MonotonicTime {
    MonotonicTime(nanoseconds: try number(key, in: 0...Self.longest))
  }

  /// Returns the time stamp of an input; `time` if it has none.
  func stamp(_ time: MonotonicTime) throws -> MonotonicTime {
    guard line.contains(.at) else { return time }
    let stamp = try moment(.at)
    guard (-Self.day...Self.day).contains((stamp - time).nanoseconds) else { throw wrong(.at) }
    return stamp
  }

  func word<Word: RawRepresentable<String>>(_ key: RecordedKey, as: Word.Type = Word.self) throws -> Word {
    guard let word = Word(rawValue: try text(key)) else { throw wrong(key) }
    return word
  }

  func value<Value>(_ key: RecordedKey, _ make: (String) -> Value?) throws -> Value {
    guard let value = make(try text(key)) else { throw wrong(key) }
    return value
  }

  func wrong(_ key: RecordedKey) -> DecodingError {
    .dataCorruptedError(forKey: key, in: line, debugDescription: "")
  }

  func cycle() throws -> FrameClock.Cycle? {
    guard let numbers = try line.decodeIfPresent([Int64].self, forKey: .cycle) else { return nil }
    guard numbers.count == 4, Self.frames.contains(numbers[0]), (0...Self.longest).contains(numbers[1]),
      SoundLimits.rates.contains(Int(numbers[2])), (0...10_000_000).contains(numbers[3])
    else { throw wrong(.cycle) }
    return FrameClock.Cycle(
      first: Frame(numbers[0]), start: MonotonicTime(nanoseconds: numbers[1]), rate: Int(numbers[2]),
      latency: Int(numbers[3]))
  }

  func step(_ time: MonotonicTime) throws -> LoopStep {
    switch try text(.input) {
    case "start": return .start(isRealtime: try line.decode(Bool.self, forKey: .realtime))
    case "turn": return .turn
    case "pause": return .pause
    case "unavailable": return .input(.controllers(.unavailable(try failure())))
    case "ready": return .input(.controllers(.ready))
    case "connected": return .input(.controllers(.connected(try port())))
    case "changed": return .input(.controllers(.changed(try port())))
    case "disconnected": return .input(.controllers(.disconnected(try value(.from, PortID.init(text:)))))
    case "midi":
      let moment = try stamp(time)
      return .input(
        .controllers(
          .received(try value(.from, PortID.init(text:)), try value(.bytes, MIDIMessage.init(hex:)), at: moment)))
    case "overflowed": return .input(.controllers(.overflowed))
    case "listeners":
      return .input(
        .controllers(
          .listeners(try value(.from, PortID.init(text:)), try line.decode([String].self, forKey: .listeners))))
    case "sound-ready": return .input(.sound(.ready(try description())))
    case "sound-changed": return .input(.sound(.changed(try description())))
    case "sound-lost": return .input(.sound(.lost(try word(.reason))))
    case "sound-failed":
      let retries = try line.decode(Bool.self, forKey: .retries)
      return .input(.sound(.failed(.noServer(detail: ""), willRetry: retries)))
    case "output-waits": return .input(.sound(.outputWaits))
    case "xruns": return .input(.sound(.xruns(try number(.count, in: 0...1_000_000_000))))
    case "applied":
      return .rendered(.applied(batch: try number(.batch, in: 0 ... .max), frame: try number(.frame, in: Self.frames)))
    case "started":
      let note = try note()
      return .rendered(.started(role: note.role, epoch: note.epoch, frame: note.frame, hertz: note.hertz))
    case "released":
      let note = try note()
      return .rendered(.released(role: note.role, epoch: note.epoch, frame: note.frame, hertz: note.hertz))
    case "ended":
      let note = try note()
      let faded = try line.decode(Bool.self, forKey: .faded)
      return .rendered(.ended(role: note.role, epoch: note.epoch, frame: note.frame, hertz: note.hertz, faded: faded))
    case "marker":
      return .rendered(.marker(epoch: try number(.epoch, in: 0 ... .max), frame: try number(.frame, in: Self.frames)))
    case "utterance-ended":
      return .rendered(
        .utteranceEnded(number: try number(.number, in: 0 ... .max), frame: try number(.frame, in: Self.frames)))
    case "cue":
      let tone = try value(.tone) { word in CueTone.allCases.first { $0.word == word } }
      let isSounded = try line.decode(Bool.self, forKey: .sounded)
      return .rendered(.cue(tone, frame: try number(.frame, in: Self.frames), isSounded: isSounded))
    case "saved": return .input(.store(.saved(try line.decode(UUID.self, forKey: .id))))
    case "withdrawn": return .input(.store(.withdrawn(try line.decode(UUID.self, forKey: .id))))
    case "saved-workout":
      return .input(
        .store(.savedWorkout(try line.decode(UUID.self, forKey: .id), change: try number(.number, in: 1 ... .max))))
    case "not-saving": return .input(.store(.failing(reason: "")))
    case "saving-again": return .input(.store(.recovered))
    case "voice":
      return .input(.speech(.available(try text(.voice) == "espeak" ? .espeak : .speechDispatcher)))
    case "no-voice": return .input(.speech(.unavailable(.missing)))
    case "speaking":
      let limit = Duration.nanoseconds(try number(.limit, in: 0...Self.day))
      return .input(.speech(.begun(try number(.number, in: 0 ... .max), limit: limit)))
    case "said": return .input(.speech(.ended(try number(.number, in: 0 ... .max))))
    case "utterance": return .input(try utterance())
    case "intent":
      let moment = try stamp(time)
      let source: InputSource = line.contains(.source) ? try word(.source) : .keys
      return .input(.intent(try intent(), at: moment, source: source))
    case "pages": return .input(.pages(.served(address: try text(.address))))
    case "mapping": return .input(.mapping(try mappingChange()))
    case "headphones-pulled": return .input(.headphonesPulled(card: try number(.card, in: 0...1_000)))
    case "no-browser": return .input(.pages(.notOpened))
    case "stranger": return .input(.pages(.refused(user: nil)))
    case "no-pages": return .input(.pages(.unavailable(.failed(reason: ""))))
    default: throw wrong(.input)
    }
  }

  private func failure() throws -> SequencerFailure {
    switch try text(.failure) {
    case "missing": .missing
    case "not-permitted": .notPermitted
    case "failed": .failed(call: try text(.call), code: try line.decode(Int32.self, forKey: .code))
    default: throw wrong(.failure)
    }
  }

  private func port() throws -> PortDescription {
    PortDescription(
      id: try value(.from, PortID.init(text:)), clientName: try text(.client), portName: try text(.port),
      portIndex: line.contains(.index) ? try number(.index, in: 0...255) : 0,
      usb: line.contains(.usb) ? try value(.usb, USBID.init(text:)) : nil,
      usbPath: try line.decodeIfPresent(String.self, forKey: .path),
      otherListeners: try line.decodeIfPresent([String].self, forKey: .listeners) ?? [])
  }

  private func description() throws -> SoundDescription {
    SoundDescription(
      server: try word(.server), rate: try number(.rate, in: SoundLimits.rates),
      period: try number(.period, in: 1...1_000_000), latency: try number(.latency, in: 0...10_000_000),
      output: try text(.output), card: try optional(.card, in: 0...1_000).map(Int.init))
  }

  private func note() throws -> (role: VoiceRole, epoch: UInt32, frame: Int64, hertz: Double) {
    let roles: [VoiceRole] = [.reference, .target, .tunable, .pattern, .companion]
    let role = try value(.role) { word in roles.first { $0.word == word } }
    let hertz = try line.decode(Double.self, forKey: .hertz)
    guard hertz > 0, hertz < 1_000_000 else { throw wrong(.hertz) }
    return (role, try number(.epoch, in: 0 ... .max), try number(.frame, in: Self.frames), hertz)
  }

  /// Returns silence of the same length: recordings do not hold the speech itself.
  private func utterance() throws -> PracticeInput {
    let number: UInt32 = try number(.number, in: 0 ... .max)
    guard line.contains(.frames) else { return .utterance(nil, number: number) }
    let rate: Int = try self.number(.rate, in: SoundLimits.rates)
    let frames: Int = try self.number(.frames, in: 1...Utterance.longest * rate)
    return .utterance(Utterance(silence: frames, rate: rate, number: number), number: number)
  }

  private func mappingChange() throws -> MappingChange {
    let file = try text(.file)
    guard line.contains(.text) else { return MappingChange(removed: file) }
    let text = try text(.text)
    guard let mapping = MappingLibrary.mapping(in: Array(text.utf8), file: file) else { throw wrong(.text) }
    return MappingChange(file: file, mapping: mapping, text: text)
  }

  private func cue() throws -> Cue {
    let word: CueWord = try word(.cue)
    switch word {
    case .canAnswer: return .canAnswer
    case .correct: return .correct(pressed: try half())
    case .incorrect: return .incorrect(pressed: try half())
    case .sharp, .flat, .deadCentre:
      return .result(cents: try number(.cents, in: -9_999...9_999), band: try number(.band, in: 0...3))
    case .mode: return .mode(try self.word(.role))
    case .trouble: return .trouble
    case .timer: return .timer
    case .idle: return .idle
    case .band: throw wrong(.cue)
    }
  }

  private func half() throws -> Half {
    let answer: Answer = try word(.answer)
    return answer == .higher ? .higher : .lower
  }

  private func intent() throws -> Intent {
    let epoch = try optional(.epoch, in: 0...Int64(UInt32.max)).map { Epoch(UInt32($0)) }
    switch try text(.intent) {
    case "answer":
      let isSure = try line.decodeIfPresent(Bool.self, forKey: .sure) ?? false
      return .answer(try word(.answer), isSure: isSure, epoch: epoch)
    case "step": return .step(cents: try line.decode(Double.self, forKey: .cents), epoch: epoch)
    case "slide": return .slide(position: try line.decode(Double.self, forKey: .position), epoch: epoch)
    case "commit": return .commit(epoch: epoch)
    case "repeat": return .hearAgain(epoch: epoch)
    case "step-back": return .stepBack(epoch: epoch)
    case "proceed": return .proceed
    case "start": return .start(try word(.mode))
    case "again": return .again
    case "stop": return .stop
    case "leave": return .leave
    case "where-am-i": return .whereAmI
    case "explain": return .explain
    case "quit": return .quit(try word(.reason))
    case "show": return .show(try cue(), on: try value(.from, PortID.init(text:)))
    case "learn": return .learn(try word(.role), on: try value(.from, PortID.init(text:)))
    case "end-learning": return .endLearning(on: try value(.from, PortID.init(text:)))
    case "split":
      return .split(try number(.note, in: 1...127), on: try value(.from, PortID.init(text:)))
    case "timer-quick-start": return .timer(.quickStart(try word(.kind)))
    case "timer-choose": return .timer(.choose(try line.decode(TimerConfiguration.self, forKey: .configuration)))
    case "timer-confirm": return .timer(.confirm)
    case "timer-cancel": return .timer(.cancel)
    case "timer-pause": return .timer(.pause)
    case "timer-skip-rest": return .timer(.skipRest)
    case "timer-end": return .timer(.end)
    case "timer-round": return .timer(.round)
    case "page-away": return .pageAway
    case "page-back": return .pageBack
    case "page-gone": return .pageGone
    default: throw wrong(.intent)
    }
  }
}
