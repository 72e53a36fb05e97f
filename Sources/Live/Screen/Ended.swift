import Dispatch
import Time

/// Something that ends once, and whoever waits for it, for a while. Any thread that may block.
struct Ended: Sendable {
  private let semaphore = DispatchSemaphore(value: 0)

  /// It has ended.
  func signal() { semaphore.signal() }

  /// Waits until it has, at most for `limit`.
  func wait(for limit: Duration) {
    if semaphore.wait(timeout: .now() + .nanoseconds(Int(limit.nanoseconds))) == .success { semaphore.signal() }
  }
}
