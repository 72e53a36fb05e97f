/// Turns a stream of MIDI 1.0 bytes, split anywhere, into messages.
///
/// Handles running status, real-time bytes inside other messages, and SysEx that is interrupted or far too long.
/// Accepts every byte sequence and ignores bytes that belong to no message. Use one decoder per cable: streams must not
/// be mixed.
public struct MIDIDecoder: Sendable {
  /// The default limit on the length of a SysEx, in bytes without F0 and F7. Controllers' own messages have under a
  /// hundred bytes; the limit keeps a sample dump from using memory.
  public static let usualLimit = 65_536

  /// The number of SysEx messages dropped because they exceeded the limit.
  public private(set) var overlong = 0
  /// The number of messages dropped because another status byte arrived before their end.
  public private(set) var interrupted = 0

  private enum State {
    /// Data bytes belong to no message.
    case idle
    /// After a channel or system common status: `first` is the first of two data bytes, once received.
    case message(status: UInt8, first: UInt7?)
    /// Inside a SysEx that is collected in `collected`.
    case exclusive
    /// Inside a SysEx that is too long; its bytes are dropped.
    case skipping
  }

  private let limit: Int
  private var state = State.idle
  private var collected: [UInt8] = []

  /// Creates a decoder at the beginning of a stream. `limit` is the longest SysEx kept, in bytes without F0 and F7.
  public init(limit: Int = MIDIDecoder.usualLimit) {
    self.limit = max(0, limit)
  }

  /// Returns the messages that `bytes` complete, in order. Any thread.
  public mutating func decode(_ bytes: some Sequence<UInt8>) -> [MIDIMessage] {
    var messages: [MIDIMessage] = []
    for byte in bytes {
      if let message = decode(byte) { messages.append(message) }
    }
    return messages
  }

  /// Returns the message that `byte` completes, if any. Any thread.
  public mutating func decode(_ byte: UInt8) -> MIDIMessage? {
    switch byte {
    case 0xF8...0xFF: .system(byte)  // Real time: allowed anywhere, even inside SysEx, and changes nothing.
    case 0x80...0xF7: begin(status: byte)
    default: complete(UInt7(truncating: byte))
    }
  }

  /// Forgets an unfinished message and running status, after a break in the stream. Any thread.
  public mutating func reset() {
    drop()
    state = .idle
  }

  private mutating func begin(status: UInt8) -> MIDIMessage? {
    if status == 0xF7 { return endOfExclusive() }
    drop()
    if status == 0xF0 {
      state = .exclusive
      return nil
    }
    if status > 0xF0, MIDIMessage.dataLength(status: status) == 0 {
      state = .idle  // System common messages end running status.
      return .system(status)
    }
    state = .message(status: status, first: nil)
    return nil
  }

  private mutating func complete(_ data: UInt7) -> MIDIMessage? {
    switch state {
    case .idle, .skipping:
      return nil
    case .exclusive:
      if collected.count < limit {
        collected.append(data.rawValue)
      } else {
        overlong += 1
        collected = []
        state = .skipping
      }
      return nil
    case .message(let status, nil) where MIDIMessage.dataLength(status: status) == 2:
      state = .message(status: status, first: data)
      return nil
    case .message(let status, let first):
      if status > 0xF0 {
        state = .idle
        return .system(status)
      }
      state = .message(status: status, first: nil)  // Running status: the next data byte begins another message.
      return MIDIMessage(status: status, first: first ?? data, second: data)
    }
  }

  private mutating func endOfExclusive() -> MIDIMessage? {
    defer {
      state = .idle
      collected = []
    }
    switch state {
    case .exclusive: return .systemExclusive(collected)
    case .message(_, .some): interrupted += 1
    case .idle, .message, .skipping: break
    }
    return nil
  }

  /// Counts and drops the message that a new status byte cuts off. An overlong SysEx has already been counted.
  private mutating func drop() {
    switch state {
    case .exclusive, .message(_, .some): interrupted += 1
    case .message(let status, nil) where status > 0xF0: interrupted += 1
    case .idle, .message, .skipping: break
    }
    collected = []
  }
}
