/// A moment announced by light, text and a short tone. The raw values are the words in events and mappings.
public enum TimerCue: String, Hashable, Sendable, CaseIterable, Codable {
  /// A set begins.
  case start
  /// The next slot of a set begins.
  case slot = "interval"
  /// Three seconds before a slot, or before the end of a rest or of the countdown.
  case three
  /// Two seconds before.
  case two
  /// One second before.
  case one
  /// A minute of an AMRAP remains.
  case lastMinute = "last-minute"
  /// Thirty seconds remain, of an AMRAP or before the cap.
  case thirtySeconds = "thirty-seconds"
  /// A set is over and a rest begins.
  case rest
  /// The workout is over.
  case finish

  /// The setting that enables this cue.
  public var group: TimerCueGroup {
    switch self {
    case .start: .start
    case .slot: .slot
    case .three, .two, .one: .countdown
    case .lastMinute: .lastMinute
    case .thirtySeconds: .thirtySeconds
    case .rest: .rest
    case .finish: .finish
    }
  }
}

/// A group of cues with one setting.
public enum TimerCueGroup: String, Hashable, Sendable, CaseIterable, Codable {
  /// The beginning of a set.
  case start
  /// The beginning of a slot within a set.
  case slot = "interval"
  /// Three, two, one.
  case countdown
  /// A minute of an AMRAP remains.
  case lastMinute = "last-minute"
  /// Thirty seconds remain.
  case thirtySeconds = "thirty-seconds"
  /// The beginning of a rest.
  case rest
  /// The end of the workout.
  case finish
}

extension TimerKind {
  /// The groups of cues that a workout of this kind can have, in their order.
  public var cueGroups: [TimerCueGroup] {
    TimerCueGroup.allCases.filter { group in
      switch group {
      case .start, .countdown, .rest, .finish: true
      case .slot: self == .emom
      case .lastMinute: self == .amrap
      case .thirtySeconds: self != .emom
      }
    }
  }
}
