import Dispatch
import Time

/// An end that happens once and can be waited for, with a timeout. Any thread that may block.
struct Ended: Sendable {
  private let semaphore = DispatchSemaphore(value: 0)

  /// Signals the end.
  func signal() { semaphore.signal() }

  /// Waits until it has ended, up to `limit`.
  func wait(for limit: Duration) {
    if semaphore.wait(timeout: .now() + .nanoseconds(Int(limit.nanoseconds))) == .success { semaphore.signal() }
  }
}
