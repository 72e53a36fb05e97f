import CRealtime
import Glibc

/// Wakes one thread from any other: an eventfd in non-blocking mode. It may be rung any number of times until it is
/// cleared.
package final class EventFD: Sendable {
  /// The descriptor to poll for reading; a negated errno if the process had none left. Ringing then does nothing.
  package let descriptor: Int32

  /// Creates a waker that has not been rung.
  package init() { descriptor = wake_create() }

  deinit { if isUsable { Glibc.close(descriptor) } }

  /// Whether there is a descriptor.
  package var isUsable: Bool { descriptor >= 0 }

  /// Makes the descriptor readable. Any thread; never waits.
  package func ring() { Self.ring(descriptor) }

  /// Makes the descriptor unreadable until the next ring; returns whether it was rung. Never waits.
  @discardableResult
  package func clear() -> Bool { Self.clear(descriptor) }

  /// Does the same as `ring`, for a descriptor alone. Async-signal-safe, except for errno.
  package static func ring(_ descriptor: Int32) { realtime_wake(descriptor) }

  /// Does the same as `clear`, for a descriptor alone.
  @discardableResult
  package static func clear(_ descriptor: Int32) -> Bool { wake_clear(descriptor) > 0 }
}
