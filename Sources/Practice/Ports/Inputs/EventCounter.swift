import CLinux
import Glibc

/// An eventfd in non-blocking mode: rung by any thread, awaited by one.
package final class EventCounter: Sendable {
  /// The descriptor to poll for reading.
  package let descriptor: Int32

  /// A new counter, or nil when the process has no descriptor left.
  package init?() {
    descriptor = linux_eventfd()
    if descriptor < 0 { return nil }
  }

  deinit { Glibc.close(descriptor) }

  /// Makes the descriptor readable. Any thread.
  package func ring() {
    linux_eventfd_signal(descriptor)
  }

  /// Makes the descriptor unreadable until it is rung again.
  package func clear() {
    linux_eventfd_take(descriptor)
  }
}
