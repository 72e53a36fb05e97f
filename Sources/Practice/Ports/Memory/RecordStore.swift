import Foundation
import Timers
import Training

/// A report of the store's thread.
public enum StoreEvent: Hashable, Sendable {
  /// This record is saved durably.
  case saved(UUID)
  /// This record is saved as withdrawn.
  case withdrawn(UUID)
  /// This change of this workout, and all before it, are saved durably. `change` is the number passed to `save`.
  case savedWorkout(UUID, change: Int)
  /// Records are waiting because writing fails; `reason` is the message of the system or of SQLite.
  case failing(reason: String)
  /// Writing works again and no records are waiting.
  case recovered
}

/// The outcome of closing a store.
public enum StoreClosure: Hashable, Sendable {
  /// Everything was written.
  case complete
  /// This many records could not be written in time; they are in the rescue file if one could be made.
  case unsaved(count: Int, rescueFile: String?)
}

/// The store of answers. The live part is `SQLiteStore`; tests use `InMemoryStore`.
///
/// `save` and `withdraw` enqueue and return at once; order is kept; failures are retried until `close`.
public protocol RecordStore: Sendable {
  /// Starts the store. Calls `report`, which must not block. Loop thread, once.
  func start(report: @escaping @Sendable (StoreEvent) -> Void)
  /// Enqueues a record. Never waits. Loop thread.
  func save(_ record: ExerciseRecord)
  /// Marks a comparison, saved or still queued, as withdrawn. Never waits. Loop thread.
  func withdraw(_ id: UUID)
  /// Remembers a controller's split by a key that survives replugging. Never waits; best effort, because a split is
  /// quickly set again. Loop thread.
  func rememberSplit(_ note: Int, for controller: String)
  /// Enqueues a change of the workout `id`, in order with the records. `number` identifies it in `savedWorkout`. Never
  /// waits. Loop thread.
  func save(_ change: WorkoutChange, of id: UUID, number: Int)
  /// Remembers the last configuration of this kind of timer. Never waits; best effort. Loop thread.
  func remember(_ configuration: TimerConfiguration)
  /// Writes all queued records, up to `limit`, then a rescue file for the rest. Loop thread.
  func close(within limit: Duration) -> StoreClosure
}
