import Timers

extension ViewState {
  /// What is shown of a practice timer: whole seconds, so that it changes once a second and when something happens.
  public struct Timer: Hashable, Sendable {
    /// Where it is; never `.idle`.
    public var phase: PracticeTimer.Phase
    /// What is paused: `.countdown`, `.running` or `.resting`; nil unless `phase` is `.paused`.
    public var pausedIn: PracticeTimer.Phase?
    /// What it is set to.
    public var configuration: TimerConfiguration
    /// Whole seconds since the start of the countdown, set or rest, pauses left out.
    public var elapsed = 0
    /// Seconds that are left of the countdown, set or rest, the one that has begun included; nil without a cap.
    public var remaining: Int?
    /// The same of the interval; nil where there is none.
    public var intervalRemaining: Int?
    /// Rounds that are done: of this set, of this interval in an EMOM, or of the set before a rest.
    public var round = 0
    /// How many are asked for; nil where as many count as there are.
    public var rounds: Int?
    /// The interval, 1 for the first; nil where there are none, and outside sets.
    public var interval: Int?
    /// How many there are in a set; nil where there are none.
    public var intervals: Int?
    /// The set, 1 for the first; in a rest the one before it.
    public var set = 1
    /// How many sets there are.
    public var sets = 1
    /// The last round's time in tenths of a second; nil before the first.
    public var lastSplit: Int?
    /// Whether the rounds of the interval are done, and the next one is waited for.
    public var isWaiting = false
    /// Whether it came to its planned end; nil unless finished.
    public var isComplete: Bool?
    /// Whole seconds in sets so far, pauses and rests left out, and rounds of all sets: what a finished practice came to.
    public var practised = 0
    /// Rounds of all sets.
    public var allRounds = 0
    /// The cue that was told last, and which one it was, so that the same cue again is seen to be new.
    public var cue: Cue?

    /// A cue that was told.
    public struct Cue: Hashable, Sendable {
      /// What was told.
      public var cue: TimerCue
      /// 1 for the first since the program was started.
      public var number: Int

      /// Memberwise.
      public init(_ cue: TimerCue, number: Int) {
        self.cue = cue
        self.number = number
      }
    }

    /// One that is at the beginning of a phase.
    public init(phase: PracticeTimer.Phase, configuration: TimerConfiguration) {
      self.phase = phase
      self.configuration = configuration
      rounds = configuration.rounds
      intervals = configuration.intervals
      sets = configuration.sets
    }
  }
}

extension ViewState.Timer {
  /// What `view` shows, with what `workout` has come to; nil while no timer is in use.
  package init?(_ view: TimerView, workout: Workout?, cue: Cue?) {
    guard view.phase != .idle, let configuration = view.configuration else { return nil }
    self.init(phase: view.phase, configuration: configuration)
    pausedIn = view.pausedIn
    elapsed = view.shownElapsed
    remaining = view.shownRemaining
    intervalRemaining = view.shownIntervalRemaining
    round = view.round
    rounds = view.rounds
    interval = view.interval
    intervals = view.intervals
    set = view.set
    sets = view.sets
    lastSplit = view.lastSplit?.wholeTenths
    isWaiting = view.isWaiting
    isComplete = view.isComplete
    // While a set runs its own time is in `elapsed`: this must not change between two seconds.
    practised = view.phase == .finished ? workout?.practised.wholeSeconds ?? 0 : 0
    allRounds = workout?.rounds ?? 0
    self.cue = cue
  }
}
