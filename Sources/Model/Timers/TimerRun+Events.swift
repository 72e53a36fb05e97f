import Time

/// What hands, training and the machine bring.
extension TimerRun {
  /// Moves on by one event; `before` is the time of the one before.
  mutating func handle(
    _ event: PracticeTimer.Event, at moment: TimerMoment, after before: MonotonicTime
  ) -> [Effect] {
    // A round may have been done before an end that has passed meanwhile.
    if case .round(let began, let ended) = event {
      let instant = min(ended, moment.time)
      var effects = advance(to: moment.moved(to: max(instant, before)), now: moment.time)
      effects += count(began: began, ended: instant, at: moment)
      return effects + advance(to: moment)
    }
    // Before it can be given up: this sleep was part of the wait.
    if case .suspended(let duration) = event, let givenUpAt {
      self.givenUpAt = max(givenUpAt - min(duration, Workout.patience), before)
    }
    let effects = advance(to: moment)
    guard !isOver else { return effects }
    return effects + react(to: event, at: moment) + advance(to: moment)
  }

  /// When all is over: what was under way then may still be finished, or taken back.
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
      // A sleep that is longer than a paused workout waits has ended it.
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

  /// Goes on as if the pause had not been: the stage began later by its length.
  private mutating func resume(at moment: TimerMoment) -> [Effect] {
    guard let pausedAt else { return [] }
    let pause = moment.time - pausedAt
    origin = origin + pause
    heldUntil = heldUntil.map { $0 + pause }
    self.pausedAt = nil
    givenUpAt = nil
    newest = nil
    // What was under way was dropped.
    countedUntil = max(moment.time, origin)
    announced = nil
    openSince = nil
    var effects = [savePosition(at: moment)]
    switch stage {
    // It begins when that is over.
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

  /// Ends it before its time, or gives it up.
  mutating func endByHand(at moment: TimerMoment) -> [Effect] {
    let end = pausedAt ?? moment.time
    // What was paused ended there: the same whether it is ended now or found after a restart.
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
