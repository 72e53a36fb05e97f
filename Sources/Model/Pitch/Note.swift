/// A key of the keyboard by its MIDI note number, 0…127; middle C (C4) is 60, A4 is 69.
public struct Note: Hashable, Comparable, Sendable {
  /// The MIDI note number, 0…127.
  public let number: Int

  /// The note, or nil if `number` is not within 0…127.
  public init?(_ number: Int) {
    guard (0...127).contains(number) else { return nil }
    self.number = number
  }

  /// Creates the note of a literal number within 0…127.
  package init(literal number: UInt8) {
    self.number = Int(min(number, 127))
  }

  /// Lower comes first.
  public static func < (left: Note, right: Note) -> Bool { left.number < right.number }

  /// Returns the note `interval` away, or nil if that is not a MIDI note.
  public func transposed(by interval: DirectedInterval) -> Note? {
    Note(number + interval.semitones)
  }
}
