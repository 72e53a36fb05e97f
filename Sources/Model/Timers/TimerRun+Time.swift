import Time

/// Effects of the passing of time.
extension TimerRun {
  /// The interval between saves of the position while nothing else happens.
  private static var savingInterval: Duration { .seconds(5) }

  /// Advances the time through any number of ends of stages. Idempotent. `now` may be later than the moment to process.
  mutating func advance(to moment: TimerMoment, now: MonotonicTime? = nil) -> [Effect] {
    guard !isOver else { return [] }
    if let givenUpAt {
      return moment.time >= givenUpAt ? endByHand(at: moment) : []
    }
    var effects: [Effect] = []
    while true {
      effects += announce(now: moment.time)
      effects += tellCues(through: moment.time, now: now ?? moment.time)
      if let held = heldUntil, held <= moment.time, held < end || isFollowedAtOnce {
        heldUntil = nil
        openSince = held
        if held < end { continue }
      }
      guard end <= moment.time else { break }
      effects += endStage(at: moment)
      if isOver { return effects }
    }
    if moment.time >= savedAt + Self.savingInterval { effects.append(savePosition(at: moment)) }
    return effects
  }

  /// Returns the next deadline after `time`.
  func deadline(after time: MonotonicTime) -> MonotonicTime? {
    if let givenUpAt { return givenUpAt }
    var instants = [end, nextSecond(after: time)]
    if shown < cues.count { instants.append(origin + cues[shown].offset) }
    if placed < cues.count { instants.append(origin + cues[placed].offset - PracticeTimer.horizon) }
    if let heldUntil { instants.append(heldUntil) }
    if let next = nextSwitch, next != announced { instants.append(next.instant - PracticeTimer.horizon) }
    return instants.filter { $0 > time }.min()
  }

  private func nextSecond(after time: MonotonicTime) -> MonotonicTime {
    guard time >= origin else { return origin }
    return origin + .seconds((time - origin).nanoseconds / 1_000_000_000 + 1)
  }

  mutating func savePosition(at moment: TimerMoment) -> Effect {
    savedAt = moment.time
    let position = WorkoutPosition(stage, set: set, elapsed: elapsed(at: moment.time))
    return save(.moved(position, isPaused: pausedAt != nil), date: moment.date)
  }
}

// MARK: - Cues

extension TimerRun {
  private mutating func tellCues(through reached: MonotonicTime, now: MonotonicTime) -> [Effect] {
    var effects: [Effect] = []
    while placed < cues.count, case let instant = origin + cues[placed].offset,
      instant <= reached + PracticeTimer.horizon
    {
      // A cue that is just past is worth playing at once; a later one would mislead.
      if hasSound, instant >= now - PracticeTimer.lead { effects.append(.place(cues[placed].cue, at: instant)) }
      placed += 1
    }
    while shown < cues.count, case let instant = origin + cues[shown].offset, instant <= reached {
      if now - instant <= PracticeTimer.staleness { effects.append(.show(cues[shown].cue)) }
      shown += 1
    }
    return effects
  }

  /// Cancels placed cues that have not sounded.
  mutating func cancelCues(now: MonotonicTime) -> [Effect] {
    defer {
      placed = shown
      unplanned = nil
    }
    let isSome = placed > shown || unplanned.map { $0 > now } ?? false
    return isSome && hasSound ? [.cancelCues] : []
  }

  /// Shows and plays a cue outside the plan, for something that has just happened.
  mutating func tellNow(_ cue: TimerCue, now: MonotonicTime) -> [Effect] {
    guard pausedAt == nil, configuration.cues.contains(cue.group) else { return [] }
    let instant = now + PracticeTimer.lead
    unplanned = instant
    return (hasSound ? [.place(cue, at: instant)] : []) + [.show(cue)]
  }
}
