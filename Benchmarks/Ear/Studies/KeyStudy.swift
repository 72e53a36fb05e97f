import Linux
import Pitch
import Simulation
import Training

/// The number of answers until the keys of the range are asked.
struct KeyStudy: Sendable {
  /// The listeners, how many answers, and the space.
  var comparison: Comparison

  /// The keys asked of one listener.
  struct Outcome: Hashable, Sendable {
    /// The number of answers until both ends of the range had been references; nil if they never were.
    var ends: Int?
    /// The same for every key.
    var all: Int?
  }

  /// Returns the outcomes of `contender`, in the listeners' order. On all cores.
  func outcomes(of contender: Contender) -> [Outcome] {
    parallel(comparison.listeners) { index in
      var course = comparison.course(of: index, before: contender)
      let range = course.space.range
      let ends: Set = [range.low, range.high]
      var missing = Set(course.space.pairs(.prime).map(\.reference))
      var outcome = Outcome()
      while course.answers < comparison.counts.last ?? 0, outcome.all == nil {
        missing.remove(course.step().exercise.reference)
        if outcome.ends == nil, missing.isDisjoint(with: ends) { outcome.ends = course.answers }
        if missing.isEmpty { outcome.all = course.answers }
      }
      return outcome
    }
  }
}
