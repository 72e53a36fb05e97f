import MIDI

/// A set of MIDI data values 0…127: the keys, pads, lights or programs a line of a mapping is about.
public struct NumberSet: Hashable, Sendable {
  private var low: UInt64 = 0
  private var high: UInt64 = 0

  /// The empty set.
  public init() {}

  /// The part of `range` that lies within 0…127.
  public init(_ range: ClosedRange<Int>) {
    for number in range.clamped(to: 0...127) where range.contains(number) { insert(number) }
  }

  /// The number of values, 0…128.
  public var count: Int { low.nonzeroBitCount + high.nonzeroBitCount }

  /// Whether it has no value.
  public var isEmpty: Bool { low == 0 && high == 0 }

  /// The values, lowest first.
  public var numbers: [UInt7] {
    (0...127).filter(contains).map { UInt7(truncating: $0) }
  }

  /// Whether `number` is one of the values.
  public func contains(_ number: Int) -> Bool {
    switch number {
    case 0...63: low & (1 << UInt64(number)) != 0
    case 64...127: high & (1 << UInt64(number - 64)) != 0
    default: false
    }
  }

  /// Whether `number` is one of the values.
  public func contains(_ number: UInt7) -> Bool { contains(Int(number.rawValue)) }

  /// Adds `number`; nothing happens if it is not within 0…127.
  public mutating func insert(_ number: Int) {
    switch number {
    case 0...63: low |= 1 << UInt64(number)
    case 64...127: high |= 1 << UInt64(number - 64)
    default: break
    }
  }

  /// Adds the values of `other`.
  public mutating func formUnion(_ other: NumberSet) {
    low |= other.low
    high |= other.high
  }

  /// Takes the values of `other` away.
  public mutating func subtract(_ other: NumberSet) {
    low &= ~other.low
    high &= ~other.high
  }
}
