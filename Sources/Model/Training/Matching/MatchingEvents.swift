import Pitch
import Time

extension MatchingSession {
  /// What is to be done, in this order, before the next event is handled.
  public enum Effect: Hashable, Sendable {
    /// What every discipline wants. A tunable note is played without an end.
    case course(CourseEffect<MatchingExercise>)
    /// The tunable note may be tuned from now.
    case enableTuning(MatchingExercise)
    /// The hands have let go: fade the tunable note at once and mark feedback's end, all in one batch with this epoch.
    case fade(Epoch, Commit)
    /// Keep the record.
    case keep(MatchingAttempt)
    /// Show the result.
    case feedback(Epoch, MatchingFeedback)
  }
}
