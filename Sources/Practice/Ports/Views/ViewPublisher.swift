import Synchronization

/// The newest view state, for any number of surfaces. Older states are dropped: a slow surface never holds up the loop.
public final class ViewPublisher: Sendable {
  private struct Shared {
    var state = ViewState()
    var observers: [@Sendable () -> Void] = []
  }

  private let shared = Mutex(Shared())

  /// A publisher at the hub.
  public init() {}

  /// The newest state. Any thread.
  public var state: ViewState { shared.withLock { $0.state } }

  /// Calls `changed` after every change, on the loop's thread: it must only ring something (an eventfd) and return.
  public func observe(_ changed: @escaping @Sendable () -> Void) {
    shared.withLock { $0.observers.append(changed) }
  }

  /// Replaces the state and tells the observers if it differs. Loop thread.
  package func publish(_ state: ViewState) {
    let observers: [@Sendable () -> Void] = shared.withLock {
      guard $0.state != state else { return [] }
      $0.state = state
      return $0.observers
    }
    for changed in observers { changed() }
  }
}
