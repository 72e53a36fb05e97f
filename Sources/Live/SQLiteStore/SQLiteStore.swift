import Foundation
import GRDB
import Linux
import Ports
import Synchronization
import Time
import Timers
import Training

/// The events of opening the database that the player should know, once.
public struct StoreOpening: Hashable, Sendable {
  /// The backup made before a migration.
  public var backup: String?
  /// Rescue files of earlier runs whose answers are now in the database. The files are deleted.
  public var adopted: [String]
  /// Rescue files that could not be imported completely. They are not moved.
  public var left: [String]
  /// Unreadable folders that may hold such files, each with its errno.
  public var unread: [String: Int32] = [:]
  /// The file system has no shared memory: no other program can read the database while it is open.
  public var isExclusive = false
}

/// Answers in an SQLite database.
///
/// `save` and `withdraw` append to a queue; the store's thread commits it in order, several changes at a time if they
/// are waiting, and reports `saved` only after a commit that survives a power cut (write-ahead log, or rollback journal
/// without shared memory; `synchronous=FULL`). If writing fails, it reports that once, retries at growing intervals,
/// and reports when the queue is empty again. `close` must be called: changes it cannot write in time go to a rescue
/// file, which the next start imports.
public final class SQLiteStore: RecordStore {
  /// The events of opening.
  public let opening: StoreOpening
  /// The absolute path of the database.
  public let path: String

  /// The open database, for reading and for tests that make it fail.
  package let database: any DatabaseWriter
  private let file: FileIdentity
  /// The copy that is read in place of the database.
  private let copy: DatabaseCopy?
  let options: StoreOptions
  private let life = Mutex(Life())
  /// Distinguishes changes of workouts of this run from those of other runs.
  private let writer = UUID()

  /// Values set once each, at the start and at the end.
  private struct Life {
    var worker: StoreWorker?
    /// Changes queued before `start`.
    var early: [StoreChange] = []
    var closure: StoreClosure?
    /// The number of queued changes of workouts.
    var workoutChanges = 0
  }

  /// Opens the database at `path`, creating it and its folder if necessary; copies and then migrates it if it is of an
  /// earlier version; imports rescue files. Blocks while the disk does. Any thread but the loop's.
  public convenience init(path: String) throws(StoreFailure) {
    try self.init(path: path, options: StoreOptions())
  }

  /// Opens the store at `path` for reading: if nothing can be written there, it reads a temporary copy, without the
  /// contents of rescue files. Blocks while the disk does. Any thread but the loop's.
  public static func forReading(path: String) throws(StoreFailure) -> SQLiteStore {
    do throws(StoreFailure) {
      return try SQLiteStore(path: path)
    } catch {
      // Without a database there is nothing to read, and the copy would be another file.
      guard error.allowsReading, access(path, R_OK) == 0, let copy = try? DatabaseCopy(of: path),
        let file = try? FileIdentity(copy.path)
      else { throw error }
      return try SQLiteStore(path: path, copy, file)
    }
  }

  private init(path: String, _ copy: DatabaseCopy, _ file: FileIdentity) throws(StoreFailure) {
    (self.path, self.copy, self.file) = (path, copy, file)
    options = StoreOptions()
    opening = StoreOpening(adopted: [], left: [])
    database = try DatabaseOpening(path: copy.path, options: options).open().database
  }

  /// The same, with options for tests.
  package init(path: String, options: StoreOptions) throws(StoreFailure) {
    let path = URL(fileURLWithPath: path).standardizedFileURL.path
    let (database, isExclusive, backup) = try DatabaseOpening(path: path, options: options).open()
    do throws(SystemFailure) {
      file = try FileIdentity(path)
    } catch {
      throw StoreFailure(error, path: path)
    }
    let folders = RescueFile.folders(database: path, others: options.rescueFolders)
    let (adopted, left, unread) = RescueAdoption(database: database, path: path, folders: folders).run()
    copy = nil
    opening = StoreOpening(backup: backup, adopted: adopted, left: left, unread: unread, isExclusive: isExclusive)
    self.path = path
    self.options = options
    self.database = database
  }

  /// Returns whether files called `name` hold answers that could not be written to a database.
  public static func isRescueFile(named name: String) -> Bool { RescueFile.isOne(name) }

  deinit {
    // The thread is abandoned; without this it would wait for changes forever.
    life.withLock { $0.worker }?.shared.change { state in
      if state.phase == .open || state.phase == .closing { state.phase = .abandoned }
    }
  }

  /// Starts the store's thread; `report` is called on it and must not block. Loop thread, once.
  public func start(report: @escaping @Sendable (StoreEvent) -> Void) {
    let worker = life.withLock { life -> StoreWorker? in
      guard life.worker == nil, life.closure == nil else { return nil }
      let worker = StoreWorker(database: database, file: file, options: options, report: report)
      worker.shared.change { $0.waiting = life.early }
      life.early = []
      life.worker = worker
      return worker
    }
    guard let worker else { return }
    PlainThread.start(name: "store") { worker.run() }
  }

  /// Queues a record. Never waits for the disk. Loop thread.
  public func save(_ record: ExerciseRecord) { add(.save(record)) }

  /// Marks an answer, saved or still waiting, as withdrawn. Never waits for the disk. Loop thread.
  public func withdraw(_ id: UUID) { add(.withdraw(id)) }

  /// Queues a change of the workout `id`, in one order with the records; `savedWorkout` reports `number`. A change of a
  /// missing workout is dropped without a report. Never waits for the disk. Loop thread.
  public func save(_ change: WorkoutChange, of id: UUID, number: Int) {
    let place = life.withLock { life in
      life.workoutChanges += 1
      return life.workoutChanges
    }
    add(.workout(WorkoutEntry(workout: id, writer: writer, place: place, number: number, change: change)))
  }

  private func add(_ change: StoreChange) {
    life.withLock { life in
      if let worker = life.worker {
        worker.shared.change { $0.waiting.append(change) }
      } else {
        life.early.append(change)
      }
    }
  }

  /// The time for each possible folder of a rescue file: a folder on a memory card or a busy disk takes seconds to sync
  /// 400 answers, and abandoned answers are lost.
  private static let folderLimit = Duration.seconds(3)

  /// The time `close` may need for a rescue file in addition to its limit: there are three possible folders.
  public static let rescueLimit = folderLimit * 3

  /// Writes queued changes, until `limit` has passed at the latest; the rest goes to a rescue file, which takes up to
  /// `rescueLimit` more. Loop thread.
  public func close(within limit: Duration) -> StoreClosure {
    let deadline = SystemTime().now() + limit
    start { _ in }
    let (worker, earlier) = life.withLock { ($0.worker, $0.closure) }
    if let earlier { return earlier }
    guard let worker else { return .complete }
    worker.shared.change { $0.phase = .closing }
    let ended: Bool? = worker.shared.wait(until: deadline) { $0.phase == .ended ? true : nil }
    let unsaved = worker.shared.change { state -> [StoreChange] in
      if ended == nil { state.phase = .abandoned }
      return state.refused + state.waiting
    }
    let closure = rescue(unsaved)
    life.withLock { $0.closure = closure }
    return closure
  }

  private func rescue(_ changes: [StoreChange]) -> StoreClosure {
    guard !changes.isEmpty else { return .complete }
    let lines = RescueFile.lines(changes)
    for folder in RescueFile.folders(database: path, others: options.rescueFolders) {
      // The failing disk may hold that folder: a write to it can hang forever.
      let file = BlockingThread.result(name: "rescue", within: Self.folderLimit) { [path] in
        try? RescueFile.write(lines, database: path, folder: folder)
      }
      if let file { return .unsaved(count: lines.count, rescueFile: file) }
    }
    return .unsaved(count: lines.count, rescueFile: nil)
  }
}

extension SQLiteStore {
  /// Returns the newest `count` records of a kind that were not withdrawn, oldest of them first. Blocks; any thread but
  /// the loop's.
  public func lastRecords<Record: ListedRecord>(_ count: Int) throws(StoreFailure) -> [Record] {
    do {
      return try database.read { try $0.newest(count) }
    } catch {
      throw StoreFailure(error, path: path)
    }
  }

  /// Returns `record`, or throws the reason if it is nil: the row with this id holds a value that no version of Peach
  /// wrote.
  func known<Record>(_ record: Record?, id: String) throws(StoreFailure) -> Record {
    guard let record else { throw .corrupt(path: path, reason: "record \(id)") }
    return record
  }
}
