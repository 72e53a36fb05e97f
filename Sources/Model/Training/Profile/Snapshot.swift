/// Writes a profile as numbers: little endian, 8 bytes each, exact.
struct SnapshotWriter {
  private(set) var bytes: [UInt8] = []

  mutating func write(_ number: Double) { append(number.bitPattern) }
  mutating func write(_ number: Int) { append(UInt64(bitPattern: Int64(number))) }
  mutating func write(_ numbers: [Double]) {
    write(numbers.count)
    for number in numbers { write(number) }
  }

  private mutating func append(_ word: UInt64) {
    withUnsafeBytes(of: word.littleEndian) { bytes.append(contentsOf: $0) }
  }
}

/// Reads the output of `SnapshotWriter`. Any bytes are safe: invalid ones throw, none trap.
struct SnapshotReader {
  /// The bytes end early or hold an impossible value.
  struct Unreadable: Error {}

  private let bytes: [UInt8]
  private var position = 0

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  var isAtEnd: Bool { position == bytes.count }

  mutating func double() throws(Unreadable) -> Double { Double(bitPattern: try word()) }

  /// Reads a finite number, as all numbers of a profile are.
  mutating func finite() throws(Unreadable) -> Double {
    let number = try double()
    guard number.isFinite else { throw Unreadable() }
    return number
  }

  /// A whole number within `range`.
  mutating func integer(in range: ClosedRange<Int>) throws(Unreadable) -> Int {
    let number = Int(Int64(bitPattern: try word()))
    guard range.contains(number) else { throw Unreadable() }
    return number
  }

  /// Exactly `count` finite numbers.
  mutating func numbers(_ count: Int) throws(Unreadable) -> [Double] {
    _ = try integer(in: count...count)
    var numbers: [Double] = []
    numbers.reserveCapacity(count)
    for _ in 0..<count { numbers.append(try finite()) }
    return numbers
  }

  private mutating func word() throws(Unreadable) -> UInt64 {
    guard position + 8 <= bytes.count else { throw Unreadable() }
    let word = bytes.withUnsafeBytes { $0.loadUnaligned(fromByteOffset: position, as: UInt64.self) }
    position += 8
    return UInt64(littleEndian: word)
  }
}
