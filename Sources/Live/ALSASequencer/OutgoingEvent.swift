import CALSA
import Controllers
import MIDI

/// An event to a controller. SysEx has its bytes in a separate array, since the event only points to them.
struct OutgoingEvent {
  /// SysEx longer than this goes out in several events, as the kernel's own do.
  static let pieceLength = 256

  let port: PortID
  /// Bytes on the cable.
  let length: Int
  private var event = snd_seq_event_t()
  private let exclusive: [UInt8]

  /// Returns the events for `message` to `port`: one; several for a long SysEx; none for an unsendable message.
  static func events(_ message: MIDIMessage, to port: PortID) -> [OutgoingEvent] {
    if case .systemExclusive = message {
      let bytes = message.bytes
      return stride(from: 0, to: bytes.count, by: pieceLength).map { start in
        let piece = Array(bytes[start..<min(start + pieceLength, bytes.count)])
        return OutgoingEvent(port: port, exclusive: piece, length: piece.count)
      }
    }
    return OutgoingEvent(message, to: port).map { [$0] } ?? []
  }

  private init(port: PortID, exclusive: [UInt8], length: Int) {
    self.port = port
    self.exclusive = exclusive
    self.length = length
  }

  private init?(_ message: MIDIMessage, to port: PortID) {
    self.init(port: port, exclusive: [], length: message.bytes.count)
    switch message {
    case .noteOn(let channel, let note, let velocity): set(SND_SEQ_EVENT_NOTEON, channel, note, velocity)
    case .noteOff(let channel, let note, let velocity): set(SND_SEQ_EVENT_NOTEOFF, channel, note, velocity)
    case .polyPressure(let channel, let note, let pressure): set(SND_SEQ_EVENT_KEYPRESS, channel, note, pressure)
    case .controlChange(let channel, let controller, let value):
      set(SND_SEQ_EVENT_CONTROLLER, channel, Int32(value.rawValue), number: controller)
    case .programChange(let channel, let program): set(SND_SEQ_EVENT_PGMCHANGE, channel, Int32(program.rawValue))
    case .channelPressure(let channel, let pressure): set(SND_SEQ_EVENT_CHANPRESS, channel, Int32(pressure.rawValue))
    case .pitchBend(let channel, let value): set(SND_SEQ_EVENT_PITCHBEND, channel, Int32(value.rawValue) - 8192)
    case .system(let status):
      guard let type = SystemEvent.type(ofStatus: status) else { return nil }
      event.type = type
    case .systemExclusive: return nil
    }
  }

  /// Passes the finished event, from our port `source`, to `body`, which must not keep the pointer. Marked for direct
  /// delivery, past every queue, which preserves the order and does not wait for a pool.
  func withEvent<Result>(
    from source: UInt8, _ body: (UnsafeMutablePointer<snd_seq_event_t>) -> Result
  ) -> Result {
    var event = event
    event.queue = UInt8(SND_SEQ_QUEUE_DIRECT)
    event.source.port = source
    event.dest.client = port.client
    event.dest.port = port.port
    guard !exclusive.isEmpty else { return body(&event) }
    return exclusive.withUnsafeBufferPointer { bytes in
      calsa_set_exclusive(&event, bytes.baseAddress, UInt32(bytes.count))
      return body(&event)
    }
  }

  private mutating func set(_ type: snd_seq_event_type, _ channel: Channel, _ note: UInt7, _ velocity: UInt7) {
    event.type = UInt8(type.rawValue)
    event.data.note.channel = channel.nibble
    event.data.note.note = note.rawValue
    event.data.note.velocity = velocity.rawValue
  }

  private mutating func set(
    _ type: snd_seq_event_type, _ channel: Channel, _ value: Int32, number: UInt7 = UInt7(truncating: 0)
  ) {
    event.type = UInt8(type.rawValue)
    event.data.control.channel = channel.nibble
    event.data.control.param = UInt32(number.rawValue)
    event.data.control.value = value
  }
}
