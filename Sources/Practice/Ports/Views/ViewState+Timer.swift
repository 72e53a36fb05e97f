import Timers

extension ViewState {
  /// The visible state of a practice timer in whole seconds, so that it changes once a second and at events.
  public struct Timer: Hashable, Sendable {
    /// The phase; never `.idle`.
    public var phase: PracticeTimer.Phase
    /// The paused phase: `.countdown`, `.running` or `.resting`; nil unless `phase` is `.paused`.
    public var pausedIn: PracticeTimer.Phase?
    /// The configuration.
    public var configuration: TimerConfiguration
    /// Whole seconds since the start of the countdown, set or rest, without pauses.
    public var elapsed = 0
    /// Seconds left in the countdown, set or rest, including the current one; nil without a cap.
    public var remaining: Int?
    /// Seconds left in the slot; nil without slots.
    public var slotRemaining: Int?
    /// Finished rounds: in this set, in this slot of an EMOM, or in the set before a rest.
    public var round = 0
    /// The planned rounds; nil if any number counts.
    public var rounds: Int?
    /// The slot, from 1; nil without slots, and outside sets.
    public var slot: Int?
    /// The number of slots in a set; nil without slots.
    public var slots: Int?
    /// The set, from 1; in a rest the one before it.
    public var set = 1
    /// The number of sets.
    public var sets = 1
    /// The last round's time in tenths of a second; nil before the first.
    public var lastSplit: Int?
    /// Whether the rounds of the slot are done, so that the timer waits for the next slot.
    public var isWaiting = false
    /// Whether the practice reached its planned end; nil unless finished.
    public var isComplete: Bool?
    /// Whole seconds practised in all sets, without pauses and rests; 0 until the practice is finished.
    public var practised = 0
    /// The rounds of all sets.
    public var allRounds = 0
    /// The latest cue and its serial number, so that a repeated cue is recognised as new.
    public var cue: Cue?

    /// A cue that was shown.
    public struct Cue: Hashable, Sendable {
      /// The cue.
      public var cue: TimerCue
      /// The serial number, from 1 at the start of the program.
      public var number: Int

      /// Memberwise.
      public init(_ cue: TimerCue, number: Int) {
        self.cue = cue
        self.number = number
      }
    }

    /// Creates a timer at the beginning of a phase.
    public init(phase: PracticeTimer.Phase, configuration: TimerConfiguration) {
      self.phase = phase
      self.configuration = configuration
      rounds = configuration.rounds
      slots = configuration.slots
      sets = configuration.sets
    }
  }
}

extension ViewState.Timer {
  /// Creates the visible state of `view`, with the totals of `workout`; nil while no timer is in use.
  package init?(_ view: TimerView, workout: Workout?, cue: Cue?) {
    guard view.phase != .idle, let configuration = view.configuration else { return nil }
    self.init(phase: view.phase, configuration: configuration)
    pausedIn = view.pausedIn
    elapsed = view.shownElapsed
    remaining = view.shownRemaining
    slotRemaining = view.shownSlotRemaining
    round = view.round
    rounds = view.rounds
    slot = view.slot
    slots = view.slots
    set = view.set
    sets = view.sets
    lastSplit = view.lastSplit?.wholeTenths
    isWaiting = view.isWaiting
    isComplete = view.isComplete
    // During a set the time is in `elapsed`: this must not change between two seconds.
    practised = view.phase == .finished ? workout?.practised.wholeSeconds ?? 0 : 0
    allRounds = workout?.rounds ?? 0
    self.cue = cue
  }
}
