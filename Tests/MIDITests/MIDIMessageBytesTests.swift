import TestSupport
import Testing

@testable import MIDI

@Suite struct MIDIMessageBytesTests {
  /// Every channel message there is, on every channel: the data bytes go through all values, once in each place.
  static func allChannelMessages() -> [MIDIMessage] {
    var messages: [MIDIMessage] = []
    for nibble in UInt8(0)..<16 {
      let channel = Channel(statusNibble: nibble)
      for value in UInt8(0)..<128 {
        let one = UInt7(truncating: value)
        let other = UInt7(truncating: 127 - value)
        messages += [
          .noteOff(channel: channel, note: one, velocity: other),
          .polyPressure(channel: channel, note: one, pressure: other),
          .controlChange(channel: channel, controller: one, value: other),
          .programChange(channel: channel, program: one),
          .channelPressure(channel: channel, pressure: one),
          .pitchBend(channel: channel, value: UInt14(most: one, least: other)),
        ]
        if other.rawValue > 0 { messages.append(.noteOn(channel: channel, note: one, velocity: other)) }
      }
    }
    return messages
  }

  @Test func `an encoded message is decoded unchanged`() {
    let system = (UInt8(0xF1)...0xFF).filter { $0 != 0xF7 }.map { MIDIMessage.system($0) }
    let exclusive = [0, 1, 2, 127, 1000].map { count in
      MIDIMessage.systemExclusive((0..<count).map { UInt8($0 & 0x7F) })
    }
    for message in Self.allChannelMessages() + system + exclusive {
      var decoder = MIDIDecoder()
      #expect(decoder.decode(message.bytes) == [message])
    }
  }

  @Test func `a stream of encoded messages is decoded in order`() {
    var generator = SplitMix64(seed: 7)
    let messages = (Self.allChannelMessages() + [.systemExclusive([1, 2]), .system(0xF2)]).shuffled(using: &generator)
    var decoder = MIDIDecoder()
    #expect(decoder.decode(messages.flatMap(\.bytes)) == messages)
  }

  @Test func `every pitch bend is decoded unchanged`() {
    for value in UInt16(0)...16383 {
      guard let bend = UInt14(exactly: value) else {
        Issue.record("\(value) is a pitch bend")
        continue
      }
      let message = MIDIMessage.pitchBend(channel: Channel(statusNibble: 0), value: bend)
      var decoder = MIDIDecoder()
      #expect(decoder.decode(message.bytes) == [message])
    }
  }

  @Test(arguments: [
    MIDIMessage.systemExclusive([1, 0x80, 2]), .system(0xF0), .system(0xF7), .system(0x90), .system(0),
  ])
  func `a value that MIDI cannot carry has no bytes`(_ message: MIDIMessage) {
    #expect(message.bytes.isEmpty)
  }

  @Test func `only channel status bytes make channel messages`() {
    let zero = UInt7(truncating: 0)
    for status in UInt8(0)...255 {
      let message = MIDIMessage(status: status, first: zero, second: zero)
      #expect((message != nil) == (0x80...0xEF).contains(status))
    }
  }
}
