import GRDB
import Linux
import Training

/// Learns the rows of a merge on a separate thread while they are being added, to save time afterwards: of a million
/// records, learning takes half as long as storing them.
///
/// It starts from the snapshot, and stores its own in the merge's transaction. If learned rows are changed or
/// reordered, the result is discarded, and everything is learned again, as after any such change. Used by the thread of
/// the merge.
final class LearningAhead {
  /// Rows per batch, and the number of batches before the merge waits for the thread.
  private static let batch = 256
  private static let mostWaiting = 8

  /// An added row, with its number.
  private typealias Added = (record: ExerciseRecord, number: Int64)

  /// The next action of the thread.
  private enum Next {
    case learn([Added])
    case end
  }

  private struct State {
    var waiting: [[Added]] = []
    var isOver = false
    /// The result of learning all rows, once available.
    var learned: LearnedProfile?
  }

  private let state = Monitor(State())
  private var batch: [Added] = []
  /// The newest row of each kind that can be withdrawn, learned once there is a newer one, as in
  /// `LearnedProfile.newestSettled`.
  private var unsettled: [Discipline: Added] = [:]
  /// Whether a row was added that teaches.
  private var hasAdded = false

  /// Starts from the snapshot in the database, or from nothing if everything will be replaced. Nil if too many rows are
  /// missing from a snapshot, or no thread can be started.
  init?(_ db: Database, replacing: Bool, options: StoreOptions) throws {
    var learned = LearnedProfile()
    if !replacing {
      learned = try LearnedProfile(keptIn: db)
      let end = try LearnedProfile.newest(db)
      guard learned.place.distance(to: end) <= options.learningStep else { return nil }
      try learned.learn(to: LearnedProfile.newestSettled(db), db)
      for discipline in Discipline.teaching where learned.place[discipline] < end[discipline] {
        unsettled[discipline] = try Self.row(discipline.records, end[discipline], db)
      }
    }
    let beginning = learned
    guard PlainThread.start(name: "learning", { [state] in Self.run(state, from: beginning) }) else { return nil }
  }

  /// Returns the row with this number; nil if this version cannot read it.
  private static func row<Record: ListedRecord>(_: Record.Type, _ number: Int64, _ db: Database) throws -> Added? {
    let row = try StoredRecords<Record>(db, "WHERE number = ?", [number]).next()
    return row?.record.map { ($0.asExerciseRecord, number) }
  }

  deinit { state.change { $0.isOver = true } }

  private static func run(_ state: Monitor<State>, from beginning: LearnedProfile) {
    var learned = beginning
    while case .learn(let rows) = state.wait(
      until: nil,
      for: { state -> Next? in
        if !state.waiting.isEmpty { return .learn(state.waiting.removeFirst()) }
        return state.isOver ? .end : nil
      })
    {
      // Signals free space.
      state.change { _ in }
      for row in rows { learned.learn(row.record, row.number) }
    }
    state.change { $0.learned = learned }
  }

  /// Queues `record`, which was added as `number`, for learning.
  func add(_ record: ExerciseRecord, _ number: Int64) {
    guard record.discipline.teaches else { return }
    hasAdded = true
    guard record.discipline.records.canBeWithdrawn else { return add((record, number)) }
    if let older = unsettled.updateValue((record, number), forKey: record.discipline) { add(older) }
  }

  private func add(_ row: Added) {
    batch.append(row)
    if batch.count == Self.batch { send() }
  }

  private func send() {
    let rows = batch
    batch = []
    state.wait(until: nil) { $0.waiting.count < Self.mostWaiting ? () : nil }
    state.change { $0.waiting.append(rows) }
  }

  /// Waits until everything added is learned, and returns the result. Nil if nothing was added.
  func end() -> LearnedProfile? {
    guard hasAdded else { return nil }
    send()
    state.change { $0.isOver = true }
    return state.wait(until: nil) { $0.learned }
  }
}
