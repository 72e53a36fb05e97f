import Foundation
import Time

/// One timed practice as it is kept, from its start on: nothing of it waits for the end to be recorded.
public struct Workout: Hashable, Sendable, Identifiable, Codable {
  /// What has become of it. The raw values are the words in records.
  public enum State: String, Hashable, Sendable, CaseIterable, Codable {
    /// It runs, or its program ended without a word.
    case running
    /// It waits to be resumed.
    case paused
    /// It came to the end that was planned.
    case complete
    /// It ended before.
    case incomplete

    /// Whether it is over.
    public var isOver: Bool { self == .complete || self == .incomplete }
  }

  /// Given at the start; merging two stores is by this.
  public var id: UUID
  /// What it was set to.
  public var configuration: TimerConfiguration
  /// Wall-clock time of the start: of the countdown, if there was one.
  public var started: Date
  /// Wall-clock time of the end; nil while it is not over.
  public var ended: Date?
  /// Wall-clock time of the newest change, a position included.
  public var changed: Date
  /// What has become of it.
  public var state: State
  /// Where it is, or was when it ended; while it runs at most five seconds old.
  public var position: WorkoutPosition
  /// The sets that have begun, in order.
  public var sets: [WorkoutSet]

  /// Memberwise.
  public init(
    id: UUID, configuration: TimerConfiguration, started: Date, ended: Date? = nil, changed: Date, state: State,
    position: WorkoutPosition, sets: [WorkoutSet]
  ) {
    self.id = id
    self.configuration = configuration
    self.started = started
    self.ended = ended
    self.changed = changed
    self.state = state
    self.position = position
    self.sets = sets
  }

  /// Time in sets, pauses and rests left out.
  public var practised: Duration { sets.reduce(.zero) { $0 + $1.elapsed } }

  /// Rounds of all sets.
  public var rounds: Int { sets.reduce(0) { $0 + $1.rounds.count } }
}

/// Where a workout is.
public struct WorkoutPosition: Hashable, Sendable, Codable {
  /// A stretch of a workout with an end of its own. The raw values are the words in records.
  public enum Stage: String, Hashable, Sendable, CaseIterable, Codable {
    /// Before the first set.
    case countdown
    /// Rounds are practised.
    case set
    /// Between two sets.
    case rest
  }

  /// Which stage.
  public var stage: Stage
  /// The set it is, or that a rest comes after; 1 in the countdown.
  public var set: Int
  /// Since the stage's start, pauses left out; 0 or more.
  @Nanoseconds public var elapsed: Duration

  /// Memberwise.
  public init(_ stage: Stage, set: Int, elapsed: Duration) {
    self.stage = stage
    self.set = set
    self.elapsed = elapsed
  }
}

/// One set and its rounds.
public struct WorkoutSet: Hashable, Sendable, Codable {
  /// 1 for the first.
  public var number: Int
  /// Wall-clock time of its start.
  public var started: Date
  /// From its start to its end, pauses left out; while it runs, to the newest change.
  @Nanoseconds public var elapsed: Duration
  /// How it ended; `.running` until then.
  public var state: Workout.State
  /// Its rounds in order.
  public var rounds: [Round]

  /// Memberwise.
  public init(number: Int, started: Date, elapsed: Duration, state: Workout.State, rounds: [Round]) {
    self.number = number
    self.started = started
    self.elapsed = elapsed
    self.state = state
    self.rounds = rounds
  }

  /// What `elapsed` has after the last round's end. Negative by as much as that round was finished after the set's end.
  public var remainder: Duration { elapsed - (rounds.last?.ended ?? .zero) }

  /// How many rounds began in `interval` (1 is the first).
  public func rounds(inInterval interval: Int) -> Int {
    // In order of intervals: only the end is looked at.
    rounds.reversed().drop { ($0.interval ?? 0) > interval }.prefix { $0.interval == interval }.count
  }
}

/// One round. All times are from the set's start, pauses left out.
public struct Round: Hashable, Sendable, Codable {
  /// When a round is done at the latest: a week is more than any takes that a set's end has found under way.
  public static let longest = Duration.seconds(604_800)

  /// 1 for the first of its set.
  public var number: Int
  /// The interval that its exercise began in, which it counts for; 1 is the first. Nil if there are no intervals.
  public var interval: Int?
  /// When its exercise began: for `.free` where the round before ended, or practice was let go on.
  @Nanoseconds public var began: Duration
  /// When it was done: the cumulative time.
  @Nanoseconds public var ended: Duration
  /// From the end of the round before, or the start of its set or interval if that came later, to its own end.
  @Nanoseconds public var split: Duration

  /// Memberwise.
  public init(number: Int, interval: Int?, began: Duration, ended: Duration, split: Duration) {
    self.number = number
    self.interval = interval
    self.began = began
    self.ended = ended
    self.split = split
  }
}

/// A timed practice as a list shows it, in a few numbers, however many rounds it has.
public struct WorkoutSummary: Hashable, Sendable, Identifiable {
  /// The timed practice's own.
  public var id: UUID
  /// What it was set to.
  public var configuration: TimerConfiguration
  /// Wall-clock time of its start.
  public var started: Date
  /// What has become of it.
  public var state: Workout.State
  /// Time in sets, pauses and rests left out.
  public var practised: Duration
  /// Rounds of all sets.
  public var rounds: Int

  /// That of `workout`.
  public init(_ workout: Workout) { self.init(workout, rounds: workout.rounds) }

  /// That of a `workout` that has these `rounds`, but not with it.
  public init(_ workout: Workout, rounds: Int) {
    id = workout.id
    configuration = workout.configuration
    started = workout.started
    state = workout.state
    practised = workout.practised
    self.rounds = rounds
  }
}
