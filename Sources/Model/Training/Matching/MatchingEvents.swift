import Pitch
import Time

extension MatchingSession {
  /// An action to perform, in order, before the next event is handled.
  public enum Effect: Hashable, Sendable {
    /// What every discipline wants. A tunable note is played without an end.
    case course(CourseEffect<MatchingExercise>)
    /// Fade what sounds of this exercise, as was asked for at `at`; then schedule both notes as at first, the tunable
    /// one at the pitch it has. Until that sounds nothing is tuned.
    case hearAgain(MatchingExercise, timing: NoteTiming, at: MonotonicTime)
    /// The tunable note may be tuned from now, or again, and is heard at `heard`.
    case enableTuning(MatchingExercise, heard: MonotonicTime)
    /// The hands have let go: fade the tunable note at once and mark feedback's end, all in one batch with this epoch.
    case fade(Epoch, Commit)
    /// Keep the record.
    case keep(MatchingAttempt)
    /// Show the result.
    case feedback(Epoch, MatchingFeedback)
  }
}
