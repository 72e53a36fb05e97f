import Time

/// All that a screen, a terminal or lights need of a timer, at one instant.
public struct TimerView: Hashable, Sendable {
  /// Where it is.
  public var phase: PracticeTimer.Phase
  /// What is paused: `.countdown`, `.running` or `.resting`; nil unless `phase` is `.paused`.
  public var pausedIn: PracticeTimer.Phase?
  /// What was chosen; nil while idle.
  public var configuration: TimerConfiguration?
  /// Since the start of the countdown, set or rest, pauses left out; of the last set when finished.
  public var elapsed = Duration.zero
  /// To the end of the countdown, set or rest; nil without a cap.
  public var remaining: Duration?
  /// Rounds that are done: of this set, of this interval in an EMOM, or of the set before a rest.
  public var round = 0
  /// How many are asked for; nil in an AMRAP, and in an EMOM outside its sets.
  public var rounds: Int?
  /// The interval, 1 for the first; nil where there are none, and outside sets.
  public var interval: Int?
  /// How many there are in a set; nil where there are none.
  public var intervals: Int?
  /// To the end of the interval; nil where there is none.
  public var intervalRemaining: Duration?
  /// The set, 1 for the first; in a rest the one before it.
  public var set = 1
  /// How many sets there are.
  public var sets = 1
  /// The last round's time, of this set or of the set before a rest.
  public var lastSplit: Duration?
  /// Whether the rounds of the interval are done, and the next one is waited for.
  public var isWaiting = false
  /// Whether it came to its planned end; nil unless finished.
  public var isComplete: Bool?

  init(phase: PracticeTimer.Phase, configuration: TimerConfiguration? = nil) {
    self.phase = phase
    self.configuration = configuration
    rounds = configuration?.rounds
    intervals = configuration?.intervals
    sets = configuration?.sets ?? 1
  }

  /// Which timer; nil while idle.
  public var kind: TimerKind? { configuration?.kind }

  /// `elapsed` as it is shown: whole seconds that have passed.
  public var shownElapsed: Int { elapsed.wholeSeconds }

  /// `remaining` as it is shown: seconds that have begun, so that three is seen from the moment it is heard.
  public var shownRemaining: Int? { remaining?.secondsLeft }

  /// `intervalRemaining` as it is shown, like `shownRemaining`.
  public var shownIntervalRemaining: Int? { intervalRemaining?.secondsLeft }
}

extension TimerRun {
  /// What eyes see at `time`.
  func view(phase: PracticeTimer.Phase, at time: MonotonicTime) -> TimerView {
    var view = TimerView(phase: phase, configuration: configuration)
    view.set = set
    if configuration.intervals != nil { view.rounds = nil }
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
    guard stage == .set, let interval = interval(at: view.elapsed), let intervalLength = configuration.intervalLength
    else { return view }
    view.interval = interval
    view.rounds = configuration.rounds
    view.intervalRemaining = .nanoseconds(intervalLength.nanoseconds * Int64(interval)) - view.elapsed
    view.round = current?.rounds(inInterval: interval) ?? 0
    view.isWaiting = heldUntil != nil
    return view
  }
}
