import Pitch
import Training

/// What Peach's CSV writes of an exercise of either kind.
struct PeachNotes {
  var reference: Note
  var target: Note
  var interval: DirectedInterval

  init(_ exercise: ComparisonExercise) {
    reference = exercise.reference
    target = exercise.target
    interval = exercise.interval
  }

  init(_ exercise: MatchingExercise) {
    reference = exercise.reference
    target = exercise.target
    interval = exercise.interval
  }

  /// Its words for tunings, by ours.
  static let systems = ["equal": "equalTemperament", "just": "justIntonation"]
}
