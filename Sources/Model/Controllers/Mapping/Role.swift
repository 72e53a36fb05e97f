/// The function of a control in practice. Mappings bind controls to roles; the raw values are the words in the files.
public enum Role: String, Sendable, CaseIterable, Encodable {
  case higher, lower, slider, commit
  case higherSure = "higher-sure"
  case lowerSure = "lower-sure"
  case hearAgain = "repeat"
  case stepBack = "step-back"
  case startComparison = "start-comparison"
  case startMatching = "start-matching"
  case startIntervalComparison = "start-interval-comparison"
  case startIntervalMatching = "start-interval-matching"
  case startListening = "start-listening"
  case startIntervalListening = "start-interval-listening"
  case startTiming = "start-timing"
  case startTimingListening = "start-timing-listening"
  case startChords = "start-chords"
  case startBeats = "start-beats"
  case startTemperament = "start-temperament"
  case again, stop
  case timerForTime = "timer-for-time"
  case timerAMRAP = "timer-amrap"
  case timerEMOM = "timer-emom"
  case confirm, cancel, level, explain

  /// Whether the control is moved, like a wheel or a knob, rather than pressed.
  public var isContinuous: Bool { self == .slider || self == .level }

  /// The half that the role's controls answer with; nil for roles that do not answer.
  public var half: Half? {
    switch self {
    case .higher, .higherSure: .higher
    case .lower, .lowerSure: .lower
    default: nil
    }
  }

  /// Whether the role's controls mark an answer as sure.
  public var isSure: Bool { self == .higherSure || self == .lowerSure }

  /// Whether the role starts a mode.
  public var startsMode: Bool { rawValue.hasPrefix("start-") }
}

/// The half of the controller for Higher or Lower.
public enum Half: String, Sendable, CaseIterable {
  /// The upper or right half.
  case higher
  /// The lower or left half.
  case lower

  /// The other half.
  public var opposite: Half { self == .higher ? .lower : .higher }

  /// The role of presses in this half.
  public var role: Role { self == .higher ? .higher : .lower }

  /// The role of presses that mark an answer in this half as sure.
  public var sureRole: Role { self == .higher ? .higherSure : .lowerSure }

  /// Creates the half of `role`; nil unless it is Higher or Lower.
  public init?(_ role: Role) {
    guard let half = role.half, half.role == role else { return nil }
    self = half
  }
}

/// The state of the reference while a note is tuned to it, as shown by lights.
public enum ReferenceCue: Hashable, Sendable {
  /// The reference has ended.
  case first
  /// The reference keeps sounding as long as it is needed.
  case fading
  /// The reference keeps sounding.
  case held
}

/// A cue for a controller, named as in its mapping file. `CueEncoder` turns it into messages.
public enum Cue: Hashable, Sendable {
  /// Answers count from now.
  case canAnswer
  /// A note can be tuned from now. The lights of the two keys that start matching show the state of the reference, so
  /// that every controller with such lights can show it: none, the first, or both.
  case canTune(ReferenceCue)
  /// The answer was right: the half that was pressed lights.
  case correct(pressed: Half)
  /// The answer was wrong: the other half lights.
  case incorrect(pressed: Half)
  /// The result of a matching exercise: the signed error in whole cents (positive is sharp) and its size, 0 dead
  /// centre, 1 close, 2 moderate, 3 far. Feedback only: never sent while a note can be tuned.
  case result(cents: Int, band: Int)
  /// This mode was chosen at the hub.
  case mode(Role)
  /// Something needs attention.
  case trouble
  /// A cue of a practice timer: a slot begins, half a minute remains.
  case timer
  /// No cue: feedback is over, or practice has stopped.
  case idle
}
