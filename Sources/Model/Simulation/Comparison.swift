import Glibc
import Pitch
import Training

/// A comparison of contestants on the same listeners, with the same random numbers for each.
public struct Comparison: Sendable {
  /// The counts of answers at which errors are usually reported.
  public static let usualCounts = [30, 60, 100, 200, 400]

  /// The population of the listeners.
  public var population: Population
  /// The number of listeners.
  public var listeners: Int
  /// Counts of answers after which the error is taken, ascending.
  public var counts: [Int]
  /// The seed of all random numbers.
  public var seed: UInt64
  /// The space of exercises.
  public var space: ExerciseSpace
  /// The times of the answers.
  public var schedule: Schedule
  /// The conditions of the answers.
  public var plan: ConditionPlan

  /// Memberwise.
  public init(
    population: Population, listeners: Int, counts: [Int] = usualCounts, seed: UInt64, space: ExerciseSpace,
    schedule: Schedule = .oneSitting, plan: ConditionPlan = .usual
  ) {
    self.population = population
    self.listeners = listeners
    self.counts = counts
    self.seed = seed
    self.space = space
    self.schedule = schedule
    self.plan = plan
  }

  /// The result of one listener's answers.
  public typealias Outcome = ListenerOutcome<ListenerTraits>

  /// Returns the course of the listener with this index with `contender`.
  public func course(of index: Int, before contender: Contender) -> SimulatedCourse {
    var generator = SeededGenerator(seed: seed, stream: index)
    let (luck, choices) = (generator.next(), generator.next())
    let traits = population.draw(using: &generator)
    return SimulatedCourse(
      contender.make(), listener: Listener(traits, seed: luck), space: space, schedule: schedule,
      plan: plan, total: counts.last ?? 0, seed: choices)
  }

  /// Returns the outcome of the listener with this index with `contender`.
  public func outcome(of index: Int, before contender: Contender) -> Outcome {
    var course = course(of: index, before: contender)
    var outcome = Outcome(traits: course.listener.traits)
    for count in counts {
      while course.answers < count { course.step() }
      let truth = exp2(course.trueOctaves)
      let shown = course.shown
      outcome.errors.append(log2(shown?.value ?? GridPosterior.priorCentre) - log2(truth))
      outcome.isCovered.append(shown.map { $0.band.contains(truth) })
    }
    outcome.shareRight = Double(course.right) / Double(max(1, course.answers))
    return outcome
  }
}

/// The result of one simulated listener's answers.
public struct ListenerOutcome<Traits: Hashable & Sendable>: Hashable, Sendable {
  /// The listener.
  public var traits: Traits
  /// The estimate's error in octaves after each of the counts.
  public var errors: [Double]
  /// Whether the 90 % band held the true threshold after each of the counts; nil: no band was shown.
  public var isCovered: [Bool?]
  /// The share of all answers that were right.
  public var shareRight: Double

  /// Memberwise; by default an outcome without answers.
  init(traits: Traits, errors: [Double] = [], isCovered: [Bool?] = [], shareRight: Double = 0) {
    self.traits = traits
    self.errors = errors
    self.isCovered = isCovered
    self.shareRight = shareRight
  }
}
