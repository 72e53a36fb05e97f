import Foundation
import GRDB
import Glibc
import Linux
import Ports
import Time

/// The store's thread: takes changes in their order, commits them, and retries if that fails.
///
/// The loop's thread holds the monitor only for the length of an append.
final class StoreWorker: Sendable {
  /// The state shared by the loop's thread and the store's.
  struct State: Sendable {
    /// Queued and uncommitted changes, oldest first. Those being written stay here until their commit has returned.
    var waiting: [StoreChange] = []
    /// Changes that no retry will store.
    var refused: [StoreChange] = []
    var phase = Phase.open
    /// A wait between two attempts was cut short because the store closes.
    var hurried = false
  }

  enum Phase: Sendable {
    /// Accepts changes.
    case open
    /// Accepts no more changes; the thread writes the queue, then closes the database.
    case closing
    /// The thread is abandoned; its queue belongs to the caller of `close`.
    case abandoned
    /// The thread has ended.
    case ended
  }

  private enum Step {
    case write([StoreChange])
    case stop
  }

  let shared = Monitor(State())
  private let database: any DatabaseWriter
  private let file: FileIdentity
  private let options: StoreOptions
  private let report: @Sendable (StoreEvent) -> Void

  init(
    database: any DatabaseWriter, file: FileIdentity, options: StoreOptions,
    report: @escaping @Sendable (StoreEvent) -> Void
  ) {
    self.database = database
    self.file = file
    self.options = options
    self.report = report
  }

  /// Runs the thread.
  func run() {
    var pause: Duration?  // while failing: how long the next wait between two attempts is
    var retryAt: MonotonicTime?
    var toldFailing = false
    var keeper = ProfileKeeper(database: database, file: file, options: options)
    while case .write(let changes) = nextStep(retryAt: retryAt) {
      do {
        try file.check()
        let written = try database.write(changes)
        pause = nil
        retryAt = nil
        let isEmpty = forget(changes, refused: written.refused.map(\.0))
        for event in written.events { report(event) }
        if let reason = written.refused.first?.reason, !toldFailing {
          toldFailing = true
          report(.failing(reason: reason))
        } else if toldFailing, isEmpty {
          toldFailing = false
          report(.recovered)
        }
        keeper.saved(written.records)
        // Answers come first.
        if keeper.isDue, shared.change({ $0.waiting.isEmpty }) { keeper.keep() }
      } catch {
        let wait = pause ?? options.firstPause
        pause = min(wait * 2, options.longestPause)
        retryAt = SystemTime().now() + wait
        if !toldFailing {
          toldFailing = true
          report(.failing(reason: Self.words(error)))
        }
      }
    }
    if shared.change({ $0.phase != .abandoned }) { keeper.keep() }
    // The last connection to close checkpoints the log into the database and removes it, which a reader cannot: readers
    // close first. Otherwise the next opening does it.
    (database as? DatabasePool)?.invalidateReadOnlyConnections()
    try? database.close()
    shared.change { $0.phase = .ended }
  }

  /// Waits for the next step. Between two attempts only closing cuts the wait short, once.
  private func nextStep(retryAt: MonotonicTime?) -> Step {
    func next(_ state: inout State) -> Step? {
      if state.phase == .abandoned { return .stop }
      if !state.waiting.isEmpty { return .write(Array(state.waiting.prefix(options.batch))) }
      return state.phase == .closing ? .stop : nil
    }
    guard let retryAt else {
      // Without a deadline only a step ends the wait.
      return shared.wait(until: nil, for: next) ?? .stop
    }
    let early = shared.wait(until: retryAt) { state -> Step? in
      if state.phase == .abandoned { return .stop }
      guard state.phase == .closing, !state.hurried else { return nil }
      state.hurried = true
      return next(&state)
    }
    return early ?? shared.wait(until: nil, for: next) ?? .stop
  }

  /// Removes committed and refused changes from the queue; returns true if every change so far is stored.
  private func forget(_ changes: [StoreChange], refused: [StoreChange]) -> Bool {
    shared.change { state in
      // Abandoned: the closing thread has written the queue, including this, to a rescue file. Having both is harmless.
      guard state.phase != .abandoned else { return false }
      state.waiting.removeFirst(changes.count)
      state.refused += refused
      return state.waiting.isEmpty && state.refused.isEmpty
    }
  }

  private static func words(_ error: any Error) -> String {
    switch error {
    case let error as DatabaseError: error.plainReason
    case let error as SystemFailure: error.words
    default: String(describing: error)
    }
  }
}

/// The identity of the file at a path when it was opened. SQLite keeps writing into a file that was deleted or replaced
/// in the meantime, and would report lost answers as saved.
struct FileIdentity: Sendable {
  private let path: String
  private let device: dev_t
  private let number: ino_t

  init(_ path: String) throws(SystemFailure) {
    var status = stat()
    try SystemFailure.check(stat(path, &status))
    self.path = path
    device = status.st_dev
    number = status.st_ino
  }

  /// Throws if the path now refers to another file or none.
  func check() throws(SystemFailure) {
    var status = stat()
    try SystemFailure.check(stat(path, &status))
    guard status.st_dev == device, status.st_ino == number else {
      throw SystemFailure(code: ESTALE)
    }
  }
}
