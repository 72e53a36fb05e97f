import Sound
import Time
import Timers

/// The lines of practice timers.
extension EventLine {
  /// Encodes the fields of a timer event; does nothing for other events.
  func encodeTimer(_ kind: PracticeEvent.Kind, to line: inout KeyedEncodingContainer<Key>) throws {
    switch kind {
    case .timerPhase(let phase, let isComplete):
      try line.encode("timerPhase", forKey: .event)
      try line.encode(phase.rawValue, forKey: .phase)
      try line.encodeIfPresent(isComplete, forKey: .complete)
    case .timerStarted(let workout):
      try line.encode("timerStarted", forKey: .event)
      try line.encode(workout.id, forKey: .id)
      try line.encode(workout.configuration, forKey: .configuration)
    case .timerCue(let cue):
      try line.encode("timerCue", forKey: .event)
      try line.encode(cue.rawValue, forKey: .cue)
    case .cueStarted(let tone, let frame, let isSounded):
      try line.encode("cueStarted", forKey: .event)
      try line.encode(tone.word, forKey: .tone)
      try line.encode(frame.count, forKey: .frame)
      try line.encode(isSounded, forKey: .sounded)
    case .timerRound(let round, let set):
      try line.encode("timerRound", forKey: .event)
      try line.encode(set, forKey: .set)
      try line.encode(round.number, forKey: .number)
      try line.encodeIfPresent(round.slot, forKey: .interval)
      try line.encode(round.began.seconds, forKey: .began)
      try line.encode(round.ended.seconds, forKey: .ended)
      try line.encode(round.split.seconds, forKey: .split)
    case .timerRoundWithdrawn(let set):
      try line.encode("timerRoundWithdrawn", forKey: .event)
      try line.encode(set, forKey: .set)
    case .workoutSaved(let id, let change):
      try line.encode("workoutSaved", forKey: .event)
      try line.encode(id, forKey: .id)
      try line.encode(change, forKey: .change)
    default: break
    }
  }
}

extension CueTone {
  /// The tone's word in the event stream and in recordings.
  package var word: String {
    switch self {
    case .low: "low"
    case .medium: "medium"
    case .high: "high"
    case .start: "start"
    case .slot: "interval"
    case .warning: "warning"
    case .rest: "rest"
    case .finish: "finish"
    }
  }
}
