/// A cue and its time relative to the stage or workout it belongs to.
public struct PlannedCue: Hashable, Sendable {
  /// The cue.
  public var cue: TimerCue
  /// The time from the start of the countdown, set, rest or workout that the cue belongs to; 0 or more.
  public var offset: Duration

  /// Memberwise initializer.
  public init(_ cue: TimerCue, at offset: Duration) {
    self.cue = cue
    self.offset = offset
  }
}

/// The times of cues: fixed by the configuration alone and measured from the start of their stage, so that no error
/// accumulates. In order of time, and never two at once.
extension TimerConfiguration {
  /// The cues of an uninterrupted workout from its start, including the countdown's. Covers only sets of known length:
  /// For Time without a cap is planned up to its first set.
  public var plan: [PlannedCue] {
    var plan: [PlannedCue] = []
    var offset = Duration.zero
    func add(_ cues: [PlannedCue]) {
      plan += cues.map { PlannedCue($0.cue, at: offset + $0.offset) }
    }
    if let countdownSeconds {
      add(countdownCues)
      offset += .seconds(countdownSeconds)
    }
    for set in 1...sets {
      let opening = set == 1 && countdownSeconds == nil
      guard let setLength else {
        if opening { add(selected([PlannedCue(.start, at: .zero)])) }
        return plan
      }
      add(setCues(length: setLength, opening: opening, closing: closing(afterSet: set)))
      offset += setLength
      guard set < sets, restSeconds > 0 else { continue }
      add(restCues)
      offset += .seconds(restSeconds)
    }
    return plan
  }

  /// Returns the cue for the end of a set: the following rest or set, or the end of the workout.
  func closing(afterSet set: Int) -> TimerCue {
    if set >= sets { .finish } else if restSeconds > 0 { .rest } else { .start }
  }

  /// The cues from the countdown's start to the start of the first set.
  var countdownCues: [PlannedCue] { stageCues(seconds: countdownSeconds ?? 0) }

  /// The cues from the rest's start, which the set before it announces, to the start of the next set.
  var restCues: [PlannedCue] { stageCues(seconds: restSeconds) }

  /// Returns the cues from a set's start to its end. The start is included only if no earlier cue announces it
  /// (`opening`).
  func setCues(length: Duration, opening: Bool, closing: TimerCue) -> [PlannedCue] {
    var cues: [PlannedCue] = opening ? [PlannedCue(.start, at: .zero)] : []
    switch form {
    case .forTime(let cap, _):
      if cap != nil { cues += left([(.thirtySeconds, 30)], of: length) }
    case .amrap:
      cues += left([(.lastMinute, 60), (.thirtySeconds, 30)], of: length)
    case .emom(let slots, let seconds, _):
      for slot in 1..<max(slots, 1) { cues += before(.slot, at: slot * seconds) }
    }
    cues.append(PlannedCue(closing, at: length))
    return selected(cues)
  }

  private func stageCues(seconds: Int) -> [PlannedCue] { selected(before(.start, at: seconds)) }

  /// Returns `cue` preceded by three, two, one as far as they fit: a rest of no length has none.
  private func before(_ cue: TimerCue, at seconds: Int) -> [PlannedCue] {
    [(TimerCue.three, 3), (.two, 2), (.one, 1), (cue, 0)].filter { $0.1 <= seconds }
      .map { PlannedCue($0.0, at: .seconds(seconds - $0.1)) }
  }

  /// Returns cues for these remaining seconds, except for the whole length, whose start has a cue already.
  private func left(_ cues: [(cue: TimerCue, seconds: Int)], of length: Duration) -> [PlannedCue] {
    cues.filter { .seconds($0.seconds) < length }.map { PlannedCue($0.cue, at: length - .seconds($0.seconds)) }
  }

  private func selected(_ planned: [PlannedCue]) -> [PlannedCue] {
    planned.filter { cues.contains($0.cue.group) }
  }
}
