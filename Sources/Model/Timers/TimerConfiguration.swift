/// The settings of a practice timer, complete and within their ranges. All times are whole seconds.
public struct TimerConfiguration: Hashable, Sendable {
  /// The settings that differ between the three kinds.
  public enum Form: Hashable, Sendable {
    /// `rounds` per set, as fast as possible; `capSeconds` (nil: none) ends the set in any case.
    case forTime(capSeconds: Int?, rounds: Int)
    /// As many rounds as fit in `durationSeconds`, in each set.
    case amrap(durationSeconds: Int)
    /// `slots` slots of `slotSeconds` in each set, and `rounds` in each slot.
    case emom(slots: Int, slotSeconds: Int, rounds: Int)

    /// The kind of timer.
    public var kind: TimerKind {
      switch self {
      case .forTime: .forTime
      case .amrap: .amrap
      case .emom: .emom
      }
    }
  }

  /// The allowed caps in seconds: 0:30–60:00. Surfaces step by `capStep`.
  public static let caps = 30...3_600
  /// The step between offered caps, in seconds.
  public static let capStep = 30
  /// The default cap when the player adds one: 20:00.
  public static let offeredCap = 1_200
  /// The allowed lengths of an AMRAP in seconds: 0:30–60:00.
  public static let durations = 30...3_600
  /// The allowed numbers of slots in an EMOM.
  public static let slotCounts = 1...60
  /// The allowed lengths of a slot in seconds.
  public static let slotLengths = 15...600
  /// The allowed numbers of rounds in a set of For Time, or in a slot.
  public static let roundCounts = 1...999
  /// The allowed numbers of sets.
  public static let setCounts = 1...10
  /// The allowed rests between sets in seconds, in addition to 0 for no rest. Surfaces offer 15 and more.
  public static let rests = 10...600
  /// The allowed countdowns in seconds: enough for three, two, one.
  public static let countdowns = 3...60
  /// The default countdown in seconds when the player adds one: the original's.
  public static let offeredCountdown = 10
  /// The longest total of the slots in one set, in seconds: an hour.
  public static let longestSlots = 3_600
  /// The longest total of sets and rests without the countdown, in seconds: two hours.
  public static let longest = 7_200

  /// The kind and its own settings.
  public let form: Form
  /// The event that counts as a round. Default comparison.
  public let source: RoundSource
  /// The number of sets. Default 1.
  public let sets: Int
  /// Seconds between sets, 0 for none; ignored for a single set. Default 120.
  public let restSeconds: Int
  /// Seconds from the start to the first set; nil, the default, starts at once.
  public let countdownSeconds: Int?
  /// The enabled cues. Default all.
  public let cues: Set<TimerCueGroup>

  /// The most rounds counted in a set without a set number: one every tenth of a second for an hour.
  public static let mostRounds = 36_000

  /// Creates a configuration; throws the first part that is out of its range. Omitted arguments have their defaults.
  public init(
    _ form: Form, source: RoundSource = .comparison, sets: Int = 1, restSeconds: Int = 120,
    countdownSeconds: Int? = nil,
    cues: Set<TimerCueGroup> = Set(TimerCueGroup.allCases)
  ) throws(TimerConfigurationError) {
    try Self.check(form)
    guard Self.setCounts.contains(sets) else { throw .sets(sets) }
    guard restSeconds == 0 || Self.rests.contains(restSeconds) else { throw .rest(restSeconds) }
    if let countdownSeconds, !Self.countdowns.contains(countdownSeconds) { throw .countdown(countdownSeconds) }
    self.init(
      unchecked: form, source: source, sets: sets, restSeconds: restSeconds, countdownSeconds: countdownSeconds,
      cues: cues)
    guard plannedSeconds <= Self.longest else { throw .tooLong(plannedSeconds) }
  }

  /// Returns the initial configuration of each kind: 10 rounds without a cap, 10 minutes, 10 × 1 minute.
  public static func standard(_ kind: TimerKind, countsDown: Bool = false) -> TimerConfiguration {
    let form: Form =
      switch kind {
      case .forTime: .forTime(capSeconds: nil, rounds: 10)
      case .amrap: .amrap(durationSeconds: 600)
      // Five of any exercise fit in a minute with some time to spare.
      case .emom: .emom(slots: 10, slotSeconds: 60, rounds: 5)
      }
    return TimerConfiguration(
      unchecked: form, source: .comparison, sets: 1, restSeconds: 120,
      countdownSeconds: countsDown ? offeredCountdown : nil, cues: Set(TimerCueGroup.allCases))
  }

  /// The kind of timer.
  public var kind: TimerKind { form.kind }

  /// The length of each set unless it ends early; nil for For Time without a cap.
  public var setLength: Duration? {
    setSeconds.map { .seconds($0) }
  }

  /// The longest time a set can last: two hours if it has no length.
  public var longestSet: Duration { setLength ?? .seconds(Self.longest) }

  /// The total of all sets and rests in seconds without the countdown; an upper bound if sets can end with their
  /// rounds. Nil for For Time without a cap.
  public var totalSeconds: Int? { setSeconds == nil ? nil : plannedSeconds }

  /// The most rounds a set can have.
  public var mostRounds: Int {
    if case .forTime(_, let rounds) = form { rounds } else { Self.mostRounds }
  }

  /// The length of each slot; nil without slots.
  public var slotLength: Duration? {
    if case .emom(_, let seconds, _) = form { .seconds(seconds) } else { nil }
  }

  /// The number of slots in a set; nil without slots.
  public var slots: Int? {
    if case .emom(let slots, _, _) = form { slots } else { nil }
  }

  /// The number of rounds to do in a set of For Time or in a slot; nil if it is open.
  public var rounds: Int? {
    switch form {
    case .forTime(_, let rounds), .emom(_, _, let rounds): rounds
    case .amrap: nil
    }
  }

  private init(
    unchecked form: Form, source: RoundSource, sets: Int, restSeconds: Int, countdownSeconds: Int?,
    cues: Set<TimerCueGroup>
  ) {
    self.form = form
    self.source = source
    self.sets = sets
    self.restSeconds = restSeconds
    self.countdownSeconds = countdownSeconds
    self.cues = cues
  }

  private static func check(_ form: Form) throws(TimerConfigurationError) {
    switch form {
    case .forTime(let cap, let rounds):
      if let cap, !caps.contains(cap) { throw .cap(cap) }
      guard roundCounts.contains(rounds) else { throw .rounds(rounds) }
    case .amrap(let duration):
      guard durations.contains(duration) else { throw .duration(duration) }
    case .emom(let slots, let seconds, let rounds):
      guard slotCounts.contains(slots) else { throw .slots(slots) }
      guard slotLengths.contains(seconds) else { throw .slotLength(seconds) }
      guard roundCounts.contains(rounds) else { throw .rounds(rounds) }
      guard slots * seconds <= longestSlots else { throw .slotsTooLong(slots * seconds) }
    }
  }

  private var setSeconds: Int? {
    switch form {
    case .forTime(let cap, _): cap
    case .amrap(let duration): duration
    case .emom(let slots, let seconds, _): slots * seconds
    }
  }

  /// The total of all rests and of the sets of known length.
  private var plannedSeconds: Int { (setSeconds ?? 0) * sets + restSeconds * (sets - 1) }
}

/// A part of a configuration outside its range, with the rejected value.
public enum TimerConfigurationError: Error, Hashable, Sendable {
  /// Seconds of the cap.
  case cap(Int)
  /// Seconds of an AMRAP.
  case duration(Int)
  /// The number of slots.
  case slots(Int)
  /// Seconds of a slot.
  case slotLength(Int)
  /// The number of rounds.
  case rounds(Int)
  /// The number of sets.
  case sets(Int)
  /// Seconds of a rest; 0 is also allowed.
  case rest(Int)
  /// Seconds of the countdown.
  case countdown(Int)
  /// Seconds of all slots of a set.
  case slotsTooLong(Int)
  /// Seconds of all sets and rests.
  case tooLong(Int)

  /// The allowed range.
  public var range: ClosedRange<Int> {
    switch self {
    case .cap: TimerConfiguration.caps
    case .duration: TimerConfiguration.durations
    case .slots: TimerConfiguration.slotCounts
    case .slotLength: TimerConfiguration.slotLengths
    case .rounds: TimerConfiguration.roundCounts
    case .sets: TimerConfiguration.setCounts
    case .rest: TimerConfiguration.rests
    case .countdown: TimerConfiguration.countdowns
    case .slotsTooLong: TimerConfiguration.slotLengths.lowerBound...TimerConfiguration.longestSlots
    case .tooLong: TimerConfiguration.slotLengths.lowerBound...TimerConfiguration.longest
    }
  }
}
