import Controllers
import Foundation
import MIDI
import Ports
import Sound
import Time
import Timers
import Training

/// The keys of a step's line. `input` names the loop's input; the others are its fields.
enum RecordedKey: String, CodingKey {
  case time, input, slept, cycle, ids, date, refused, turn
  case realtime
  case from, bytes, at, client, port, index, usb, path, listeners, failure, call, code
  case server, rate, period, latency, output, card, reason, retries, count
  case batch, frame, role, epoch, hertz, faded, number, tone, sounded
  case id, voice, frames, limit
  case intent, answer, sure, cents, position, mode, source, cue, band
  case note, file, text
  case kind, configuration
  case settings, scales, speaks, speaksIntervals, expectsVoice, known, address
}

extension RecordedStep {
  /// The recorded wall clock: milliseconds since 1970. Clocks that were never set are limited to the range that can be
  /// read again.
  static func milliseconds(_ date: Date) -> Int64 {
    Int64(min(max((date.timeIntervalSince1970 * 1_000).rounded(), 0), Double(latestDate)))
  }

  /// Returns the wall clock recorded as `milliseconds`.
  static func date(_ milliseconds: Int64) -> Date { Date(timeIntervalSince1970: Double(milliseconds) / 1_000) }

  /// The end of the year 9999.
  static let latestDate: Int64 = 253_402_300_799_999
}

extension RecordedStep: Encodable {
  typealias Line = KeyedEncodingContainer<RecordedKey>

  /// Writes the step's fields.
  public func encode(to encoder: any Encoder) throws {
    var line = encoder.container(keyedBy: RecordedKey.self)
    try line.encode(taken.time.nanoseconds, forKey: .time)
    if taken.slept != .zero { try line.encode(taken.slept.nanoseconds, forKey: .slept) }
    if let cycle = taken.cycle {
      try line.encode(
        [cycle.first.count, cycle.start.nanoseconds, Int64(cycle.rate), Int64(cycle.latency)], forKey: .cycle)
    }
    if !ids.isEmpty { try line.encode(ids, forKey: .ids) }
    if let date { try line.encode(Self.milliseconds(date), forKey: .date) }
    if !taken.refused.isEmpty { try line.encode(taken.refused, forKey: .refused) }
    if let turn { try line.encode((turn - taken.time).nanoseconds, forKey: .turn) }
    switch taken.step {
    case .start(let isRealtime):
      try line.encode("start", forKey: .input)
      try line.encode(isRealtime, forKey: .realtime)
    case .turn: try line.encode("turn", forKey: .input)
    case .pause: try line.encode("pause", forKey: .input)
    case .rendered(let event): try Self.encode(event, &line)
    case .input(.controllers(let event)): try Self.encode(event, &line)
    case .input(.sound(let status)): try Self.encode(status, &line)
    case .input(.store(let event)): try Self.encode(event, &line)
    case .input(.speech(let event)): try Self.encode(event, &line)
    case .input(.utterance(let utterance, let number)):
      try line.encode("utterance", forKey: .input)
      try line.encode(number, forKey: .number)
      try line.encodeIfPresent(utterance?.frames, forKey: .frames)
      try line.encodeIfPresent(utterance?.outputRate, forKey: .rate)
    case .input(.intent(let intent, let moment, let source)):
      try line.encode("intent", forKey: .input)
      try line.encode(moment.nanoseconds, forKey: .at)
      try line.encode(source.rawValue, forKey: .source)
      try Self.encode(intent, &line)
    case .input(.settings(let change)):
      try line.encode("settings", forKey: .input)
      try RecordedChange(change).encode(to: encoder)
    case .input(.headphonesPulled(let card)):
      try line.encode("headphones-pulled", forKey: .input)
      try line.encode(card, forKey: .card)
    case .input(.pages(let status)): try Self.encode(status, &line)
    case .input(.mapping(let change)):
      try line.encode("mapping", forKey: .input)
      // The folder is left out, because it is private.
      try line.encode(change.fileName, forKey: .file)
      try line.encodeIfPresent(change.text, forKey: .text)
    }
  }

  private static func encode(_ status: PagesStatus, _ line: inout Line) throws {
    switch status {
    case .served(let address):
      try line.encode("pages", forKey: .input)
      try line.encode(address, forKey: .address)
    // The reason concerns the screen only.
    case .unavailable: try line.encode("no-pages", forKey: .input)
    case .notOpened: try line.encode("no-browser", forKey: .input)
    // The visitor concerns the screen only.
    case .refused: try line.encode("stranger", forKey: .input)
    }
  }

  private static func encode(_ event: MIDIPortEvent, _ line: inout Line) throws {
    switch event {
    case .unavailable(let failure):
      try line.encode("unavailable", forKey: .input)
      switch failure {
      case .missing: try line.encode("missing", forKey: .failure)
      case .notPermitted: try line.encode("not-permitted", forKey: .failure)
      case .failed(let call, let code):
        try line.encode("failed", forKey: .failure)
        try line.encode(call, forKey: .call)
        try line.encode(code, forKey: .code)
      }
    case .ready: try line.encode("ready", forKey: .input)
    case .connected(let port): try encode(port, "connected", &line)
    case .changed(let port): try encode(port, "changed", &line)
    case .disconnected(let id):
      try line.encode("disconnected", forKey: .input)
      try line.encode(id.text, forKey: .from)
    case .received(let id, let message, let moment):
      try line.encode("midi", forKey: .input)
      try line.encode(id.text, forKey: .from)
      try line.encode(message.hex, forKey: .bytes)
      try line.encode(moment.nanoseconds, forKey: .at)
    case .overflowed: try line.encode("overflowed", forKey: .input)
    case .listeners(let id, let names):
      try line.encode("listeners", forKey: .input)
      try line.encode(id.text, forKey: .from)
      try line.encode(names, forKey: .listeners)
    }
  }

  private static func encode(_ port: PortDescription, _ input: String, _ line: inout Line) throws {
    try line.encode(input, forKey: .input)
    try line.encode(port.id.text, forKey: .from)
    try line.encode(port.clientName, forKey: .client)
    try line.encode(port.portName, forKey: .port)
    try line.encode(port.portIndex, forKey: .index)
    try line.encodeIfPresent(port.usb?.description, forKey: .usb)
    try line.encodeIfPresent(port.usbPath, forKey: .path)
    if !port.otherListeners.isEmpty { try line.encode(port.otherListeners, forKey: .listeners) }
  }

  private static func encode(_ status: SoundStatus, _ line: inout Line) throws {
    switch status {
    case .ready(let description): try encode(description, "sound-ready", &line)
    case .changed(let description): try encode(description, "sound-changed", &line)
    case .lost(let loss):
      try line.encode("sound-lost", forKey: .input)
      try line.encode(loss.rawValue, forKey: .reason)
    case .failed(_, let willRetry):
      // The reason concerns the screen only.
      try line.encode("sound-failed", forKey: .input)
      try line.encode(willRetry, forKey: .retries)
    case .outputWaits: try line.encode("output-waits", forKey: .input)
    case .xruns(let count):
      try line.encode("xruns", forKey: .input)
      try line.encode(count, forKey: .count)
    }
  }

  private static func encode(_ description: SoundDescription, _ word: String, _ line: inout Line) throws {
    try line.encode(word, forKey: .input)
    try line.encode(description.server.rawValue, forKey: .server)
    try line.encode(description.rate, forKey: .rate)
    try line.encode(description.period, forKey: .period)
    try line.encode(description.latency, forKey: .latency)
    try line.encode(description.output, forKey: .output)
    try line.encodeIfPresent(description.card, forKey: .card)
  }

  private static func encode(_ event: SoundEvent, _ line: inout Line) throws {
    switch event {
    case .applied(let batch, let frame):
      try line.encode("applied", forKey: .input)
      try line.encode(batch, forKey: .batch)
      try line.encode(frame, forKey: .frame)
    case .started(let role, let epoch, let frame, let hertz): try encode("started", role, epoch, frame, hertz, &line)
    case .released(let role, let epoch, let frame, let hertz): try encode("released", role, epoch, frame, hertz, &line)
    case .ended(let role, let epoch, let frame, let hertz, let faded):
      try encode("ended", role, epoch, frame, hertz, &line)
      try line.encode(faded, forKey: .faded)
    case .marker(let epoch, let frame):
      try line.encode("marker", forKey: .input)
      try line.encode(epoch, forKey: .epoch)
      try line.encode(frame, forKey: .frame)
    case .utteranceEnded(let number, let frame):
      try line.encode("utterance-ended", forKey: .input)
      try line.encode(number, forKey: .number)
      try line.encode(frame, forKey: .frame)
    case .cue(let tone, let frame, let isSounded):
      try line.encode("cue", forKey: .input)
      try line.encode(tone.word, forKey: .tone)
      try line.encode(frame, forKey: .frame)
      try line.encode(isSounded, forKey: .sounded)
    }
  }

  private static func encode(
    _ word: String, _ role: VoiceRole, _ epoch: UInt32, _ frame: Int64, _ hertz: Double, _ line: inout Line
  ) throws {
    try line.encode(word, forKey: .input)
    try line.encode(role.word, forKey: .role)
    try line.encode(epoch, forKey: .epoch)
    try line.encode(frame, forKey: .frame)
    try line.encode(hertz, forKey: .hertz)
  }

  private static func encode(_ event: StoreEvent, _ line: inout Line) throws {
    switch event {
    case .saved(let id):
      try line.encode("saved", forKey: .input)
      try line.encode(id, forKey: .id)
    case .withdrawn(let id):
      try line.encode("withdrawn", forKey: .input)
      try line.encode(id, forKey: .id)
    case .savedWorkout(let id, let change):
      try line.encode("saved-workout", forKey: .input)
      try line.encode(id, forKey: .id)
      try line.encode(change, forKey: .number)
    // The system's message may name a folder: it concerns the screen only.
    case .failing: try line.encode("not-saving", forKey: .input)
    case .recovered: try line.encode("saving-again", forKey: .input)
    }
  }

  private static func encode(_ event: SpeechEvent, _ line: inout Line) throws {
    switch event {
    case .available(let voice):
      try line.encode("voice", forKey: .input)
      try line.encode(voice == .espeak ? "espeak" : "speech-dispatcher", forKey: .voice)
    case .unavailable: try line.encode("no-voice", forKey: .input)
    case .begun(let number, let limit):
      try line.encode("speaking", forKey: .input)
      try line.encode(number, forKey: .number)
      try line.encode(limit.nanoseconds, forKey: .limit)
    case .ended(let number), .rendered(let number, _):
      try line.encode("said", forKey: .input)
      try line.encode(number, forKey: .number)
    }
  }

  private static func encode(_ intent: Intent, _ line: inout Line) throws {
    try line.encode(intent.word, forKey: .intent)
    try line.encodeIfPresent(intent.epoch?.number, forKey: .epoch)
    switch intent {
    case .answer(let answer, let isSure, _):
      try line.encode(answer.rawValue, forKey: .answer)
      try line.encodeIfPresent(isSure ? true : nil, forKey: .sure)
    case .step(let cents, _): try line.encode(cents, forKey: .cents)
    case .slide(let position, _): try line.encode(position, forKey: .position)
    case .start(let mode): try line.encode(mode.rawValue, forKey: .mode)
    case .quit(let reason): try line.encode(reason.rawValue, forKey: .reason)
    case .show(let cue, let id):
      try line.encode(id.text, forKey: .from)
      try encode(cue, &line)
    case .learn(let role, let id):
      try line.encode(id.text, forKey: .from)
      try line.encode(role.rawValue, forKey: .role)
    case .endLearning(let id): try line.encode(id.text, forKey: .from)
    case .split(let note, let id):
      try line.encode(id.text, forKey: .from)
      try line.encode(note, forKey: .note)
    case .timer(let intent):
      switch intent {
      case .quickStart(let kind): try line.encode(kind.rawValue, forKey: .kind)
      case .choose(let configuration): try line.encode(configuration, forKey: .configuration)
      case .confirm, .cancel, .pause, .skipRest, .end, .round: break
      }
    case .commit, .hearAgain, .stepBack, .proceed, .again, .stop, .leave, .whereAmI, .explain, .pageAway, .pageBack,
      .pageGone:
      break
    }
  }

  private static func encode(_ cue: Cue, _ line: inout Line) throws {
    try line.encode(cue.word.rawValue, forKey: .cue)
    switch cue {
    case .correct(let half), .incorrect(let half): try line.encode(Answer(half).rawValue, forKey: .answer)
    case .result(let cents, let band):
      try line.encode(cents, forKey: .cents)
      try line.encode(band, forKey: .band)
    case .mode(let role): try line.encode(role.rawValue, forKey: .role)
    case .canAnswer, .canTune, .trouble, .timer, .idle: break
    }
  }
}

extension Intent {
  /// The word used in recordings.
  fileprivate var word: String {
    switch self {
    case .answer: "answer"
    case .step: "step"
    case .slide: "slide"
    case .commit: "commit"
    case .hearAgain: "repeat"
    case .stepBack: "step-back"
    case .proceed: "proceed"
    case .start: "start"
    case .again: "again"
    case .stop: "stop"
    case .leave: "leave"
    case .whereAmI: "where-am-i"
    case .explain: "explain"
    case .quit: "quit"
    case .show: "show"
    case .learn: "learn"
    case .endLearning: "end-learning"
    case .split: "split"
    case .timer(let intent): intent.word
    case .pageAway: "page-away"
    case .pageBack: "page-back"
    case .pageGone: "page-gone"
    }
  }
}

extension TimerIntent {
  /// The word used in recordings.
  fileprivate var word: String {
    switch self {
    case .quickStart: "timer-quick-start"
    case .choose: "timer-choose"
    case .confirm: "timer-confirm"
    case .cancel: "timer-cancel"
    case .pause: "timer-pause"
    case .skipRest: "timer-skip-rest"
    case .end: "timer-end"
    case .round: "timer-round"
    }
  }
}

extension Cue {
  /// The word used in mapping files.
  fileprivate var word: CueWord {
    switch self {
    // Pages request lights by the words of mapping files, which have one for both.
    case .canAnswer, .canTune: .canAnswer
    case .correct: .correct
    case .incorrect: .incorrect
    case .result(let cents, _): cents == 0 ? .deadCentre : cents > 0 ? .sharp : .flat
    case .mode: .mode
    case .trouble: .trouble
    case .timer: .timer
    case .idle: .idle
    }
  }
}
