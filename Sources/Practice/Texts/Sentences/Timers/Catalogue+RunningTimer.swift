import Ports
import Timers

/// The state of a practice timer in words, for every surface. The view state has whole seconds, and so do these.
extension Catalogue {
  /// Returns one line on the phase.
  public func line(_ timer: ViewState.Timer) -> String {
    switch timer.phase {
    case .idle, .confirming: self(.lineConfirming)
    case .countdown: self(.lineCountdown)
    case .running where timer.isWaiting: self(.lineWaiting)
    case .running: self(timer.configuration.source.isTraining ? TextKey.lineTraining : .lineFree)
    case .paused: self(.linePaused)
    case .resting: self(.lineResting, ["set": "\(timer.set + 1)", "sets": "\(timer.sets)"])
    case .finished:
      self(
        timer.isComplete == true ? TextKey.lineComplete : .lineIncomplete,
        ["rounds": self(.rounds, count: timer.allRounds), "time": words(seconds: timer.practised)])
    }
  }

  /// Returns the number of rounds: `3 of 5 rounds`, or `3 rounds` without a target; all rounds of a finished practice.
  public func roundLine(_ timer: ViewState.Timer) -> String {
    guard timer.phase != .finished else { return self(.rounds, count: timer.allRounds) }
    guard let rounds = timer.rounds else { return self(.rounds, count: timer.round) }
    return self(.roundsOf, ["round": "\(timer.round)", "rounds": "\(rounds)"])
  }

  /// Returns the number of the slot; nil without slots.
  public func slotLine(_ timer: ViewState.Timer) -> String? {
    guard let slot = timer.slot else { return nil }
    guard let slots = timer.slots else { return self(.slot, ["slot": "\(slot)"]) }
    return self(.slotOf, ["slot": "\(slot)", "slots": "\(slots)"])
  }

  /// Returns the number of the set; nil if there is only one.
  public func setLine(_ timer: ViewState.Timer) -> String? {
    guard timer.sets > 1 else { return nil }
    return self(.setOf, ["set": "\(timer.set)", "sets": "\(timer.sets)"])
  }

  /// Returns the name of a set in a history.
  public func name(ofSet number: Int) -> String { self(.set, ["set": "\(number)"]) }

  /// Returns the main number in digits: up for For Time, down for everything else; time practised once it is finished.
  public func time(_ timer: ViewState.Timer) -> String { digits(seconds: timer.shown.seconds) }

  /// Returns the label of that number.
  public func timeLabel(_ timer: ViewState.Timer) -> String { self(timer.shown.label) }

  /// Returns that number in words, to read aloud: `9 minutes 41 seconds left`.
  public func spokenTime(_ timer: ViewState.Timer) -> String {
    let shown = timer.shown
    let words = words(seconds: shown.seconds)
    return shown.isLeft ? self(.spokenLeft, ["time": words]) : words
  }
}

extension ViewState.Timer {
  /// The main number of the current phase.
  fileprivate var shown: (seconds: Int, label: TextKey, isLeft: Bool) {
    switch phase == .paused ? pausedIn ?? .running : phase {
    case .countdown: (remaining ?? 0, .timeCountdown, true)
    case .resting: (remaining ?? 0, .timeRest, true)
    case .finished: (practised, .timePractised, false)
    case .idle, .confirming, .running, .paused:
      switch configuration.form {
      case .forTime: (elapsed, .timeGone, false)
      case .amrap(let seconds): (remaining ?? seconds, .timeLeft, true)
      case .emom(_, let seconds, _): (slotRemaining ?? seconds, .timeSlot, true)
      }
    }
  }
}
