import Foundation
import GRDB
import Glibc
import Pitch
import Practice
import TestSupport
import Time
import Training

@testable import SQLiteStore

/// A folder of its own for each test, removed with its owner.
final class ScratchFolder {
  let path: String

  init() throws {
    path = FileManager.default.temporaryDirectory.path + "/peach-store-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  var database: String { path + "/data/peach.sqlite" }

  /// Rescue files of tests stay in the scratch folder.
  var options: StoreOptions {
    var options = StoreOptions()
    options.rescueFolders = [path + "/state"]
    options.firstPause = .milliseconds(10)
    options.longestPause = .milliseconds(20)
    return options
  }

  func open(_ change: (inout StoreOptions) -> Void = { _ in }) throws(StoreFailure) -> SQLiteStore {
    var options = options
    change(&options)
    return try SQLiteStore(path: database, options: options)
  }

  /// The names in the database's folder, sorted.
  func names(_ folder: String = "data") throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: path + "/" + folder).sorted()
  }
}

/// What a store reported, in order, each with its time.
final class Reports: Sendable {
  private let events = Monitor<[(event: StoreEvent, at: MonotonicTime)]>([])

  var report: @Sendable (StoreEvent) -> Void {
    { [events] event in events.change { $0.append((event, SystemTime().now())) } }
  }

  var all: [StoreEvent] { events.change { $0.map(\.event) } }

  /// Waits, at most ten seconds, until there are `count` reports; gives what there is.
  func first(_ count: Int) -> [StoreEvent] { timed(count).map(\.event) }

  /// The same with the times.
  func timed(_ count: Int) -> [(event: StoreEvent, at: MonotonicTime)] {
    events.wait(until: SystemTime().now() + .seconds(10)) { $0.count >= count ? $0 : nil } ?? events.change { $0 }
  }

  /// Waits, at most ten seconds, until failing was reported.
  func waitForFailing() -> Bool {
    events.wait(until: SystemTime().now() + .seconds(10)) { $0.contains(where: \.event.isFailing) ? true : nil }
      ?? false
  }
}

/// Records that differ in everything. Their times are whole milliseconds, as that is what is kept.
func records(_ count: Int, seed: UInt64 = 1) throws -> [ComparisonRecord] {
  var random = SplitMix64(seed: seed)
  struct Impossible: Error {}
  func pick<Value>(_ values: [Value]) throws -> Value {
    guard let value = values.randomElement(using: &random) else { throw Impossible() }
    return value
  }
  return try (1...count).map { index in
    guard let reference = Note(.random(in: 0...127, using: &random)),
      let target = Note(.random(in: 0...127, using: &random)),
      let interval = DirectedInterval(semitones: .random(in: -12...12, using: &random))
    else { throw Impossible() }
    let exercise = ComparisonExercise(
      epoch: Epoch(.random(in: 0 ... .max, using: &random)), index: index,
      mode: try pick([.comparison, .intervalComparison]), reference: reference,
      referenceHertz: Hertz(.random(in: 8...13000, using: &random)), target: target,
      offset: Cents(.random(in: 0.01...200, using: &random) * (Bool.random(using: &random) ? 1 : -1)),
      targetHertz: Hertz(.random(in: 8...13000, using: &random)), interval: interval,
      loudnessOffset: .random(in: -10...10, using: &random))
    return ComparisonRecord(
      id: UUID(),
      time: Date(timeIntervalSince1970: Double(Int.random(in: 0...4_000_000_000_000, using: &random)) / 1000),
      exercise: exercise, tuning: try pick(["equal", "just", "Vallotti's \"own\" – ½"]),
      concertPitch: Hertz(.random(in: 380...500, using: &random)), noteDuration: .random(in: 0.3...3, using: &random),
      noteGap: .random(in: 0...5, using: &random), strategy: try pick(["kazez", "edge"]),
      answer: try pick(Answer.allCases), correct: .random(using: &random),
      responseTime: .random(in: 0...30, using: &random), controller: try pick([nil, "LPD8", "Überklavier 🎹"]),
      source: try pick(InputSource.allCases), playbackLatency: .random(in: 0...0.1, using: &random),
      withdrawn: .random(using: &random))
  }
}

/// The records in a store, in its order.
func stored(_ store: SQLiteStore, includingWithdrawn: Bool = true) throws -> [ComparisonRecord] {
  var found: [ComparisonRecord] = []
  try store.readRecords(includingWithdrawn: includingWithdrawn) {
    found.append($0)
    return true
  }
  return found
}

/// Holds commits up, or lets them fail, inside SQLite's own commit hook.
final class CommitFault: TransactionObserver, Sendable {
  private let delay: Duration
  private let failures: Monitor<Int>

  init(delay: Duration = .zero, failures: Int = 0) {
    self.delay = delay
    self.failures = Monitor(failures)
  }

  func observes(eventsOfKind eventKind: DatabaseEventKind) -> Bool { true }
  func databaseDidChange(with event: DatabaseEvent) {}
  func databaseDidCommit(_ db: Database) {}
  func databaseDidRollback(_ db: Database) {}

  func databaseWillCommit() throws {
    usleep(UInt32(delay.nanoseconds / 1000))
    let fails = failures.change { left -> Bool in
      left -= 1
      return left >= 0
    }
    if fails { throw DatabaseError(resultCode: .SQLITE_IOERR, message: "disk I/O error") }
  }
}
