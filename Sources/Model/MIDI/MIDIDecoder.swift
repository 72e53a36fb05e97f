/// Turns a stream of MIDI 1.0 bytes, cut anywhere, into messages.
///
/// Knows running status, real-time bytes inside other messages, and SysEx that is interrupted or far too long. Every
/// byte sequence is accepted: what belongs to no message is ignored. One decoder per cable: streams must not be mixed.
public struct MIDIDecoder: Sendable {
  /// The longest SysEx kept unless told otherwise, in bytes without F0 and F7. Controllers' own messages have under a
  /// hundred; the limit is there so that a sample dump costs no memory.
  public static let usualLimit = 65_536

  /// SysEx messages dropped whole because they were longer than the limit.
  public private(set) var overlong = 0
  /// Messages dropped because another status byte came before their end.
  public private(set) var interrupted = 0

  private enum State {
    /// Bytes of data belong to nothing.
    case idle
    /// After a channel or system common status: `first` is the first of two data bytes, once it is there.
    case message(status: UInt8, first: UInt7?)
    /// Within a SysEx that is being kept in `collected`.
    case exclusive
    /// Within a SysEx that is too long; its bytes are not kept.
    case skipping
  }

  private let limit: Int
  private var state = State.idle
  private var collected: [UInt8] = []

  /// A decoder at the beginning of a stream. `limit` is the longest SysEx kept, in bytes without F0 and F7.
  public init(limit: Int = MIDIDecoder.usualLimit) {
    self.limit = max(0, limit)
  }

  /// The messages that `bytes` complete, in order. Any thread.
  public mutating func decode(_ bytes: some Sequence<UInt8>) -> [MIDIMessage] {
    var messages: [MIDIMessage] = []
    for byte in bytes {
      if let message = decode(byte) { messages.append(message) }
    }
    return messages
  }

  /// The message that `byte` completes, if it does. Any thread.
  public mutating func decode(_ byte: UInt8) -> MIDIMessage? {
    switch byte {
    case 0xF8...0xFF: .system(byte)  // Real time: may stand anywhere, even inside SysEx, and changes nothing.
    case 0x80...0xF7: begin(status: byte)
    default: take(UInt7(truncating: byte))
    }
  }

  /// Forgets an unfinished message and running status: the stream was broken off. Any thread.
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

  private mutating func take(_ data: UInt7) -> MIDIMessage? {
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

  /// Counts and forgets what a new status byte cuts off. An overlong SysEx was counted as such already.
  private mutating func drop() {
    switch state {
    case .exclusive, .message(_, .some): interrupted += 1
    case .message(let status, nil) where status > 0xF0: interrupted += 1
    case .idle, .message, .skipping: break
    }
    collected = []
  }
}
