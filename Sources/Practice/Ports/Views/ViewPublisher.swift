import Synchronization

/// The latest view state, for any number of surfaces. Older states are dropped, so a slow surface never delays the
/// loop.
public final class ViewPublisher: Sendable {
  private struct Shared {
    var state = ViewState()
    var observers: [@Sendable () -> Void] = []
  }

  private let shared = Mutex(Shared())

  /// Creates a publisher at the hub.
  public init() {}

  /// The latest state. Any thread.
  public var state: ViewState { shared.withLock { $0.state } }

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
}
