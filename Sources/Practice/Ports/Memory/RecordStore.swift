import Foundation
import Timers
import Training

/// What the store's thread reports.
public enum StoreEvent: Hashable, Sendable {
  /// This record is committed durably.
  case saved(UUID)
  /// This record is committed as withdrawn.
  case withdrawn(UUID)
  /// This change of the workout with this id, and all before it, are committed durably. `change` is the number it was handed
  /// over with.
  case savedWorkout(UUID, change: Int)
  /// Records wait because writing fails; `reason` is the system's or SQLite's own words.
  case failing(reason: String)
  /// Writing works again and nothing waits any more.
  case recovered
}

/// How a store ended.
public enum StoreClosure: Hashable, Sendable {
  /// Everything was written.
  case complete
  /// These could not be written in time; they are in the rescue file if one could be made.
  case unsaved(count: Int, rescueFile: String?)
}

/// Where answers are kept: the live part is `SQLiteStore`, the one for tests `InMemoryStore`.
///
/// `save` and `withdraw` hand over and return at once; order is kept; failures are retried until `close`.
public protocol RecordStore: Sendable {
  /// Reports through `report`, which must not block. Loop thread, once.
  func start(report: @escaping @Sendable (StoreEvent) -> Void)
  /// Hands over a record. Never waits. Loop thread.
  func save(_ record: ExerciseRecord)
  /// Marks a comparison, saved or still waiting, as withdrawn. Never waits. Loop thread.
  func withdraw(_ id: UUID)
  /// Remembers where a controller's split stands, by the key it is known by across replugging. Never waits; kept as well
  /// as can be, as it is quickly set again. Loop thread.
  func rememberSplit(_ note: Int, for controller: String)
  /// Hands over a change of the workout `id`, in one order with the records. `number` is its own, for `savedWorkout`. Never
  /// waits. Loop thread.
  func save(_ change: WorkoutChange, of id: UUID, number: Int)
  /// Remembers what timers of this kind were set to last. Never waits; kept as well as can be. Loop thread.
  func remember(_ configuration: TimerConfiguration)
  /// Writes what waits, at most until `limit` has passed, then a rescue file. Loop thread.
  func close(within limit: Duration) -> StoreClosure
}
