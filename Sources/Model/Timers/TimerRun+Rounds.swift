import Time

/// Rounds: each counts once, for the set and the slot in which its exercise began.
extension TimerRun {
  /// Counts a round. Ignores one that began before the end of the last, in a rest, or before a pause: its exercise has
  /// been counted or dropped.
  mutating func count(began: MonotonicTime?, ended: MonotonicTime, at moment: TimerMoment) -> [Effect] {
    guard let began = began ?? openSince, began >= countedUntil, ended > began, ended <= pausedAt ?? ended else {
      return []
    }
    if !isOver, stage == .set, began >= origin {
      return isFull(set) ? [] : countHere(began: began, ended: ended, at: moment)
    }
    guard
      let set = past.first(where: { began >= $0.origin && began < $0.end && (!$0.isCutOff || ended <= $0.end) }),
      !isFull(set.number)
    else { return [] }
    openSince = !isOver && stage == .set ? max(ended, origin) : nil
    return [add(to: set.number, began: began - set.origin, ended: ended - set.origin, instant: ended, moment)]
  }

  /// Returns whether this set takes no more rounds.
  private func isFull(_ number: Int) -> Bool {
    workout.sets.last { $0.number == number }.map { $0.rounds.count >= configuration.mostRounds } ?? false
  }

  /// Withdraws the newest round, if it ended at `ended`. An end that the round brought about remains.
  mutating func withdraw(ended: MonotonicTime, at moment: TimerMoment) -> [Effect] {
    guard let newest, newest.ended == ended else { return [] }
    self.newest = nil
    let effects = [save(.roundWithdrawn(set: newest.set), date: moment.date)]
    if let heldUntil, let length = configuration.slotLength, let set = workout.sets.last {
      let slot = slot(at: heldUntil - origin - length) ?? 1
      if set.rounds(inSlot: slot) < configuration.rounds ?? 0 { self.heldUntil = nil }
    }
    return effects
  }

  private mutating func countHere(
    began: MonotonicTime, ended: MonotonicTime, at moment: TimerMoment
  ) -> [Effect] {
    openSince = ended
    var effects = [add(to: set, began: began - origin, ended: ended - origin, instant: ended, moment)]
    switch configuration.form {
    case .amrap: break
    case .forTime(_, let asked):
      if let rounds = workout.sets.last?.rounds.count, rounds >= asked {
        effects += endSet(at: ended, moment, isPlanned: false)
      }
    case .emom:
      // A round that began in an earlier slot holds nothing: this slot has its own rounds.
      guard let slot = slot(at: began - origin), slot == self.slot(at: ended - origin) else { break }
      hold(inSlot: slot)
      if heldUntil != nil { effects += holdTraining(from: ended) }
    }
    return effects
  }

  private mutating func add(
    to number: Int, began: Duration, ended: Duration, instant: MonotonicTime, _ moment: TimerMoment
  ) -> Effect {
    countedUntil = instant
    newest = (number, instant)
    let rounds = workout.sets.last { $0.number == number }?.rounds ?? []
    let slot = slot(at: began)
    // The rest of the previous slot was rest, and not part of this round.
    let opened = (configuration.slotLength ?? .zero) * ((slot ?? 1) - 1)
    let round = Round(
      number: rounds.count + 1, slot: slot, began: began, ended: ended,
      split: ended - max(rounds.last?.ended ?? .zero, opened))
    return save(.round(round, set: number), date: moment.date(of: instant))
  }
}
