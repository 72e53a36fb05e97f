import CALSA
import Controllers
import MIDI
import Testing

@testable import ALSASequencer

@Suite struct OutgoingEventTests {
  static let port = PortID(client: 20, port: 3)

  /// Sends `message` to itself: what the sequencer would hand to a listener.
  static func sent(_ message: MIDIMessage) -> [MIDIMessage] {
    var translator = EventTranslator()
    return OutgoingEvent.events(message, to: port).flatMap { event in
      event.withEvent(from: 1) { translator.messages(from: port, $0.pointee) }
    }
  }

  static func channelMessages() -> [MIDIMessage] {
    var messages: [MIDIMessage] = []
    for nibble in UInt8(0)..<16 {
      let channel = Channel(statusNibble: nibble)
      for value in stride(from: UInt8(0), through: 126, by: 7) {
        let (first, second) = (UInt7(truncating: value), UInt7(truncating: 127 - value))
        messages += [
          .noteOn(channel: channel, note: first, velocity: second),
          .noteOff(channel: channel, note: first, velocity: second),
          .polyPressure(channel: channel, note: first, pressure: second),
          .controlChange(channel: channel, controller: first, value: second),
          .programChange(channel: channel, program: first),
          .channelPressure(channel: channel, pressure: first),
          .pitchBend(channel: channel, value: UInt14(most: first, least: second)),
        ]
      }
    }
    return messages
  }

  @Test func `a sent message is read back unchanged`() {
    for message in Self.channelMessages() + [.system(0xF6), .system(0xFA), .system(0xFF)] {
      #expect(Self.sent(message) == [message])
    }
  }

  @Test(arguments: [0, 1, 254, 255, 256, 510, 5000])
  func `a SysEx of any length arrives whole`(length: Int) {
    let message = MIDIMessage.systemExclusive((0..<length).map { UInt8($0 & 0x7F) })
    #expect(OutgoingEvent.events(message, to: Self.port).count == (length + 2 + 255) / 256)
    #expect(Self.sent(message) == [message])
  }

  @Test(arguments: [MIDIMessage.system(0xF4), .system(0xF2), .systemExclusive([0x80])])
  func `a message that cannot be sent has no event`(_ message: MIDIMessage) {
    #expect(OutgoingEvent.events(message, to: Self.port).isEmpty)
  }

  @Test func `an event has its address and bypasses the queues`() throws {
    let message = MIDIMessage.programChange(channel: Channel(statusNibble: 0), program: UInt7(truncating: 1))
    let event = try #require(OutgoingEvent.events(message, to: Self.port).first)
    event.withEvent(from: 7) { pointer in
      #expect(pointer.pointee.dest.client == 20 && pointer.pointee.dest.port == 3)
      #expect(pointer.pointee.source.port == 7)
      #expect(pointer.pointee.queue == UInt8(SND_SEQ_QUEUE_DIRECT))
    }
  }
}
