import CALSA
import Controllers
import MIDI

/// Turns the sequencer's events into MIDI messages. SysEx, which arrives in pieces, is assembled per source port, so
/// that devices are never mixed.
struct EventTranslator {
  private var exclusives: [PortID: MIDIDecoder] = [:]
  private let limit: Int

  /// `limit` is the longest SysEx kept, in bytes without F0 and F7.
  init(limit: Int = MIDIDecoder.usualLimit) {
    self.limit = limit
  }

  /// Returns the messages of `event` from `port`: usually one, none for an unfinished SysEx, several for an (N)RPN that
  /// a program sent in one piece. SysEx bytes are read through the event's pointer.
  mutating func messages(from port: PortID, _ event: snd_seq_event_t) -> [MIDIMessage] {
    guard event.type == UInt8(SND_SEQ_EVENT_SYSEX.rawValue) else {
      // Real-time messages may occur inside SysEx; any other ends it.
      let messages = Self.messages(event)
      if let first = messages.first, !first.isRealTime { exclusives[port]?.reset() }
      return messages
    }
    return withUnsafePointer(to: event) { pointer in
      guard let bytes = calsa_exclusive_bytes(pointer) else { return [] }
      let piece = UnsafeBufferPointer(start: bytes, count: Int(calsa_exclusive_length(pointer)))
      return exclusives[port, default: MIDIDecoder(limit: limit)].decode(piece)
    }
  }

  /// Discards unfinished SysEx of one port: it is gone.
  mutating func forget(_ port: PortID) { exclusives[port] = nil }

  /// Discards all unfinished SysEx: events were lost.
  mutating func forgetAll() { exclusives = [:] }

  /// Returns the messages of an event with inline data. Values outside a MIDI byte's range (programs may send them)
  /// give none. Pure.
  static func messages(_ event: snd_seq_event_t) -> [MIDIMessage] {
    switch snd_seq_event_type(UInt32(event.type)) {
    case SND_SEQ_EVENT_NOTEON: note(0x90, event)
    case SND_SEQ_EVENT_NOTEOFF: note(0x80, event)
    case SND_SEQ_EVENT_KEYPRESS: note(0xA0, event)
    case SND_SEQ_EVENT_CONTROLLER: controllers(event, [(event.data.control.param, event.data.control.value)])
    case SND_SEQ_EVENT_PGMCHANGE: single(0xC0, event)
    case SND_SEQ_EVENT_CHANPRESS: single(0xD0, event)
    case SND_SEQ_EVENT_PITCHBEND: pitchBend(event)
    case SND_SEQ_EVENT_CONTROL14: control14(event)
    case SND_SEQ_EVENT_NONREGPARAM: parameter(event, most: 99, least: 98)
    case SND_SEQ_EVENT_REGPARAM: parameter(event, most: 101, least: 100)
    default: SystemEvent.status(ofType: event.type).map { [.system($0)] } ?? []
    }
  }

  private static func note(_ status: UInt8, _ event: snd_seq_event_t) -> [MIDIMessage] {
    let data = event.data.note
    guard let note = UInt7(exactly: data.note), let velocity = UInt7(exactly: data.velocity),
      let message = MIDIMessage(status: status | (data.channel & 0x0F), first: note, second: velocity)
    else { return [] }
    return [message]
  }

  private static func single(_ status: UInt8, _ event: snd_seq_event_t) -> [MIDIMessage] {
    let data = event.data.control
    guard let value = UInt7(exactly: data.value),
      let message = MIDIMessage(status: status | (data.channel & 0x0F), first: value, second: value)
    else { return [] }
    return [message]
  }

  private static func pitchBend(_ event: snd_seq_event_t) -> [MIDIMessage] {
    // The sequencer counts from −8192 to 8191.
    guard let value = UInt14(exactly: Int64(event.data.control.value) + 8192) else { return [] }
    return [.pitchBend(channel: Channel(statusNibble: event.data.control.channel), value: value)]
  }

  /// Returns the messages of a 14-bit controller 0…31: its upper seven bits on the number itself, its lower ones on the
  /// number + 32.
  private static func control14(_ event: snd_seq_event_t) -> [MIDIMessage] {
    let (number, value) = (event.data.control.param, event.data.control.value)
    guard number < 32, (0...16383).contains(value) else { return controllers(event, [(number, value)]) }
    return controllers(event, [(number, value >> 7), (number + 32, value & 0x7F)])
  }

  /// Returns the four messages of a registered or non-registered parameter.
  private static func parameter(_ event: snd_seq_event_t, most: UInt32, least: UInt32) -> [MIDIMessage] {
    let (number, value) = (Int32(truncatingIfNeeded: event.data.control.param), event.data.control.value)
    guard (0...16383).contains(number), (0...16383).contains(value) else { return [] }
    return controllers(
      event, [(most, number >> 7), (least, number & 0x7F), (6, value >> 7), (38, value & 0x7F)])
  }

  private static func controllers(_ event: snd_seq_event_t, _ pairs: [(UInt32, Int32)]) -> [MIDIMessage] {
    let channel = Channel(statusNibble: event.data.control.channel)
    return pairs.compactMap { number, value in
      guard let controller = UInt7(exactly: number), let value = UInt7(exactly: value) else { return nil }
      return .controlChange(channel: channel, controller: controller, value: value)
    }
  }
}

/// The system messages without data that the sequencer has event types for, both ways.
enum SystemEvent {
  private static let pairs: [(type: snd_seq_event_type, status: UInt8)] = [
    (SND_SEQ_EVENT_TUNE_REQUEST, 0xF6), (SND_SEQ_EVENT_CLOCK, 0xF8), (SND_SEQ_EVENT_TICK, 0xF9),
    (SND_SEQ_EVENT_START, 0xFA), (SND_SEQ_EVENT_CONTINUE, 0xFB), (SND_SEQ_EVENT_STOP, 0xFC),
    (SND_SEQ_EVENT_SENSING, 0xFE), (SND_SEQ_EVENT_RESET, 0xFF),
  ]

  static func status(ofType type: UInt8) -> UInt8? {
    pairs.first { $0.type.rawValue == UInt32(type) }?.status
  }

  static func type(ofStatus status: UInt8) -> UInt8? {
    pairs.first { $0.status == status }.map { UInt8($0.type.rawValue) }
  }
}

extension MIDIMessage {
  /// Whether it may occur inside other messages: F8…FF.
  fileprivate var isRealTime: Bool {
    if case .system(let status) = self { status >= 0xF8 } else { false }
  }
}
