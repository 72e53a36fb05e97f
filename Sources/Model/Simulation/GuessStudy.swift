import Glibc
import Pitch
import Training

/// The reported guesses of simulated ears, and the accuracy of their thresholds.
public struct GuessStudy: Sendable {
  /// The population of the ears.
  public var population: Population
  /// The number of ears.
  public var listeners: Int
  /// The counts of answers after which it is examined, ascending.
  public var counts: [Int]
  /// The seed of all random numbers.
  public var seed: UInt64

  /// Memberwise.
  public init(population: Population, listeners: Int, counts: [Int], seed: UInt64) {
    self.population = population
    self.listeners = listeners
    self.counts = counts
    self.seed = seed
  }

  /// The report on one ear after one of the counts.
  public struct Outcome: Hashable, Sendable {
    /// The share of guesses, with its 90 % band; nil: nothing reported.
    public var guesses: Banded?
    /// The error of the threshold, in octaves.
    public var error: Double
    /// The share of right answers so far.
    public var shareRight: Double
  }

  /// The outcomes of `edge` for each ear, in the ears' order, after each of the counts. On all cores.
  /// - Throws: never with the standard settings, which leave exercises.
  public func outcomes() throws -> [[Outcome]] {
    let comparison = Comparison(
      population: population, listeners: listeners, counts: counts, seed: seed,
      space: try ExerciseSpace(mode: .comparison, settings: .standard))
    return parallel(listeners) { index in
      var course = comparison.course(of: index, before: .strategy(.edge))
      return counts.map { count in
        while course.answers < count { course.step() }
        return Outcome(
          guesses: course.contestant.guesses(over: comparison.space.range, at: course.now), error: course.error,
          shareRight: Double(course.right) / Double(max(course.answers, 1)))
      }
    }
  }
}
