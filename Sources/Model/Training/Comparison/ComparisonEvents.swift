import Pitch
import Time

extension ComparisonSession {
  /// An action to perform, in order, before the next event is handled.
  public enum Effect: Hashable, Sendable {
    /// An effect common to all disciplines.
    case course(CourseEffect<ComparisonExercise>)
    /// Answers to this exercise count from now.
    case enableAnswer(Epoch)
    /// Fade the sounding note at once, tick if the answer was wrong, mark the end of feedback, keep the record: all in
    /// one batch with the epoch of `exercise`.
    case answered(ComparisonAnswer)
    /// Show the result.
    case feedback(Epoch, AnswerFeedback)
    /// This answer no longer counts: rewrite its record.
    case withdrawn(ComparisonAnswer)
  }
}
