import Pitch

/// Comparisons that are one skill: intervals of one size, up or down. The prime is unison.
public struct IntervalClass: Hashable, Comparable, Sendable {
  /// The size in semitones, 0…12.
  public let semitones: Int

  /// The class, or nil if `semitones` is not within 0…12.
  public init?(semitones: Int) {
    guard (0...12).contains(semitones) else { return nil }
    self.semitones = semitones
  }

  /// The class of `interval`.
  public init(_ interval: DirectedInterval) { semitones = abs(interval.semitones) }

  /// Two notes of nearly the same pitch.
  public static let unison = IntervalClass(.prime)
  /// All 13, unison first.
  public static let all: [IntervalClass] = (0...12).compactMap(IntervalClass.init(semitones:))

  /// Smaller comes first.
  public static func < (left: IntervalClass, right: IntervalClass) -> Bool { left.semitones < right.semitones }
}
