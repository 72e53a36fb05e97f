import MIDI

/// A set of MIDI data values 0…127: the keys, pads, lights or programs on a line of a mapping.
public struct NumberSet: Hashable, Sendable {
  private var low: UInt64 = 0
  private var high: UInt64 = 0

  /// Creates an empty set.
  public init() {}

  /// Creates a set of the part of `range` within 0…127.
  public init(_ range: ClosedRange<Int>) {
    for number in range.clamped(to: 0...127) where range.contains(number) { insert(number) }
  }

  /// The number of values, 0…128.
  public var count: Int { low.nonzeroBitCount + high.nonzeroBitCount }

  /// Whether the set has no values.
  public var isEmpty: Bool { low == 0 && high == 0 }

  /// The values, lowest first.
  public var numbers: [UInt7] {
    (0...127).filter(contains).map { UInt7(truncating: $0) }
  }

  /// Returns whether `number` is one of the values.
  public func contains(_ number: Int) -> Bool {
    switch number {
    case 0...63: low & (1 << UInt64(number)) != 0
    case 64...127: high & (1 << UInt64(number - 64)) != 0
    default: false
    }
  }

  /// Returns whether `number` is one of the values.
  public func contains(_ number: UInt7) -> Bool { contains(Int(number.rawValue)) }

  /// Adds `number`; does nothing if it is not within 0…127.
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

  /// Removes the values of `other`.
  public mutating func subtract(_ other: NumberSet) {
    low &= ~other.low
    high &= ~other.high
  }
}
