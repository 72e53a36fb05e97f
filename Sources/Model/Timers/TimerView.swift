import Time

/// The state of a timer at one instant, for a screen, a terminal or lights.
public struct TimerView: Hashable, Sendable {
  /// The phase of the timer.
  public var phase: PracticeTimer.Phase
  /// The paused phase: `.countdown`, `.running` or `.resting`; nil unless `phase` is `.paused`.
  public var pausedIn: PracticeTimer.Phase?
  /// The chosen configuration; nil while idle.
  public var configuration: TimerConfiguration?
  /// The time since the start of the countdown, set or rest without pauses; when finished, of the last set.
  public var elapsed = Duration.zero
  /// The time to the end of the countdown, set or rest; nil without a cap.
  public var remaining: Duration?
  /// Completed rounds of this set, of this slot in an EMOM, or of the set before a rest.
  public var round = 0
  /// The number of rounds to do; nil in an AMRAP, and in an EMOM outside its sets.
  public var rounds: Int?
  /// The slot, 1 for the first; nil without slots, and outside sets.
  public var slot: Int?
  /// The number of slots in a set; nil without slots.
  public var slots: Int?
  /// The time to the end of the slot; nil without slots.
  public var slotRemaining: Duration?
  /// The set, 1 for the first; in a rest the set before it.
  public var set = 1
  /// The number of sets.
  public var sets = 1
  /// The time of the last round, of this set or of the set before a rest.
  public var lastSplit: Duration?
  /// Whether the rounds of the slot are done and the timer waits for the next one.
  public var isWaiting = false
  /// Whether the workout reached its planned end; nil unless finished.
  public var isComplete: Bool?

  init(phase: PracticeTimer.Phase, configuration: TimerConfiguration? = nil) {
    self.phase = phase
    self.configuration = configuration
    rounds = configuration?.rounds
    slots = configuration?.slots
    sets = configuration?.sets ?? 1
  }

  /// The kind of timer; nil while idle.
  public var kind: TimerKind? { configuration?.kind }

  /// `elapsed` for display: completed seconds.
  public var shownElapsed: Int { elapsed.wholeSeconds }

  /// `remaining` for display: started seconds, so that three appears at the moment its cue sounds.
  public var shownRemaining: Int? { remaining?.secondsLeft }

  /// `slotRemaining` for display, like `shownRemaining`.
  public var shownSlotRemaining: Int? { slotRemaining?.secondsLeft }
}

extension TimerRun {
  /// Returns the state to show at `time`.
  func view(phase: PracticeTimer.Phase, at time: MonotonicTime) -> TimerView {
    var view = TimerView(phase: phase, configuration: configuration)
    view.set = set
    if configuration.slots != nil { view.rounds = nil }
    let current = workout.sets.last
    view.lastSplit = current?.rounds.last?.split
    view.round = current?.rounds.count ?? 0
    if isOver {
      view.isComplete = workout.state == .complete
      view.elapsed = current?.elapsed ?? .zero
      return view
    }
    view.pausedIn = phase == .paused ? phaseOfStage : nil
    view.elapsed = elapsed(at: time)
    if stage != .set || configuration.setLength != nil { view.remaining = length - view.elapsed }
    guard stage == .set, let slot = slot(at: view.elapsed), let slotLength = configuration.slotLength
    else { return view }
    view.slot = slot
    view.rounds = configuration.rounds
    view.slotRemaining = .nanoseconds(slotLength.nanoseconds * Int64(slot)) - view.elapsed
    view.round = current?.rounds(inSlot: slot) ?? 0
    view.isWaiting = heldUntil != nil
    return view
  }
}
