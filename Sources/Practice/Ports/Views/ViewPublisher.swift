import Synchronization

/// The latest view state, for any number of surfaces. Older states are dropped, so a slow surface never delays the
/// loop.
public final class ViewPublisher: Sendable {
  private struct Shared {
    var state = ViewState()
    var version = 0
    var observers: [@Sendable () -> Void] = []
    /// Calls to make once the state has a version.
    var expected: [(version: Int, call: @Sendable () -> Void)] = []
  }

  private let shared = Mutex(Shared())

  /// Creates a publisher at the hub.
  public init() {}

  /// The latest state. Any thread.
  public var state: ViewState { shared.withLock { $0.state } }

  /// The latest state and its version: the number of inputs it includes, as counted by the mailbox. Any thread.
  public var newest: (state: ViewState, version: Int) { shared.withLock { ($0.state, $0.version) } }

  /// Calls `included` once the state has `version`, even if it does not change: at once, or on the loop's thread, where
  /// it must only signal and return.
  public func expect(_ version: Int, _ included: @escaping @Sendable () -> Void) {
    let isThere = shared.withLock {
      guard $0.version < version else { return true }
      $0.expected.append((version, included))
      return false
    }
    if isThere { included() }
  }

  /// Calls `changed` after every change, on the loop's thread: it must only signal (an eventfd) and return.
  public func observe(_ changed: @escaping @Sendable () -> Void) {
    shared.withLock { $0.observers.append(changed) }
  }

  /// Replaces the state and notifies the observers if it differs. Loop thread.
  package func publish(_ state: ViewState) {
    let observers: [@Sendable () -> Void] = shared.withLock {
      guard $0.state != state else { return [] }
      $0.state = state
      return $0.observers
    }
    for changed in observers { changed() }
  }

  /// Records that the state includes the first `version` inputs. Loop thread, after their last change was published.
  package func include(_ version: Int) {
    let due: [@Sendable () -> Void] = shared.withLock {
      $0.version = version
      guard !$0.expected.isEmpty else { return [] }
      let due = $0.expected.filter { $0.version <= version }
      $0.expected.removeAll { $0.version <= version }
      return due.map(\.call)
    }
    for included in due { included() }
  }
}
