/// What a practice timer is set to: complete, and within its ranges. All times are whole seconds.
public struct TimerConfiguration: Hashable, Sendable {
  /// What differs between the three kinds.
  public enum Form: Hashable, Sendable {
    /// `rounds` a set, as fast as they go; after `capSeconds` (nil: none) the set ends all the same.
    case forTime(capSeconds: Int?, rounds: Int)
    /// As many rounds as `durationSeconds` allow, in each set.
    case amrap(durationSeconds: Int)
    /// `intervals` of `intervalSeconds` in each set, and `rounds` in each of them.
    case emom(intervals: Int, intervalSeconds: Int, rounds: Int)

    /// Which of the three it is.
    public var kind: TimerKind {
      switch self {
      case .forTime: .forTime
      case .amrap: .amrap
      case .emom: .emom
      }
    }
  }

  /// Seconds a cap may have: 0:30–60:00. Surfaces step by `capStep`.
  public static let caps = 30...3_600
  /// Seconds from one offered cap to the next.
  public static let capStep = 30
  /// The cap that is offered when a cap is switched on: 20:00.
  public static let offeredCap = 1_200
  /// Seconds an AMRAP may last: 0:30–60:00.
  public static let durations = 30...3_600
  /// How many intervals an EMOM may have.
  public static let intervalCounts = 1...60
  /// Seconds an interval may last.
  public static let intervalLengths = 15...600
  /// How many rounds a set of For Time, or an interval, may ask for.
  public static let roundCounts = 1...999
  /// How many sets there may be.
  public static let setCounts = 1...10
  /// Seconds a rest between sets may last; 0 as well, which is no rest. Surfaces offer 15 and more.
  public static let rests = 10...600
  /// Seconds a countdown may last: room for three, two, one.
  public static let countdowns = 3...60
  /// The countdown that is offered when one is switched on: the original's.
  public static let offeredCountdown = 10
  /// Seconds that the intervals of one set may take together: an hour.
  public static let longestIntervals = 3_600
  /// Seconds that all sets and rests may take together, the countdown left out: two hours.
  public static let longest = 7_200

  /// The kind and what is its own.
  public let form: Form
  /// What counts as a round. Default comparison.
  public let source: RoundSource
  /// How many sets. Default 1.
  public let sets: Int
  /// Seconds between one set and the next, 0 for none; without meaning for a single set. Default 120.
  public let restSeconds: Int
  /// Seconds from the start to the first set; nil, the default, begins at once.
  public let countdownSeconds: Int?
  /// The cues that are on. Default all.
  public let cues: Set<TimerCueGroup>

  /// How many rounds a set has at most that asks for no number: one each tenth of a second for an hour. More are not counted.
  public static let mostRounds = 36_000

  /// The configuration, or the first part of it that is out of its range. What is left out has its default.
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

  /// What each kind is when nothing has been chosen yet: 10 rounds without a cap, 10 minutes, 10 × 1 minute.
  public static func standard(_ kind: TimerKind, countsDown: Bool = false) -> TimerConfiguration {
    let form: Form =
      switch kind {
      case .forTime: .forTime(capSeconds: nil, rounds: 10)
      case .amrap: .amrap(durationSeconds: 600)
      // Five of any exercise fit a minute and leave something of it.
      case .emom: .emom(intervals: 10, intervalSeconds: 60, rounds: 5)
      }
    return TimerConfiguration(
      unchecked: form, source: .comparison, sets: 1, restSeconds: 120,
      countdownSeconds: countsDown ? offeredCountdown : nil, cues: Set(TimerCueGroup.allCases))
  }

  /// Which of the three it is.
  public var kind: TimerKind { form.kind }

  /// How long each set is if nothing ends it before; nil for For Time without a cap.
  public var setLength: Duration? {
    setSeconds.map { .seconds($0) }
  }

  /// How long a set can last: two hours where it has no length.
  public var longestSet: Duration { setLength ?? .seconds(Self.longest) }

  /// Seconds that all sets and the rests between them take together, the countdown left out: at most, where a set ends with its
  /// rounds. Nil for For Time without a cap.
  public var totalSeconds: Int? { setSeconds == nil ? nil : plannedSeconds }

  /// How many rounds a set can have.
  public var mostRounds: Int {
    if case .forTime(_, let rounds) = form { rounds } else { Self.mostRounds }
  }

  /// How long each interval is; nil if there are none.
  public var intervalLength: Duration? {
    if case .emom(_, let seconds, _) = form { .seconds(seconds) } else { nil }
  }

  /// How many intervals a set has; nil if it has none.
  public var intervals: Int? {
    if case .emom(let intervals, _, _) = form { intervals } else { nil }
  }

  /// How many rounds are asked for, in a set of For Time or in an interval; nil where as many count as there are.
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
    case .emom(let intervals, let seconds, let rounds):
      guard intervalCounts.contains(intervals) else { throw .intervals(intervals) }
      guard intervalLengths.contains(seconds) else { throw .intervalLength(seconds) }
      guard roundCounts.contains(rounds) else { throw .rounds(rounds) }
      guard intervals * seconds <= longestIntervals else { throw .intervalsTooLong(intervals * seconds) }
    }
  }

  private var setSeconds: Int? {
    switch form {
    case .forTime(let cap, _): cap
    case .amrap(let duration): duration
    case .emom(let intervals, let seconds, _): intervals * seconds
    }
  }

  /// Sets, as far as their lengths are known, and rests.
  private var plannedSeconds: Int { (setSeconds ?? 0) * sets + restSeconds * (sets - 1) }
}

/// A part of a configuration outside its range; carries what was asked for.
public enum TimerConfigurationError: Error, Hashable, Sendable {
  /// Seconds of the cap.
  case cap(Int)
  /// Seconds of an AMRAP.
  case duration(Int)
  /// How many intervals.
  case intervals(Int)
  /// Seconds of an interval.
  case intervalLength(Int)
  /// How many rounds.
  case rounds(Int)
  /// How many sets.
  case sets(Int)
  /// Seconds of a rest; 0 would be good as well.
  case rest(Int)
  /// Seconds of the countdown.
  case countdown(Int)
  /// Seconds of all intervals of a set.
  case intervalsTooLong(Int)
  /// Seconds of all sets and rests.
  case tooLong(Int)

  /// What would have been good.
  public var range: ClosedRange<Int> {
    switch self {
    case .cap: TimerConfiguration.caps
    case .duration: TimerConfiguration.durations
    case .intervals: TimerConfiguration.intervalCounts
    case .intervalLength: TimerConfiguration.intervalLengths
    case .rounds: TimerConfiguration.roundCounts
    case .sets: TimerConfiguration.setCounts
    case .rest: TimerConfiguration.rests
    case .countdown: TimerConfiguration.countdowns
    case .intervalsTooLong: TimerConfiguration.intervalLengths.lowerBound...TimerConfiguration.longestIntervals
    case .tooLong: TimerConfiguration.intervalLengths.lowerBound...TimerConfiguration.longest
    }
  }
}
