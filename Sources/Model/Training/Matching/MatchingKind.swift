/// A kind of matching with its own spread: unison or intervals, from memory or against a sounding reference. The last
/// two are different skills: one remembers the reference, or one listens to beats.
struct MatchingKind: Hashable, Sendable {
  /// Whether intervals are matched, or unison.
  var asksIntervals: Bool
  /// Whether the reference keeps sounding, at any level.
  var isHeld: Bool

  /// Memberwise.
  init(asksIntervals: Bool, isHeld: Bool) {
    self.asksIntervals = asksIntervals
    self.isHeld = isHeld
  }

  /// The kind of `exercise`.
  init(of exercise: MatchingExercise) {
    self.init(asksIntervals: exercise.mode.asksIntervals, isHeld: exercise.heldLevel != nil)
  }

  /// All kinds, each at its `place`: kinds shown next to each other are neighbours.
  static let all = [false, true].flatMap { asksIntervals in
    [false, true].map { MatchingKind(asksIntervals: asksIntervals, isHeld: $0) }
  }

  /// The position among all kinds, counted from 0.
  var place: Int { (asksIntervals ? 2 : 0) + (isHeld ? 1 : 0) }
}
