/// The three practice timers, in the order in which they are offered. The raw values are the words in commands and records.
public enum TimerKind: String, Hashable, Sendable, CaseIterable, Codable {
  /// A number of rounds, as fast as they go; a cap may end it before. Counts up.
  case forTime = "for-time"
  /// As many rounds as a given time allows. Counts down.
  case amrap
  /// A number of rounds in each interval (every minute on the minute); what is left of the interval is rest.
  case emom
}

/// What counts as a round. The raw values are those of the modes of training, and `free`.
public enum RoundSource: String, Hashable, Sendable, CaseIterable, Codable {
  /// An answered comparison.
  case comparison
  /// A finished match.
  case matching
  /// An answered comparison of intervals.
  case intervalComparison = "interval-comparison"
  /// A finished match of an interval.
  case intervalMatching = "interval-matching"
  /// A press of the commit control: whatever is practised at the instrument.
  case free

  /// Whether exercises are played while the timer runs, so that it starts, holds and stops them.
  public var isTraining: Bool { self != .free }
}
