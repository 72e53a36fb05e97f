import Foundation
import Time

/// A timed practice as it is stored, from its start: nothing waits for the end to be recorded.
public struct Workout: Hashable, Sendable, Identifiable, Codable {
  /// The state of a workout. The raw values are the words in records.
  public enum State: String, Hashable, Sendable, CaseIterable, Codable {
    /// The workout runs, or its program ended unexpectedly.
    case running
    /// The workout waits to be resumed.
    case paused
    /// The workout reached its planned end.
    case complete
    /// The workout ended early.
    case incomplete

    /// Whether the workout is over.
    public var isOver: Bool { self == .complete || self == .incomplete }
  }

  /// An id assigned at the start; databases are merged by it.
  public var id: UUID
  /// The configuration of the timer.
  public var configuration: TimerConfiguration
  /// Wall-clock time of the start, which is the countdown's if there is one.
  public var started: Date
  /// Wall-clock time of the end; nil while it is not over.
  public var ended: Date?
  /// Wall-clock time of the newest change, including changes of position.
  public var changed: Date
  /// The state of the workout.
  public var state: State
  /// The current position, or the last one if the workout is over; up to five seconds old while it runs.
  public var position: WorkoutPosition
  /// The started sets, in order.
  public var sets: [WorkoutSet]

  /// Memberwise initializer.
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

  /// The total time in sets, without pauses and rests.
  public var practised: Duration { sets.reduce(.zero) { $0 + $1.elapsed } }

  /// The number of rounds in all sets.
  public var rounds: Int { sets.reduce(0) { $0 + $1.rounds.count } }
}

/// A position in a workout.
public struct WorkoutPosition: Hashable, Sendable, Codable {
  /// A part of a workout with its own end. The raw values are the words in records.
  public enum Stage: String, Hashable, Sendable, CaseIterable, Codable {
    /// Before the first set.
    case countdown
    /// A set of rounds.
    case set
    /// Between two sets.
    case rest
  }

  /// The stage.
  public var stage: Stage
  /// The current set, or the set before a rest; 1 in the countdown.
  public var set: Int
  /// The time since the stage's start without pauses; 0 or more.
  @Nanoseconds public var elapsed: Duration

  /// Memberwise initializer.
  public init(_ stage: Stage, set: Int, elapsed: Duration) {
    self.stage = stage
    self.set = set
    self.elapsed = elapsed
  }
}

/// A set and its rounds.
public struct WorkoutSet: Hashable, Sendable, Codable {
  /// The number of the set, 1 for the first.
  public var number: Int
  /// Wall-clock time of the start.
  public var started: Date
  /// The length without pauses; while the set runs, the time up to the newest change.
  @Nanoseconds public var elapsed: Duration
  /// The way the set ended; `.running` until then.
  public var state: Workout.State
  /// The rounds in order.
  public var rounds: [Round]

  /// Memberwise initializer.
  public init(number: Int, started: Date, elapsed: Duration, state: Workout.State, rounds: [Round]) {
    self.number = number
    self.started = started
    self.elapsed = elapsed
    self.state = state
    self.rounds = rounds
  }

  /// The part of `elapsed` after the last round's end. Negative if that round was completed after the set's end.
  public var remainder: Duration { elapsed - (rounds.last?.ended ?? .zero) }

  /// Returns the number of rounds that began in slot `slot` (1 is the first).
  public func rounds(inSlot slot: Int) -> Int {
    // Rounds are in order of slots, so only the end is searched.
    rounds.reversed().drop { ($0.slot ?? 0) > slot }.prefix { $0.slot == slot }.count
  }
}

/// A round. All times are relative to the set's start, without pauses.
public struct Round: Hashable, Sendable, Codable {
  /// The latest end of a round: a week is longer than any round that was in progress at a set's end.
  public static let longest = Duration.seconds(604_800)

  /// The number of the round, 1 for the first of its set.
  public var number: Int
  /// The slot in which the exercise began, for which the round counts; 1 is the first. Nil without slots.
  public var slot: Int?
  /// The start of the exercise; for `.free` the end of the previous round, or the moment practice was allowed to
  /// continue.
  @Nanoseconds public var began: Duration
  /// The end of the round: the cumulative time.
  @Nanoseconds public var ended: Duration
  /// The time to the round's end from the end of the previous round, or from the start of its set or slot if that is
  /// later.
  @Nanoseconds public var split: Duration

  /// In files a slot is an `interval`.
  private enum CodingKeys: String, CodingKey {
    case number
    case slot = "interval"
    case began, ended, split
  }

  /// Memberwise initializer.
  public init(number: Int, slot: Int?, began: Duration, ended: Duration, split: Duration) {
    self.number = number
    self.slot = slot
    self.began = began
    self.ended = ended
    self.split = split
  }
}

/// A timed practice in a few numbers for a list, independent of its number of rounds.
public struct WorkoutSummary: Hashable, Sendable, Identifiable {
  /// The timed practice's id.
  public var id: UUID
  /// The configuration of the timer.
  public var configuration: TimerConfiguration
  /// Wall-clock time of the start.
  public var started: Date
  /// The state of the workout.
  public var state: Workout.State
  /// The total time in sets, without pauses and rests.
  public var practised: Duration
  /// The number of rounds in all sets.
  public var rounds: Int

  /// Creates the summary of `workout`.
  public init(_ workout: Workout) { self.init(workout, rounds: workout.rounds) }

  /// Creates the summary of a `workout` with this number of `rounds`, which it does not contain itself.
  public init(_ workout: Workout, rounds: Int) {
    id = workout.id
    configuration = workout.configuration
    started = workout.started
    state = workout.state
    practised = workout.practised
    self.rounds = rounds
  }
}

/// A duration encoded as whole nanoseconds, so that nothing is rounded.
@propertyWrapper
public struct Nanoseconds: Hashable, Sendable, Codable {
  /// The duration.
  public var wrappedValue: Duration

  /// Creates a duration of `wrappedValue`.
  public init(wrappedValue: Duration) { self.wrappedValue = wrappedValue }

  /// Decodes whole nanoseconds.
  public init(from decoder: any Decoder) throws {
    wrappedValue = .nanoseconds(try decoder.singleValueContainer().decode(Int64.self))
  }

  /// Encodes whole nanoseconds.
  public func encode(to encoder: any Encoder) throws {
    var value = encoder.singleValueContainer()
    try value.encode(wrappedValue.nanoseconds)
  }
}
