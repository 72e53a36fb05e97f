import Glibc
import Linux
import Pitch
import Simulation
import Training

/// The reported lapse rates of simulated ears, and the accuracy of their thresholds.
struct LapseStudy: Sendable {
  /// The population of the ears.
  var population: Population
  /// The number of ears.
  var listeners: Int
  /// The counts of answers after which it is examined, ascending.
  var counts: [Int]
  /// The seed of all random numbers.
  var seed: UInt64

  /// The report on one ear after one of the counts.
  struct Outcome: Hashable, Sendable {
    /// The lapse rate, with its 90 % band; nil before the first answer.
    var lapse: Banded?
    /// The error of the threshold, in octaves.
    var error: Double
    /// The share of right answers so far.
    var shareRight: Double

    /// Whether the lapse rate is reported.
    var isReported: Bool { lapse.map(ComparisonReport.reports) ?? false }

    /// Whether the band holds `rate`.
    func holds(_ rate: Double) -> Bool { lapse?.band.contains(rate) == true }
  }

  /// The outcomes of `edge` for each ear, in the ears' order, after each of the counts. On all cores.
  /// - Throws: never with the standard settings, which leave exercises.
  func outcomes() throws -> [[Outcome]] {
    let comparison = Comparison(
      population: population, listeners: listeners, counts: counts, seed: seed,
      space: try ExerciseSpace(mode: .comparison, settings: .standard))
    return parallel(listeners) { index in
      var course = comparison.course(of: index, before: .strategy(.edge))
      return counts.map { count in
        while course.answers < count { course.step() }
        return Outcome(
          lapse: course.contestant.lapse, error: course.error,
          shareRight: Double(course.right) / Double(max(course.answers, 1)))
      }
    }
  }
}
