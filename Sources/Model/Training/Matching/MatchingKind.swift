/// What has a spread of its own: unison or intervals, from memory or against a reference that sounds. These are skills
/// apart: without the reference it is remembered, with it one listens to beats.
struct MatchingKind: Hashable, Sendable {
  /// Whether intervals are matched, or unison.
  var asksIntervals: Bool
  /// Whether the reference goes on sounding, however quietly.
  var isHeld: Bool

  /// Memberwise.
  init(asksIntervals: Bool, isHeld: Bool) {
    self.asksIntervals = asksIntervals
    self.isHeld = isHeld
  }

  /// That of `exercise`.
  init(of exercise: MatchingExercise) {
    self.init(asksIntervals: exercise.mode.asksIntervals, isHeld: exercise.heldLevel != nil)
  }

  /// All there are, each in its `place`: what is told of them side by side is next to each other.
  static let all = [false, true].flatMap { asksIntervals in
    [false, true].map { MatchingKind(asksIntervals: asksIntervals, isHeld: $0) }
  }

  /// Counted from 0.
  var place: Int { (asksIntervals ? 2 : 0) + (isHeld ? 1 : 0) }
}
