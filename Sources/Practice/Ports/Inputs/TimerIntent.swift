import Timers

/// What a surface asks of the practice timers.
public enum TimerIntent: Hashable, Sendable {
  /// Shows what a timer was set to last, or its default, to be confirmed.
  case quickStart(TimerKind)
  /// Shows this configuration, to be confirmed.
  case choose(TimerConfiguration)
  /// What is shown begins; what is paused goes on.
  case confirm
  /// What is shown, or what is finished, is left.
  case cancel
  /// Time stands still.
  case pause
  /// The next set begins before the rest is over.
  case skipRest
  /// The practice ends before its time.
  case end
  /// A round of free practice is done.
  case round
}
