/// The three practice timers, in the order in which they are offered. The raw values are the words in commands and
/// records.
public enum TimerKind: String, Hashable, Sendable, CaseIterable, Codable {
  /// A number of rounds, as fast as possible; a cap may end it early. Counts up.
  case forTime = "for-time"
  /// As many rounds as fit in a given time. Counts down.
  case amrap
  /// A number of rounds in each slot (every minute on the minute); the rest of the slot is rest.
  case emom
}

/// The event that counts as a round. The raw values are the names of the modes of training, and `free`.
public enum RoundSource: String, Hashable, Sendable, CaseIterable, Codable {
  /// An answered comparison.
  case comparison
  /// A finished match.
  case matching
  /// An answered comparison of intervals.
  case intervalComparison = "interval-comparison"
  /// A finished match of an interval.
  case intervalMatching = "interval-matching"
  /// An answer to early or late.
  case timing
  /// A tuned chord.
  case chords
  /// An answer to beats.
  case beats
  /// A note of a temperament.
  case temperament
  /// A press of the commit control, for practice of any kind at the instrument.
  case free

  /// Whether exercises play while the timer runs, so that the timer starts, holds and stops them.
  public var isTraining: Bool { self != .free }
}
