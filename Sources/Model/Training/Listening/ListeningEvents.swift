import Time

/// The waiting times of listening; speech can make them longer.
public enum ListeningTime {
  /// From the second note's end to the answer: long enough to decide for oneself.
  public static let thought = Duration.seconds(1)
  /// From the answer to the next reference; longer while it is spoken.
  public static let answer = Duration.seconds(1)
}

extension ListeningSession {
  /// An action to perform, in order, before the next event is handled.
  public enum Effect: Hashable, Sendable {
    /// An effect common to all disciplines.
    case course(CourseEffect<ComparisonExercise>)
    /// Report `.thoughtOver` when there was time to think.
    case think(Epoch)
    /// Mark the answer's beginning and end, and keep the record.
    case heard(HeardPair)
    /// Give the answer.
    case feedback(Epoch, Answer)
  }
}
