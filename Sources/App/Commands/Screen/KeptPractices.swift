import Foundation
import SQLiteStore
import Timers

/// The stored timed practices, as the pages' history needs them: the store that practice has open. Each call blocks as
/// long as the database does; any thread but the loop's.
protocol KeptPractices: Sendable {
  /// Returns the newest `limit` of those older than the one with the id `before`, newest first; of all if it is nil.
  func summaries(before: UUID?, limit: Int) throws(StoreFailure) -> [WorkoutSummary]
  /// Returns the one with this id; nil if it does not exist.
  func workout(_ id: UUID) throws(StoreFailure) -> Workout?
  /// Removes a practice with its sets and rounds; returns false if it does not exist.
  @discardableResult
  func removeWorkout(_ id: UUID) throws(StoreFailure) -> Bool
  /// Restores a practice removed since practice was started; returns false if none was.
  @discardableResult
  func restoreWorkout(_ id: UUID) throws(StoreFailure) -> Bool
}

extension SQLiteStore: KeptPractices {}
