import Time

/// Where a session is.
extension ComparisonSession {
  /// One practice, from its start to its stop.
  struct Run {
    var basis: ExerciseBasis
    var gate = ExerciseGate.open
    /// Where the newest exercise was scheduled, until its reference starts.
    var scheduled: Frame?
    var chosen = 0
    var answered = 0
  }

  /// Where it is, with all that is known there.
  enum State {
    case idle
    /// Nothing sounds, and nothing is chosen, until `.resume`.
    case waiting
    /// Nothing sounds until `.proceed`.
    case holding(ComparisonExercise, start: Start)
    case playingReference(ComparisonExercise)
    case playingTarget(ComparisonExercise, heard: MonotonicTime)
    case awaitingAnswer(ComparisonExercise, heard: MonotonicTime)
    case showingFeedback(ComparisonAnswer, end: FeedbackEnd)
  }

  /// What feedback ends with.
  enum FeedbackEnd {
    /// The answer's batch has not taken effect yet.
    case unknown
    /// The next exercise waits for `.proceed`; feedback ends on this frame.
    case held(ComparisonExercise, at: Frame)
    /// The next exercise is scheduled for the frame where feedback ends.
    case next(ComparisonExercise, at: Frame)
    /// The next exercise waits for `.resume`; feedback ends on this frame.
    case waiting(Frame)
    /// Practice is over when feedback is.
    case last
    /// The same, as the settings leave nothing that could follow.
    case refused(ExerciseRefusal)
  }
}
