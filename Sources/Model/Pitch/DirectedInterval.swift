/// An interval of 0…12 semitones up or down: 25 in all, as the prime has no direction.
public struct DirectedInterval: Hashable, Comparable, Sendable {
  /// The number of semitones, −12…12; negative is downwards.
  public let semitones: Int

  /// The interval, or nil if `semitones` is not within −12…12.
  public init?(semitones: Int) {
    guard (-12...12).contains(semitones) else { return nil }
    self.semitones = semitones
  }

  /// The same note.
  public static let prime = DirectedInterval(checked: 0)
  /// Seven semitones up.
  public static let perfectFifthUp = DirectedInterval(checked: 7)
  /// All 25, from the octave down to the octave up.
  public static let all: [DirectedInterval] = (-12...12).map(DirectedInterval.init(checked:))

  private init(checked semitones: Int) { self.semitones = semitones }

  /// Further down comes first.
  public static func < (left: DirectedInterval, right: DirectedInterval) -> Bool { left.semitones < right.semitones }

  /// The interval in the other direction; the prime is its own inverse.
  public var inverted: DirectedInterval { DirectedInterval(checked: -semitones) }

  /// The direction of the interval; nil for the prime.
  public var direction: Direction? {
    semitones == 0 ? nil : semitones > 0 ? .up : .down
  }

  /// The direction of an interval. The raw values are the words in settings and files.
  public enum Direction: String, Sendable, CaseIterable {
    /// The second note is the higher one.
    case up
    /// The second note is the lower one.
    case down
  }
}

extension DirectedInterval: LosslessStringConvertible {
  private static let abbreviations = [
    "P1", "m2", "M2", "m3", "M3", "P4", "d5", "P5", "m6", "M6", "m7", "M7", "P8",
  ]

  /// The size without a direction: `P1 m2 M2 m3 M3 P4 d5 P5 m6 M6 m7 M7 P8`, as in Peach's CSV files. Case matters: `m`
  /// is minor, `M` is major.
  public var abbreviation: String { Self.abbreviations[abs(semitones)] }

  /// The interval as written in settings: `P5 up`, `m3 down`; the prime is `P1`.
  public var description: String {
    guard let direction else { return abbreviation }
    return "\(abbreviation) \(direction.rawValue)"
  }

  /// The interval with this `description`, or nil if the text names none. `P1 up` is read as the prime too, because
  /// Peach writes it so; any other size needs a direction.
  public init?(_ description: String) {
    let words = description.split(separator: " ", omittingEmptySubsequences: false)
    guard let first = words.first, let size = Self.abbreviations.firstIndex(of: String(first)) else { return nil }
    switch words.count {
    case 1 where size == 0:
      self = .prime
    case 2:
      guard let direction = Direction(rawValue: String(words[1])), size > 0 || direction == .up else { return nil }
      self.init(checked: direction == .up ? size : -size)
    default:
      return nil
    }
  }
}
