import Pitch
import Time

extension MatchingSession {
  /// An action to perform, in order, before the next event is handled.
  public enum Effect: Hashable, Sendable {
    /// What every discipline wants. A tunable note is played without an end.
    case course(CourseEffect<MatchingExercise>)
    /// Fade the notes of this exercise, as requested at `at`; then schedule both again, the tunable one at its current
    /// pitch. Until that note sounds, tuning is off.
    case hearAgain(MatchingExercise, timing: NoteTiming, at: MonotonicTime)
    /// The tunable note may be tuned from now, or again, and is heard at `heard`.
    case enableTuning(MatchingExercise, heard: MonotonicTime)
    /// The player has let go: fade the tunable note at once and mark the end of feedback, all in one batch with this
    /// epoch.
    case fade(Epoch, Commit)
    /// Keep the record.
    case keep(MatchingAttempt)
    /// Show the result.
    case feedback(Epoch, MatchingFeedback)
  }
}
