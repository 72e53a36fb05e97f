/// A cue and when it comes, after the start of what it belongs to.
public struct PlannedCue: Hashable, Sendable {
  /// What is told.
  public var cue: TimerCue
  /// From the start of the countdown, set, rest or workout that it belongs to; 0 or more.
  public var offset: Duration

  /// Memberwise.
  public init(_ cue: TimerCue, at offset: Duration) {
    self.cue = cue
    self.offset = offset
  }
}

/// When cues come: fixed by the configuration alone, each from the start of its stage, so that nothing adds up on the
/// way. In order of time, and never two at once.
extension TimerConfiguration {
  /// The cues of an uninterrupted workout from its start on: the countdown's if there is one. As far as the lengths of
  /// sets are known: For Time without a cap is planned up to its first set.
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

  /// What the end of a set is told by: the rest or the set that follows, or the end of all.
  func closing(afterSet set: Int) -> TimerCue {
    if set >= sets { .finish } else if restSeconds > 0 { .rest } else { .start }
  }

  /// From the countdown's first moment to the start of the first set.
  var countdownCues: [PlannedCue] { stageCues(seconds: countdownSeconds ?? 0) }

  /// From the rest's first moment, which the set before it has told, to the start of the next set.
  var restCues: [PlannedCue] { stageCues(seconds: restSeconds) }

  /// From a set's start, told here only if nothing before it does (`opening`), to its end.
  func setCues(length: Duration, opening: Bool, closing: TimerCue) -> [PlannedCue] {
    var cues: [PlannedCue] = opening ? [PlannedCue(.start, at: .zero)] : []
    switch form {
    case .forTime(let cap, _):
      if cap != nil { cues += left([(.thirtySeconds, 30)], of: length) }
    case .amrap:
      cues += left([(.lastMinute, 60), (.thirtySeconds, 30)], of: length)
    case .emom(let intervals, let seconds, _):
      for interval in 1..<max(intervals, 1) { cues += before(.interval, at: interval * seconds) }
    }
    cues.append(PlannedCue(closing, at: length))
    return selected(cues)
  }

  private func stageCues(seconds: Int) -> [PlannedCue] { selected(before(.start, at: seconds)) }

  /// `cue`, and three, two, one before it where there is room: a rest of no length has none.
  private func before(_ cue: TimerCue, at seconds: Int) -> [PlannedCue] {
    [(TimerCue.three, 3), (.two, 2), (.one, 1), (cue, 0)].filter { $0.1 <= seconds }
      .map { PlannedCue($0.0, at: .seconds(seconds - $0.1)) }
  }

  /// What is told with so many seconds left; not where that is the whole length, whose start is told already.
  private func left(_ cues: [(cue: TimerCue, seconds: Int)], of length: Duration) -> [PlannedCue] {
    cues.filter { .seconds($0.seconds) < length }.map { PlannedCue($0.cue, at: length - .seconds($0.seconds)) }
  }

  private func selected(_ planned: [PlannedCue]) -> [PlannedCue] {
    planned.filter { cues.contains($0.cue.group) }
  }
}
