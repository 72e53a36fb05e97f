import Foundation
import Time

/// Chooses the exercises of a kind of listening: those that the discipline with the question would ask.
package protocol ListeningChooser: Chooser where Exercise: ListeningExercise {
  associatedtype ChoosingStrategy
  /// Creates a chooser that draws from `generator`.
  init(strategy: ChoosingStrategy, generator: SeededGenerator)
  /// Chooses from the next exercise onwards.
  var strategy: ChoosingStrategy { get set }
  /// The strategy that chose the current exercise.
  var chosenBy: StrategyName { get }
  /// Ages the strategy to `now`.
  mutating func age(to now: Date)
  /// Places the next exercise relative to `exercise`, which began on `frame`. By default exercises have no places.
  mutating func place(_ exercise: Exercise, begunAt frame: Frame, rate: Int)
  /// Forgets the place: the next exercise is the first of a practice.
  mutating func forgetPlace()
}

extension ListeningChooser {
  package mutating func place(_ exercise: Exercise, begunAt frame: Frame, rate: Int) {}
  package mutating func forgetPlace() {}
}
