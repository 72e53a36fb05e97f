import NIOCore
import Ports
import Synchronization
import Time

/// One open connection, and its used budget. Any thread.
final class Connection: Sendable {
  private struct State {
    var progress: RequestProgress
    var budget: RequestBudget
    var isEnding = false
    var isInboundEnded = false
    var onInboundEnd: (@Sendable () -> Void)?
  }

  let channel: any Channel
  private let time: any TimeSource
  private let state: Mutex<State>

  init(_ channel: any Channel, limits: ScreenLimits, time: any TimeSource) {
    self.channel = channel
    self.time = time
    state = Mutex(
      State(
        progress: RequestProgress(limits, at: time.now()),
        budget: RequestBudget(rate: limits.requestsPerConnection, most: limits.requestsAtOnce)))
  }

  /// Updates the progress of requests.
  func withProgress<Result>(_ body: (inout RequestProgress, MonotonicTime) -> sending Result) -> sending Result {
    let now = time.now()
    return state.withLock { body(&$0.progress, now) }
  }

  /// The current time of its clock.
  var now: MonotonicTime { time.now() }

  /// The time by which bytes must arrive, or it is closed; nil while it waits for a response.
  var due: MonotonicTime? { state.withLock { $0.progress.due } }

  /// The start of the idle time; nil while it waits for a response. A connection that is ending has always been idle.
  var quietSince: MonotonicTime? {
    state.withLock { state in
      if state.isEnding { return MonotonicTime(nanoseconds: .min) }
      return state.progress.isAnswering ? nil : state.progress.lastActive
    }
  }

  /// Whether a request's headers have arrived and its response is not complete.
  var hasUnanswered: Bool { state.withLock { $0.progress.unanswered > 0 } }

  /// Takes one request from its own budget.
  func takeRequest() -> Bool {
    let now = time.now()
    return state.withLock { $0.budget.take(at: now) }
  }

  /// Calls `action` when the client has finished sending, at once if it already has; nil removes the previous action.
  /// Event loop.
  func onInboundEnd(_ action: (@Sendable () -> Void)?) {
    let isEnded = state.withLock { state in
      state.onInboundEnd = state.isInboundEnded ? nil : action
      return state.isInboundEnded
    }
    if isEnded { action?() }
  }

  /// Records that its client has finished sending.
  func inboundEnded() {
    let action = state.withLock { state in
      state.isInboundEnded = true
      defer { state.onInboundEnd = nil }
      return state.onInboundEnd
    }
    action?()
  }

  /// Whether further input is ignored.
  var isEnding: Bool {
    get { state.withLock { $0.isEnding } }
    set { state.withLock { $0.isEnding = newValue } }
  }
}

/// All open connections. Any thread.
final class Connections: Sendable {
  private struct Shared {
    var open: [ObjectIdentifier: Connection] = [:]
    var budget: RequestBudget
    var isClosed = false
  }

  private let limits: ScreenLimits
  private let time: any TimeSource
  private let shared: Mutex<Shared>

  init(limits: ScreenLimits, time: any TimeSource) {
    self.limits = limits
    self.time = time
    shared = Mutex(Shared(budget: RequestBudget(rate: limits.requests)))
  }

  /// The number of open connections.
  var count: Int { shared.withLock { $0.open.count } }

  /// Adds `connection`. If there are too many, the one idle for longest is closed; returns false if none is idle, and
  /// the new one is not added.
  func add(_ connection: Connection) -> Bool {
    let (isIn, leaving): (Bool, Connection?) = shared.withLock { shared in
      guard !shared.isClosed else { return (false, nil) }
      var leaving: Connection?
      if shared.open.count >= limits.connections {
        let quiet = shared.open.compactMap { id, connection in connection.quietSince.map { (id, $0) } }
        guard let longest = quiet.min(by: { $0.1 < $1.1 }) else { return (false, nil) }
        leaving = shared.open.removeValue(forKey: longest.0)
      }
      shared.open[ObjectIdentifier(connection)] = connection
      return (true, leaving)
    }
    leaving?.isEnding = true
    leaving?.channel.close(promise: nil)
    return isIn
  }

  /// Removes a closed `connection`.
  func remove(_ connection: Connection) {
    connection.isEnding = true
    shared.withLock { $0.open[ObjectIdentifier(connection)] = nil }
  }

  /// Returns whether one more request may be made on `connection`: each has a separate budget, so that a flood on one
  /// does not affect the others.
  func takeRequest(on connection: Connection) -> Bool {
    if connection.takeRequest() { return true }
    let now = time.now()
    return shared.withLock { $0.budget.take(at: now) }
  }

  /// Closes all of them, and every later one.
  func close() {
    let all = shared.withLock { shared in
      shared.isClosed = true
      return Array(shared.open.values)
    }
    for connection in all { connection.channel.close(promise: nil) }
  }
}
