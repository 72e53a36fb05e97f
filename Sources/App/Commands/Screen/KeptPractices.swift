import Foundation
import SQLiteStore
import Timers

/// Where timed practices are kept, as the pages' history needs it: the store that practice has open. Each call blocks for as
/// long as the database does; any thread but the loop's.
protocol KeptPractices: Sendable {
  /// The newest `limit` of those that are older than the one with the id `before`, newest first; of all without one.
  func summaries(before: UUID?, limit: Int) throws(StoreFailure) -> [WorkoutSummary]
  /// The one with this id; nil if it is not there.
  func workout(_ id: UUID) throws(StoreFailure) -> Workout?
  /// Takes one away with its sets and rounds; false if it is not there.
  @discardableResult
  func removeWorkout(_ id: UUID) throws(StoreFailure) -> Bool
  /// Brings back one that was taken away since practice was started; false if it was not.
  @discardableResult
  func restoreWorkout(_ id: UUID) throws(StoreFailure) -> Bool
}

extension SQLiteStore: KeptPractices {}
