import Time

/// Where a session is.
extension MatchingSession {
  /// One practice, from its start to its stop.
  struct Run {
    var basis: ExerciseBasis
    /// The newest that was reported.
    var reach: TuningReach
    var gate = ExerciseGate.open
    /// Where the newest exercise was scheduled, until its reference starts.
    var scheduled: Frame?
    var chosen = 0
    var finished = 0
  }

  enum State {
    case idle
    /// Nothing sounds, and nothing is chosen, until `.resume`.
    case waiting
    /// Nothing sounds until `.proceed`.
    case holding(MatchingExercise, start: ComparisonSession.Start)
    case playingReference(MatchingExercise)
    case playingTunable(MatchingExercise, heard: MonotonicTime)
    /// The hands have let go and the fade was asked for; the attempt ends on what the loop believes to sound.
    case committing(MatchingAttempt)
    case showingFeedback(MatchingAttempt, end: FeedbackEnd)
  }

  enum FeedbackEnd {
    /// The next exercise waits for `.proceed`; feedback ends on this frame.
    case held(MatchingExercise, at: Frame)
    /// The next exercise is scheduled for the frame where feedback ends.
    case next(MatchingExercise, at: Frame)
    /// The next exercise waits for `.resume`; feedback ends on this frame.
    case waiting(Frame)
    /// Practice is over when feedback is.
    case last
    /// The same, as the settings leave nothing that could follow.
    case refused(ExerciseRefusal)
  }
}
