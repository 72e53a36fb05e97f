import TestSupport
import Testing

@testable import MIDI

/// One row: the bytes on the cable and the messages they decode to.
struct Case: Sendable, CustomTestStringConvertible {
  let name: String
  let bytes: [UInt8]
  let messages: [MIDIMessage]
  var testDescription: String { name }

  init(_ name: String, _ bytes: [UInt8], _ messages: [MIDIMessage]) {
    self.name = name
    self.bytes = bytes
    self.messages = messages
  }
}

private func channel(_ number: Int) -> Channel { Channel(statusNibble: UInt8(number - 1)) }
private func seven(_ value: Int) -> UInt7 { UInt7(truncating: value) }
private func on(_ note: Int, _ velocity: Int, on number: Int = 1) -> MIDIMessage {
  .noteOn(channel: channel(number), note: seven(note), velocity: seven(velocity))
}
private func off(_ note: Int, _ velocity: Int, on number: Int = 1) -> MIDIMessage {
  .noteOff(channel: channel(number), note: seven(note), velocity: seven(velocity))
}
private func bend(_ value: UInt16, on number: Int = 1) -> MIDIMessage {
  .pitchBend(channel: channel(number), value: UInt14(most: seven(Int(value >> 7)), least: seven(Int(value & 0x7F))))
}

@Suite struct MIDIDecoderTests {
  static let table = [
    Case("note-on, lowest channel", [0x90, 60, 100], [on(60, 100)]),
    Case("note-on, highest channel", [0x9F, 60, 1], [on(60, 1, on: 16)]),
    Case("note-on with velocity 0 is a note-off at 64", [0x99, 36, 0], [off(36, 64, on: 10)]),
    Case("note-off keeps its release velocity", [0x80, 60, 40], [off(60, 40)]),
    Case(
      "poly pressure", [0xA2, 60, 5], [.polyPressure(channel: channel(3), note: seven(60), pressure: seven(5))]),
    Case(
      "control change", [0xB0, 1, 127], [.controlChange(channel: channel(1), controller: seven(1), value: seven(127))]),
    Case("program change has one data byte", [0xC5, 9], [.programChange(channel: channel(6), program: seven(9))]),
    Case("channel pressure has one data byte", [0xD0, 9], [.channelPressure(channel: channel(1), pressure: seven(9))]),
    Case("bend: centre", [0xE0, 0x00, 0x40], [bend(8192)]),
    Case("bend: the lower seven bits come first", [0xE0, 0x01, 0x00], [bend(1)]),
    Case("bend: lowest and highest", [0xE0, 0, 0, 0x7F, 0x7F], [bend(0), bend(16383)]),
    Case("running status", [0x90, 60, 1, 62, 2, 60, 0], [on(60, 1), on(62, 2), off(60, 64)]),
    Case(
      "running status with one data byte", [0xD0, 1, 2],
      [
        .channelPressure(channel: channel(1), pressure: seven(1)),
        .channelPressure(channel: channel(1), pressure: seven(2)),
      ]),
    Case(
      "real time between data bytes", [0x90, 0xFE, 60, 0xF8, 100],
      [.system(0xFE), .system(0xF8), on(60, 100)]),
    Case("real time keeps running status", [0x90, 60, 1, 0xF8, 61, 1], [on(60, 1), .system(0xF8), on(61, 1)]),
    Case("SysEx", [0xF0, 0x7E, 0x00, 0xF7], [.systemExclusive([0x7E, 0x00])]),
    Case("empty SysEx", [0xF0, 0xF7], [.systemExclusive([])]),
    Case("real time inside SysEx", [0xF0, 1, 0xFE, 2, 0xF7], [.system(0xFE), .systemExclusive([1, 2])]),
    Case("SysEx cut off by a note", [0xF0, 1, 2, 0x90, 60, 1], [on(60, 1)]),
    Case("SysEx cut off by a SysEx", [0xF0, 1, 2, 0xF0, 3, 0xF7], [.systemExclusive([3])]),
    Case("SysEx ends running status", [0x90, 60, 1, 0xF0, 1, 0xF7, 61, 1], [on(60, 1), .systemExclusive([1])]),
    Case("system common ends running status", [0x90, 60, 1, 0xF6, 61, 1], [on(60, 1), .system(0xF6)]),
    Case("song position takes its two bytes with it", [0xF2, 1, 2, 3], [.system(0xF2)]),
    Case("quarter frame takes its byte with it", [0xF1, 1, 2], [.system(0xF1)]),
    Case("data with no status", [60, 100, 0x90, 60, 100], [on(60, 100)]),
    Case("an end without a SysEx", [0xF7, 60, 0x90, 60, 100], [on(60, 100)]),
    Case(
      "a message cut off by another", [0x90, 60, 0xB0, 7, 9],
      [
        .controlChange(channel: channel(1), controller: seven(7), value: seven(9))
      ]),
    Case("undefined system bytes", [0xF4, 0xF5, 0xF9, 0xFD], [0xF4, 0xF5, 0xF9, 0xFD].map { .system($0) }),
  ]

  @Test(arguments: table) func `bytes become messages`(_ row: Case) {
    var decoder = MIDIDecoder()
    #expect(decoder.decode(row.bytes) == row.messages)
  }

  @Test func `a SysEx of one megabyte is dropped whole and counted and the next note is heard`() {
    var decoder = MIDIDecoder(limit: 1000)
    #expect(decoder.decode([0xF0] + [UInt8](repeating: 1, count: 1 << 20) + [0xF7]) == [])
    #expect(decoder.overlong == 1)
    #expect(decoder.decode([0x90, 60, 1]) == [on(60, 1)])
    #expect(decoder.interrupted == 0)
  }

  @Test func `a SysEx of exactly the limit is kept`() {
    var decoder = MIDIDecoder(limit: 3)
    #expect(decoder.decode([0xF0, 1, 2, 3, 0xF7, 0xF0, 1, 2, 3, 4, 0xF7]) == [.systemExclusive([1, 2, 3])])
    #expect(decoder.overlong == 1)
  }

  @Test func `truncated messages are counted`() {
    var decoder = MIDIDecoder()
    _ = decoder.decode([0xF0, 1, 0x90, 60, 0xF2, 1, 0xB0, 7, 7, 0xB0, 8, 8])
    #expect(decoder.interrupted == 3)
  }

  @Test func `a reset forgets running status and an unfinished SysEx`() {
    var decoder = MIDIDecoder()
    _ = decoder.decode([0x90, 60, 1])
    decoder.reset()
    #expect(decoder.decode([61, 1]) == [])
    _ = decoder.decode([0xF0, 1])
    decoder.reset()
    #expect(decoder.decode([2, 0xF7]) == [])
  }

  @Test(arguments: [UInt64](1...20)) func `random bytes never trap and only give messages that can be sent`(
    seed: UInt64
  ) {
    var generator = SplitMix64(seed: seed)
    var decoder = MIDIDecoder(limit: 20)
    for _ in 0..<20_000 {
      // Half of them status bytes, so that every state meets every byte.
      let byte = UInt8.random(in: 0...255, using: &generator)
      if let message = decoder.decode(byte) {
        #expect(!message.bytes.isEmpty)
        if case .systemExclusive(let data) = message { #expect(data.count <= 20) }
      }
    }
  }

  @Test(arguments: [UInt64](1...10)) func `cutting a stream anywhere changes nothing`(seed: UInt64) {
    var generator = SplitMix64(seed: seed)
    let bytes = (0..<2000).map { _ in UInt8.random(in: 0...255, using: &generator) }
    var whole = MIDIDecoder()
    var cut = MIDIDecoder()
    let expected = whole.decode(bytes)
    var actual: [MIDIMessage] = []
    var rest = bytes[...]
    while !rest.isEmpty {
      let length = Int.random(in: 1...7, using: &generator)
      actual += cut.decode(rest.prefix(length))
      rest = rest.dropFirst(length)
    }
    #expect(actual == expected)
  }
}
