import Pitch

/// The notes of practice, lowest and highest included.
public struct NoteRange: Hashable, Sendable {
  /// The lowest note.
  public let low: Note
  /// The highest note, not below `low`.
  public let high: Note

  /// The range, or nil if `high` lies below `low`.
  public init?(_ low: Note, _ high: Note) {
    guard low <= high else { return nil }
    self.low = low
    self.high = high
  }

  /// The range between two notes, in either order.
  public init(spanning one: Note, _ other: Note) {
    low = min(one, other)
    high = max(one, other)
  }

  private init(checked low: Note, _ high: Note) {
    self.low = low
    self.high = high
  }

  /// C2…C6 (36…84).
  public static let standard = NoteRange(checked: Note(literal: 36), Note(literal: 84))

  /// Semitones from the lowest to the highest note.
  public var span: Int { high.number - low.number }

  /// Whether `note` is in the range.
  public func contains(_ note: Note) -> Bool { low <= note && note <= high }
}
