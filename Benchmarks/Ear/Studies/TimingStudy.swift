import Linux
import Simulation
import Training

/// The reports on simulated ears that practise early or late, each answer after one to six loops of the pattern.
struct TimingStudy: Sendable {
  /// The traits of all ears.
  var traits: TimingTraits
  /// The strategy.
  var strategy = StrategyName.edge
  /// The number of ears.
  var listeners: Int
  /// The counts of answers after which the report is examined, ascending.
  var counts: [Int]
  /// The seed of all random numbers.
  var seed: UInt64
  /// The exercises.
  var space: TimingSpace

  /// The report on one ear after one of the counts.
  struct Outcome: Hashable, Sendable {
    /// The error of the threshold in the condition practised last, in octaves.
    var error: Double
    /// Whether its 90 % band held the true threshold.
    var isCovered: Bool
    /// The reported lean in milliseconds; nil: none.
    var lean: Banded?
    /// The share of right answers so far.
    var shareRight: Double
  }

  /// Each ear's outcome after each of the counts. On all cores.
  func outcomes() -> [[Outcome]] { parallel(listeners, outcomes) }

  private func outcomes(of index: Int) -> [Outcome] {
    var generator = SeededGenerator(seed: seed, stream: index)
    let luck = generator.next()
    let contestant: any TimingStrategy =
      switch strategy {
      case .edge: EdgeTimingStrategy()
      case .kazez: KazezTimingStrategy()
      }
    var course = TimingCourse(
      contestant, listener: TimingListener(traits, seed: luck), space: space, seed: generator.next())
    return counts.map { count in
      while course.answers < count { course.step() }
      return Outcome(
        error: course.error ?? .nan, isCovered: course.isCovered, lean: course.ear.report()?.lean,
        shareRight: Double(course.right) / Double(max(course.answers, 1)))
    }
  }
}
