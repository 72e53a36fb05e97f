import Time

/// Events from the player, training and the machine.
extension TimerRun {
  /// Applies one event; `before` is the time of the previous one.
  mutating func handle(
    _ event: PracticeTimer.Event, at moment: TimerMoment, after before: MonotonicTime
  ) -> [Effect] {
    // A round may have been completed before an end that has passed since.
    if case .round(let began, let ended) = event {
      let instant = min(ended, moment.time)
      var effects = advance(to: moment.moved(to: max(instant, before)), now: moment.time)
      effects += count(began: began, ended: instant, at: moment)
      return effects + advance(to: moment)
    }
    // Before the wait can expire, because this suspension was part of it.
    if case .suspended(let duration) = event, let givenUpAt {
      self.givenUpAt = max(givenUpAt - min(duration, Workout.patience), before)
    }
    let effects = advance(to: moment)
    guard !isOver else { return effects }
    return effects + react(to: event, at: moment) + advance(to: moment)
  }

  /// Handles an event after the end: a round in progress may still be completed or withdrawn.
  mutating func handleLate(_ event: PracticeTimer.Event, at moment: TimerMoment) -> [Effect] {
    switch event {
    case .round(let began, let ended): count(began: began, ended: min(ended, moment.time), at: moment)
    case .withdraw(let ended): withdraw(ended: ended, at: moment)
    default: []
    }
  }

  private mutating func react(to event: PracticeTimer.Event, at moment: TimerMoment) -> [Effect] {
    switch event {
    case .withdraw(let ended):
      return withdraw(ended: ended, at: moment) + pause(at: moment)
    case .pause, .interrupted:
      return pause(at: moment)
    case .suspended(let duration):
      // A suspension longer than the wait of a paused workout has ended it.
      guard pausedAt == nil else { return [] }
      let effects = pause(at: moment)
      guard duration > Workout.patience else { return effects }
      return effects + endByHand(at: moment)
    case .resume, .confirm:
      return resume(at: moment)
    case .skipRest:
      return skipRest(at: moment)
    case .end:
      return endByHand(at: moment)
    case .sound(let isAvailable):
      guard isAvailable != hasSound else { return [] }
      let effects = cancelCues(now: moment.time)
      hasSound = isAvailable
      return effects
    case .choose, .cancel, .start, .restore, .round, .tick:
      return []
    }
  }

  private mutating func pause(at moment: TimerMoment) -> [Effect] {
    guard pausedAt == nil else { return [] }
    let effects = cancelCues(now: moment.time) + stopTraining()
    pausedAt = moment.time
    givenUpAt = moment.time + Workout.patience
    return effects + [savePosition(at: moment)]
  }

  /// Resumes by moving the stage's start by the length of the pause.
  private mutating func resume(at moment: TimerMoment) -> [Effect] {
    guard let pausedAt else { return [] }
    let pause = moment.time - pausedAt
    origin = origin + pause
    heldUntil = heldUntil.map { $0 + pause }
    self.pausedAt = nil
    givenUpAt = nil
    newest = nil
    // The exercise in progress was dropped.
    countedUntil = max(moment.time, origin)
    announced = nil
    openSince = nil
    var effects = [savePosition(at: moment)]
    switch stage {
    // Training begins when the countdown is over.
    case .countdown: break
    case .set where heldUntil == nil:
      openSince = countedUntil
      effects += startTraining(at: countedUntil)
    case .set, .rest: effects += awaitTraining()
    }
    return effects
  }

  private mutating func skipRest(at moment: TimerMoment) -> [Effect] {
    guard stage == .rest, pausedAt == nil else { return [] }
    let origin = moment.time + PracticeTimer.lead
    let effects = cancelCues(now: moment.time)
    announced = nil
    return effects + beginSet(set + 1, at: origin, moment, isOpening: true) + startTraining(at: origin)
  }

  /// Ends the workout early, or after the wait for a resume expired.
  mutating func endByHand(at moment: TimerMoment) -> [Effect] {
    let end = pausedAt ?? moment.time
    // A paused workout ended when it was paused, whether it is ended now or found after a restart.
    let date = pausedAt == nil ? moment.date : workout.changed
    var effects = pausedAt == nil ? cancelCues(now: moment.time) + stopTraining() : []
    openSince = nil
    if stage == .set {
      past.append(PastSet(number: set, origin: origin, end: end, isCutOff: true))
      effects.append(save(.setEnded(set, elapsed: elapsed(at: end), isComplete: false), date: date))
    }
    return effects + finish(isComplete: false, date: date)
  }
}
