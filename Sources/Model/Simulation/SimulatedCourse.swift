import Foundation
import Glibc
import Pitch
import Training

/// The schedule of simulated answers.
public struct Schedule: Hashable, Sendable {
  /// Answers in a day's one session.
  public var answersPerDay: Int
  /// Seconds from one answer to the next.
  public var secondsPerAnswer: Double

  /// Memberwise.
  public init(answersPerDay: Int, secondsPerAnswer: Double = 3) {
    self.answersPerDay = max(1, answersPerDay)
    self.secondsPerAnswer = secondsPerAnswer
  }

  /// All answers in one sitting.
  public static let oneSitting = Schedule(answersPerDay: .max)
  /// A hundred answers a day, about six minutes.
  public static let daily = Schedule(answersPerDay: 100)

  /// Returns the time of the answer with this index (the first is 0), starting on an arbitrary morning.
  public func time(of index: Int) -> Date {
    let day = Double(index / answersPerDay) * 86_400
    return Date(timeIntervalSince1970: 1_767_600_000 + day + Double(index % answersPerDay) * secondsPerAnswer)
  }

  /// Returns the position of an answer in its session, 0…1, if there are `total` answers.
  func progress(of index: Int, total: Int) -> Double {
    Double(index % answersPerDay) / Double(max(1, min(answersPerDay, total) - 1))
  }
}

/// The conditions of simulated answers: `answers` in one condition, then as many in the next, in a cycle.
public struct ConditionPlan: Hashable, Sendable {
  /// The conditions, at least one.
  public let conditions: [Condition]
  /// The number of answers before a change.
  public let answers: Int

  /// Creates a plan; nil without a condition.
  public init?(_ conditions: [Condition], answers: Int) {
    guard !conditions.isEmpty else { return nil }
    self.conditions = conditions
    self.answers = max(1, answers)
  }

  private init() { (conditions, answers) = ([.usual], .max) }

  /// Always the usual condition.
  public static let usual = ConditionPlan()

  /// Returns the condition of the answer with this index (the first is 0).
  public func condition(of index: Int) -> Condition { conditions[index / answers % conditions.count] }
}

/// One listener practising with one contestant.
public struct SimulatedCourse {
  /// The contestant, which chooses the exercises.
  public private(set) var contestant: any Contestant
  /// The listener, who answers.
  public private(set) var listener: Listener
  /// The space of exercises.
  public private(set) var space: ExerciseSpace
  /// The schedule of the answers.
  public let schedule: Schedule
  /// The conditions of the answers.
  public let plan: ConditionPlan
  /// The number of right answers.
  public private(set) var right = 0
  private let total: Int
  private var generator: SeededGenerator

  /// A course of `total` answers by `listener`; `seed` is for the contestant's random numbers.
  public init(
    _ contestant: any Contestant, listener: Listener, space: ExerciseSpace, schedule: Schedule,
    plan: ConditionPlan = .usual, total: Int, seed: UInt64
  ) {
    self.plan = plan
    self.contestant = contestant
    self.listener = listener
    self.space = space
    self.schedule = schedule
    self.total = total
    generator = SeededGenerator(seed: seed)
  }

  /// The number of answers given.
  public var answers: Int { listener.answers }

  /// The time of the last answer.
  public var now: Date { schedule.time(of: max(0, answers - 1)) }

  /// The threshold shown now; nil if none is.
  public var shown: Banded? { shown(in: nil) }

  /// The threshold shown in `condition` now (nil: the one practised last); nil if none is.
  public func shown(in condition: Condition?) -> Banded? {
    contestant.threshold(in: condition, over: space.range, at: now)
  }

  /// log₂ of the true threshold, on average over the range, when the last answer was given.
  public var trueOctaves: Double { trueOctaves(in: plan.condition(of: max(0, answers - 1))) }

  /// The same in `condition`.
  public func trueOctaves(in condition: Condition) -> Double {
    listener.traits.meanOctaves(over: space.range, answer: max(0, answers - 1), in: condition)
  }

  /// The error of the threshold shown, in octaves; if none is shown, the error of the prior's centre.
  public var error: Double { log2(shown?.value ?? GridPosterior.priorCentre) - trueOctaves }

  /// Asks and learns once. Returns the question and the answer.
  @discardableResult
  public mutating func step() -> (exercise: ComparisonExercise, response: Sureness.Response) {
    let condition = plan.condition(of: answers)
    space.condition = condition
    let exercise = Self.exercise(
      contestant.next(in: space, using: &generator), number: answers + 1, mode: space.mode)
    let progress = schedule.progress(of: answers, total: total)
    let time = schedule.time(of: answers)
    let response = listener.response(
      to: exercise.offset, at: exercise.reference, in: condition, progress: progress)
    contestant.learn(exercise, in: condition, response, at: time)
    if response.correct { right += 1 }
    return (exercise, response)
  }

  /// The exercise of a choice. Its pitches do not matter here.
  package static func exercise(_ choice: ExerciseChoice, number: Int, mode: Mode) -> ComparisonExercise {
    let hertz = ConcertPitch.standard.hertz
    return ComparisonExercise(
      epoch: Epoch(UInt32(truncatingIfNeeded: number)), index: number, mode: mode, reference: choice.notes.reference,
      referenceHertz: hertz, target: choice.notes.target, offset: choice.offset, targetHertz: hertz,
      interval: choice.interval, loudnessOffset: 0)
  }
}
