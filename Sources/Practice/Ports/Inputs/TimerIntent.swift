import Timers

/// A surface's request to the practice timers.
public enum TimerIntent: Hashable, Sendable {
  /// Shows the last configuration of a kind, or its default, for confirmation.
  case quickStart(TimerKind)
  /// Shows this configuration for confirmation.
  case choose(TimerConfiguration)
  /// Starts the timer on show, or resumes a paused one.
  case confirm
  /// Leaves the timer on show, or a finished one.
  case cancel
  /// Pauses the timer.
  case pause
  /// Begins the next set before the rest is over.
  case skipRest
  /// Ends the practice early.
  case end
  /// Finishes a round of free practice.
  case round
}
