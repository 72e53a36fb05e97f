import Foundation
import Ports
import TestSupport
import Time

@testable import JACKOutput

/// Collects an output's reports, and waits for expected ones.
final class StatusLog: Sendable {
  private let condition = NSCondition()
  // Guarded by `condition`.
  nonisolated(unsafe) private var entries: [(status: SoundStatus, time: MonotonicTime)] = []

  /// For `start(report:)`.
  func append(_ status: SoundStatus) {
    condition.withLock {
      entries.append((status, SystemTime().now()))
      condition.broadcast()
    }
  }

  /// All so far.
  var statuses: [SoundStatus] { condition.withLock { entries.map(\.status) } }

  /// The first status from the `skip`th on that `matches`, and when it came; nil after `limit` seconds without.
  func wait(
    skipping skip: Int = 0, within limit: Double = 30, for matches: (SoundStatus) -> Bool
  ) -> (status: SoundStatus, time: MonotonicTime, next: Int)? {
    let deadline = Date(timeIntervalSinceNow: limit)
    condition.lock()
    defer { condition.unlock() }
    while true {
      if let index = entries.indices.dropFirst(skip).first(where: { matches(entries[$0].status) }) {
        return (entries[index].status, entries[index].time, index + 1)
      }
      if !condition.wait(until: deadline) { return nil }
    }
  }
}

extension SoundStatus {
  /// The description, if this is `ready`.
  var ready: SoundDescription? { if case .ready(let description) = self { description } else { nil } }
  /// The description, if this is `changed`.
  var changed: SoundDescription? { if case .changed(let description) = self { description } else { nil } }
  /// The failure, if this is `failed`.
  var failure: SoundFailure? { if case .failed(let failure, _) = self { failure } else { nil } }
}

/// What the process holds in memory.
func residentMegabytes() -> Int {
  let fields = String(decoding: FileManager.default.contents(atPath: "/proc/self/statm") ?? Data(), as: UTF8.self)
    .split(separator: " ")
  return (fields.dropFirst().first.flatMap { Int($0) } ?? 0) * Int(getpagesize()) / 1_000_000
}

/// Fails and ends the whole run if a test does not finish: a thread stuck in a server's call cannot be interrupted.
final class TestDeadline: Sendable {
  private let isOver = DispatchSemaphore(value: 0)

  /// Longer than any state is awaited, by `extra` for what takes its time; waiting for this run's turn does not count.
  init(beyond extra: Duration = .zero, _ name: String = #function) {
    TestJackd.takeTurn()
    let seconds = Int((testLimit * 3 + extra).components.seconds)
    Thread.detachNewThread { [isOver] in
      guard isOver.wait(timeout: .now() + .seconds(seconds)) == .timedOut else { return }
      FileHandle.standardError.write(Data("\(name) is stuck after \(seconds) s\n".utf8))
      abort()
    }
  }

  deinit { isOver.signal() }
}
