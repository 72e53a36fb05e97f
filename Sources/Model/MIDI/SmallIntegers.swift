/// A MIDI data value: 0…127.
public struct UInt7: Hashable, Comparable, Sendable {
  /// 0…127.
  public let rawValue: UInt8

  /// The value, or nil if `value` is not within 0…127.
  public init?(exactly value: some BinaryInteger) {
    guard (0...127).contains(value) else { return nil }
    rawValue = UInt8(value)
  }

  /// The lower seven bits of `value`.
  public init(truncating value: some BinaryInteger) {
    rawValue = UInt8(truncatingIfNeeded: value) & 0x7F
  }

  /// Smaller comes first.
  public static func < (left: UInt7, right: UInt7) -> Bool { left.rawValue < right.rawValue }
}

/// A pair of MIDI data values: 0…16383. A pitch wheel's nominal centre is 8192.
public struct UInt14: Hashable, Comparable, Sendable {
  /// 0…16383.
  public let rawValue: UInt16

  /// The value, or nil if `value` is not within 0…16383.
  public init?(exactly value: some BinaryInteger) {
    guard (0...16383).contains(value) else { return nil }
    rawValue = UInt16(value)
  }

  /// The value with the given upper and lower seven bits.
  public init(most: UInt7, least: UInt7) {
    rawValue = UInt16(most.rawValue) << 7 | UInt16(least.rawValue)
  }

  /// The upper seven bits.
  public var most: UInt7 { UInt7(truncating: rawValue >> 7) }

  /// The lower seven bits.
  public var least: UInt7 { UInt7(truncating: rawValue) }

  /// Smaller comes first.
  public static func < (left: UInt14, right: UInt14) -> Bool { left.rawValue < right.rawValue }
}

/// A MIDI channel as musicians count it: 1…16.
public struct Channel: Hashable, Comparable, Sendable {
  /// 1…16.
  public let number: UInt8

  /// The channel, or nil if `number` is not within 1…16.
  public init?(_ number: some BinaryInteger) {
    guard (1...16).contains(number) else { return nil }
    self.number = UInt8(number)
  }

  /// Creates the channel from the lower four bits of a status byte, in which 0 is channel 1.
  public init(statusNibble status: UInt8) {
    number = (status & 0x0F) + 1
  }

  /// The channel as the lower four bits of a status byte: 0…15.
  public var nibble: UInt8 { number - 1 }

  /// Lower comes first.
  public static func < (left: Channel, right: Channel) -> Bool { left.number < right.number }
}
