import Foundation
import Time

/// Transitions between stages.
extension TimerRun {
  mutating func endStage(at moment: TimerMoment) -> [Effect] {
    switch stage {
    case .countdown: beginSet(1, at: end, moment)
    case .rest: beginSet(set + 1, at: end, moment)
    case .set: endSet(at: end, moment, isPlanned: true)
    }
  }

  mutating func beginSet(
    _ number: Int, at origin: MonotonicTime, _ moment: TimerMoment, isOpening: Bool = false
  ) -> [Effect] {
    // A free round continues into the next set only if nothing lies between the sets.
    if stage != .set || openSince == nil { openSince = origin }
    enter(.set, set: number, at: origin, isOpening: isOpening)
    savedAt = moment.time
    return [save(.setBegun(number), date: moment.date(of: origin))]
  }

  /// Ends the set at `end`, because its time is over (`isPlanned`) or its rounds are done.
  mutating func endSet(at end: MonotonicTime, _ moment: TimerMoment, isPlanned: Bool) -> [Effect] {
    past.append(PastSet(number: set, origin: origin, end: end, isCutOff: false))
    let isComplete = !isPlanned || configuration.setLength != nil
    var effects = [
      save(.setEnded(set, elapsed: end - origin, isComplete: isComplete), date: moment.date(of: end))
    ]
    let hasNext = isComplete && set < configuration.sets && (configuration.setLength != nil || hasTimeLeft)
    let closing = hasNext ? configuration.closing(afterSet: set) : .finish
    if !isPlanned {
      effects += cancelCues(now: moment.time)
      if closing != .start { effects += holdTraining(from: end) }
      announced = nil
      effects += tellNow(closing, now: moment.time)
    }
    switch closing {
    case .start:
      effects += beginSet(set + 1, at: end, moment)
    case .rest:
      enter(.rest, set: set, at: end)
      effects.append(savePosition(at: moment))
    default:
      effects += finish(isComplete: isComplete && set == configuration.sets, date: moment.date(of: end))
    }
    return effects
  }

  /// Whether the two-hour limit leaves time for another set after this one and a rest.
  private var hasTimeLeft: Bool {
    workout.practised + .seconds(configuration.restSeconds * set) < .seconds(TimerConfiguration.longest)
  }

  mutating func finish(isComplete: Bool, date: Date) -> [Effect] {
    isOver = true
    pausedAt = nil
    givenUpAt = nil
    return [save(.ended(isComplete: isComplete), date: date), .finished(workout)]
  }
}
