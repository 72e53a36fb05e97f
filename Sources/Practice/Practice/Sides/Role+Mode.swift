import Controllers
import Sound
import Timers
import Training

extension Mode {
  /// The mode whose exercises are rounds; nil for free practice.
  init?(_ source: RoundSource) { self.init(rawValue: source.rawValue) }
}

extension CueTone {
  /// The tone of `cue`.
  init(_ cue: TimerCue) {
    switch cue {
    case .three: self = .low
    case .two: self = .medium
    case .one: self = .high
    case .start: self = .start
    case .slot: self = .slot
    case .lastMinute, .thirtySeconds: self = .warning
    case .rest: self = .rest
    case .finish: self = .finish
    }
  }
}

extension Role {
  /// The role of the pad that starts this kind of timer.
  init(timer kind: TimerKind) {
    switch kind {
    case .forTime: self = .timerForTime
    case .amrap: self = .timerAMRAP
    case .emom: self = .timerEMOM
    }
  }
}

extension TimerKind {
  /// The timer that a pad with this role starts; nil for other roles.
  init?(_ role: Role) {
    guard let kind = Self.allCases.first(where: { Role(timer: $0) == role }) else { return nil }
    self = kind
  }
}

extension Role {
  /// The role that starts `mode`.
  init(starting mode: Mode) {
    switch mode {
    case .comparison: self = .startComparison
    case .matching: self = .startMatching
    case .intervalComparison: self = .startIntervalComparison
    case .intervalMatching: self = .startIntervalMatching
    case .listening: self = .startListening
    case .intervalListening: self = .startIntervalListening
    case .timing: self = .startTiming
    case .timingListening: self = .startTimingListening
    case .chords: self = .startChords
    case .beats: self = .startBeats
    case .temperament: self = .startTemperament
    }
  }
}

extension ReferenceCue {
  /// The light cue for a reference that is heard this way.
  init(_ reference: MatchingReference) {
    switch reference {
    case .first: self = .first
    case .held: self = .held
    case .fading: self = .fading
    }
  }
}

extension Mode {
  /// The mode that `role` starts; nil for other roles.
  init?(_ role: Role) {
    guard let mode = Self.allCases.first(where: { Role(starting: $0) == role }) else { return nil }
    self = mode
  }
}

extension ControlEvent {
  /// The event's slider part; nil if it concerns no slider.
  var slid: (slider: SliderID, input: SliderInput)? {
    switch self {
    case .slider(let slider, let position): (slider, .moved(position))
    case .touch(let slider, let isTouched): (slider, .touched(isTouched))
    case .finger(let slider, let touch): (slider, .finger(touch))
    case .pressed, .released, .forgotten, .level, .allReleased: nil
    }
  }
}
