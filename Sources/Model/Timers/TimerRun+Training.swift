import Time

/// Announcements to training, and their times.
extension TimerRun {
  /// Whether the next set begins when the time of this one ends.
  var isFollowedAtOnce: Bool {
    stage == .set && configuration.setLength != nil && configuration.closing(afterSet: set) == .start
  }

  /// The next planned change of training.
  var nextSwitch: Switch? {
    switch stage {
    case .countdown, .rest:
      return .start(end)
    case .set:
      if let heldUntil { return heldUntil < end || isFollowedAtOnce ? .start(heldUntil) : nil }
      return isFollowedAtOnce ? nil : .hold(end)
    }
  }

  mutating func announce(now: MonotonicTime) -> [Effect] {
    guard let next = nextSwitch, next != announced, next.instant <= now + PracticeTimer.horizon else { return [] }
    announced = next
    guard configuration.source.isTraining else { return [] }
    return switch next {
    case .start(let instant): [.startTraining(configuration.source, at: instant)]
    case .hold(let instant): [.holdTraining(from: instant)]
    }
  }

  func startTraining(at instant: MonotonicTime) -> [Effect] {
    configuration.source.isTraining && pausedAt == nil ? [.startTraining(configuration.source, at: instant)] : []
  }

  func awaitTraining() -> [Effect] {
    configuration.source.isTraining ? [.awaitTraining(configuration.source)] : []
  }

  func holdTraining(from instant: MonotonicTime) -> [Effect] {
    configuration.source.isTraining && pausedAt == nil ? [.holdTraining(from: instant)] : []
  }

  /// Returns the part of `effects` that still applies at `now`. Outdated announcements are dropped: after a long
  /// suspension, training would otherwise start and stop again and again, one note after the other.
  static func upToDate(_ effects: [Effect], at now: MonotonicTime) -> [Effect] {
    var isSuperseded = false
    let kept = effects.reversed().filter { effect in
      switch effect {
      case .startTraining(_, let instant), .holdTraining(let instant):
        defer { if instant <= now { isSuperseded = true } }
        return !isSuperseded
      case .awaitTraining: return !isSuperseded
      case .stopTraining:
        isSuperseded = true
        return true
      case .place, .cancelCues, .show, .save, .finished:
        return true
      }
    }
    return kept.reversed()
  }

  func stopTraining() -> [Effect] {
    configuration.source.isTraining ? [.stopTraining] : []
  }

  /// Holds training until the next slot if the rounds of slot `slot` are done.
  mutating func hold(inSlot slot: Int) {
    guard let length = configuration.slotLength, let asked = configuration.rounds,
      let rounds = workout.sets.last?.rounds(inSlot: slot), rounds >= asked
    else { return }
    heldUntil = origin + .nanoseconds(length.nanoseconds * Int64(slot))
    openSince = nil
  }
}

// MARK: - Holding training

extension TimerRun {
  /// See `PracticeTimer.quietUntil`.
  func quietUntil(_ time: MonotonicTime) -> MonotonicTime? {
    guard !isOver, pausedAt == nil, let goesOn = trainingGoesOn else { return nil }
    // The cue before a rest belongs to the set.
    let told = origin + (shown > 0 ? cues[shown - 1].offset : .zero)
    guard time >= max(told, unplanned ?? told) + PracticeTimer.calm else { return nil }
    let next = cues.dropFirst(shown).first.map { origin + $0.offset } ?? goesOn
    // The next exercise is chosen, and may be announced, as soon as training receives its start.
    let end = min(next, goesOn - PracticeTimer.horizon) - PracticeTimer.calm
    return time < end ? end : nil
  }

  /// The time at which held training continues, or the timer ends it; nil if training is not held.
  private var trainingGoesOn: MonotonicTime? {
    switch stage {
    case .countdown: nil
    case .rest: end
    case .set: heldUntil.map { min($0, end) }
    }
  }
}
