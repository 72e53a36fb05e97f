/// What a control does in practice. Mappings bind controls to roles; the raw values are the words in the files.
public enum Role: String, Sendable, CaseIterable {
  case higher, lower, slider, commit
  case hearAgain = "repeat"
  case startComparison = "start-comparison"
  case startMatching = "start-matching"
  case startIntervalComparison = "start-interval-comparison"
  case startIntervalMatching = "start-interval-matching"
  case startListening = "start-listening"
  case startIntervalListening = "start-interval-listening"
  case again, stop
  case timerForTime = "timer-for-time"
  case timerAMRAP = "timer-amrap"
  case timerEMOM = "timer-emom"
  case confirm, cancel, level, explain

  /// Whether its control is moved, as a wheel or a knob is, rather than pressed.
  public var isContinuous: Bool { self == .slider || self == .level }

  /// Whether it starts a mode.
  public var startsMode: Bool { rawValue.hasPrefix("start-") }
}

/// One half of the controller: where Higher is pressed, or Lower.
public enum Half: String, Sendable, CaseIterable {
  /// The upper or right half.
  case higher
  /// The lower or left half.
  case lower

  /// The other half.
  public var opposite: Half { self == .higher ? .lower : .higher }

  /// What is pressed in it.
  public var role: Role { self == .higher ? .higher : .lower }

  /// The half where `role` is pressed; nil for what is neither Higher nor Lower.
  public init?(_ role: Role) {
    switch role {
    case .higher: self = .higher
    case .lower: self = .lower
    default: return nil
    }
  }
}

/// What becomes of the reference while a note is tuned to it, as lights tell it.
public enum ReferenceCue: Hashable, Sendable {
  /// It has ended.
  case first
  /// It sounds on as long as it is needed.
  case fading
  /// It sounds on.
  case held
}

/// What a controller is told, in the words of its mapping file. `CueEncoder` turns it into messages.
public enum Cue: Hashable, Sendable {
  /// An answer counts from now.
  case canAnswer
  /// A note can be tuned from now. What becomes of the reference meanwhile is told by the lights of the two keys that start
  /// matching, so that every controller tells it that has lights for them: none, the first, or both.
  case canTune(ReferenceCue)
  /// The answer was right: the half that was pressed lights.
  case correct(pressed: Half)
  /// The answer was wrong: the other half lights.
  case incorrect(pressed: Half)
  /// The result of a matching exercise: the signed error in whole cents (positive is sharp) and how far off that is, 0 dead
  /// centre, 1 close, 2 moderate, 3 far. Feedback only: never given while a note can be tuned.
  case result(cents: Int, band: Int)
  /// At the hub: this mode was chosen.
  case mode(Role)
  /// Something needs attention.
  case trouble
  /// A practice timer tells something: an interval begins, half a minute is left.
  case timer
  /// Nothing to tell: feedback is over, or practice has stopped.
  case idle
}
