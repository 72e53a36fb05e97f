/// A MIDI 1.0 message. A note-on with velocity 0 is always represented as `noteOff` with release velocity 64.
public enum MIDIMessage: Hashable, Sendable {
  /// A key or pad pressed; `velocity` is 1…127.
  case noteOn(channel: Channel, note: UInt7, velocity: UInt7)
  /// A key or pad released; `velocity` is the release velocity.
  case noteOff(channel: Channel, note: UInt7, velocity: UInt7)
  /// Polyphonic aftertouch: pressure on one key.
  case polyPressure(channel: Channel, note: UInt7, pressure: UInt7)
  /// Control change (CC).
  case controlChange(channel: Channel, controller: UInt7, value: UInt7)
  /// Program change.
  case programChange(channel: Channel, program: UInt7)
  /// Channel aftertouch: pressure on the whole keyboard.
  case channelPressure(channel: Channel, pressure: UInt7)
  /// Pitch bend, 0…16383, nominal centre 8192.
  case pitchBend(channel: Channel, value: UInt14)
  /// A complete system exclusive message without its F0 and F7: bytes 0…127.
  case systemExclusive([UInt8])
  /// A system common or real-time message that Peach does not use, by status byte (F1…F6, F8…FF).
  case system(UInt8)
}

// Bit layouts as in "MIDI 1.0 Detailed Specification" (M1 v4.2.1), tables I to VII.

extension MIDIMessage {
  /// The channel message with this status byte, or nil unless `status` is 80…EF. `second` is ignored by the two kinds
  /// with one data byte. A note-on with velocity 0 becomes a note-off with velocity 64, the value the specification
  /// gives for keyboards without release velocity. Pure; any thread.
  public init?(status: UInt8, first: UInt7, second: UInt7) {
    let channel = Channel(statusNibble: status)
    switch status & 0xF0 {
    case 0x80:  // 1000cccc 0kkkkkkk 0vvvvvvv
      self = .noteOff(channel: channel, note: first, velocity: second)
    case 0x90 where second.rawValue == 0:
      self = .noteOff(channel: channel, note: first, velocity: Self.usualRelease)
    case 0x90:  // 1001cccc 0kkkkkkk 0vvvvvvv
      self = .noteOn(channel: channel, note: first, velocity: second)
    case 0xA0:  // 1010cccc 0kkkkkkk 0ppppppp
      self = .polyPressure(channel: channel, note: first, pressure: second)
    case 0xB0:  // 1011cccc 0nnnnnnn 0vvvvvvv
      self = .controlChange(channel: channel, controller: first, value: second)
    case 0xC0:  // 1100cccc 0ppppppp
      self = .programChange(channel: channel, program: first)
    case 0xD0:  // 1101cccc 0ppppppp
      self = .channelPressure(channel: channel, pressure: first)
    case 0xE0:  // 1110cccc 0lllllll 0mmmmmmm: the lower seven bits come first
      self = .pitchBend(channel: channel, value: UInt14(most: second, least: first))
    default:
      return nil
    }
  }

  /// Returns the number of data bytes that follow this status byte: 0, 1 or 2. SysEx (F0), whose length is open, counts
  /// as 0.
  static func dataLength(status: UInt8) -> Int {
    switch status {
    case 0xC0...0xDF, 0xF1, 0xF3: 1  // program, channel pressure, quarter frame, song select
    case 0x80...0xEF, 0xF2: 2  // the other channel messages, song position
    default: 0
    }
  }

  /// The bytes of the message with its status byte; the inverse of `MIDIDecoder`. System messages, whose data Peach
  /// does not keep, carry zeros. Empty for messages that MIDI cannot carry: a SysEx with a byte over 127 (which would
  /// end it there and turn the rest into other messages), or a `.system` with F0, F7 or no system status. Pure; any
  /// thread.
  public var bytes: [UInt8] {
    switch self {
    case .noteOff(let channel, let note, let velocity):
      [0x80 | channel.nibble, note.rawValue, velocity.rawValue]
    case .noteOn(let channel, let note, let velocity):
      [0x90 | channel.nibble, note.rawValue, velocity.rawValue]
    case .polyPressure(let channel, let note, let pressure):
      [0xA0 | channel.nibble, note.rawValue, pressure.rawValue]
    case .controlChange(let channel, let controller, let value):
      [0xB0 | channel.nibble, controller.rawValue, value.rawValue]
    case .programChange(let channel, let program):
      [0xC0 | channel.nibble, program.rawValue]
    case .channelPressure(let channel, let pressure):
      [0xD0 | channel.nibble, pressure.rawValue]
    case .pitchBend(let channel, let value):
      [0xE0 | channel.nibble, value.least.rawValue, value.most.rawValue]
    case .systemExclusive(let data):
      data.allSatisfy { $0 < 0x80 } ? [0xF0] + data + [0xF7] : []
    case .system(let status):
      Self.isPlainSystem(status)
        ? [status] + [UInt8](repeating: 0, count: Self.dataLength(status: status)) : []
    }
  }

  /// Returns whether `.system` may carry this status byte: F1…F6 and F8…FF.
  static func isPlainSystem(_ status: UInt8) -> Bool {
    status > 0xF0 && status != 0xF7
  }
}

extension MIDIMessage {
  /// The release velocity that the specification gives for keyboards without one.
  private static let usualRelease = UInt7(truncating: 64)

  /// The note-off that ends this note; nil for messages other than a note-on. Pure; any thread.
  public var release: MIDIMessage? {
    guard case .noteOn(let channel, let note, _) = self else { return nil }
    return .noteOff(channel: channel, note: note, velocity: Self.usualRelease)
  }

  /// The message as `MIDIDecoder` returns it: a note-on with velocity 0, which callers may build, as a note-off. Pure;
  /// any thread.
  public var decoded: MIDIMessage {
    if case .noteOn(_, _, let velocity) = self, velocity.rawValue == 0 { release ?? self } else { self }
  }
}
