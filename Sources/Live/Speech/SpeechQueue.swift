import CLinux
import Glibc
import Linux
import Ports
import Time

/// The loop's requests to the voice's thread, in order, and the wake-ups of both. Any thread.
final class SpeechQueue: Sendable {
  enum Order: Sendable {
    /// Say this.
    case say([Announcement], number: UInt32)
    /// Interrupt speech.
    case hush
    /// Choose the voice again.
    case reconsider
    /// Interrupt speech and end the thread.
    case close
  }

  /// Readable while there may be orders.
  let bell = EventFD()
  /// Readable once the thread has ended.
  let ended = EventFD()
  private let orders: Inbox<Order>

  init() { orders = Inbox(bell: bell) }

  /// Adds an order; returns false if no more orders are accepted.
  func put(_ order: Order) -> Bool {
    let isLast = if case .close = order { true } else { false }
    return orders.post(order, isLast: isLast) != nil
  }

  /// Removes and returns all orders. Voice's thread.
  func take() -> [Order] { orders.takeAll() }

  /// Whether no order is waiting. Its wake-up may have been consumed by another wait.
  var isEmpty: Bool { !orders.contains { _ in true } }

  /// Whether there is a reason to interrupt the current work.
  private var isUrgent: Bool {
    orders.contains {
      switch $0 {
      case .hush, .close: true
      case .say, .reconsider: false
      }
    }
  }

  /// Waits until one of `descriptors` (negative ones are ignored) is readable or closed, an order arrives, or
  /// `deadline` has passed; nil: never. Voice's thread.
  func wait(_ descriptors: [Int32], until deadline: MonotonicTime?, _ time: any TimeSource) {
    var entries = ([bell.descriptor] + descriptors).map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
    let limit = deadline.map { max(0, ($0 - time.now()).nanoseconds) } ?? -1
    linux_wait(&entries, Int32(entries.count), limit)
    bell.clear()
  }

  /// Calls `attempt` again whenever `descriptor` is readable, or every 20 ms if it is negative, until it returns a
  /// value. Nil after `deadline`, or if there is a reason to interrupt. Voice's thread.
  func wait<Value>(
    on descriptor: Int32, until deadline: MonotonicTime, _ time: any TimeSource, for attempt: () -> Value?
  ) -> Value? {
    while !isUrgent {
      if let value = attempt() { return value }
      let now = time.now()
      guard now < deadline else { return nil }
      wait([descriptor], until: descriptor >= 0 ? deadline : min(deadline, now + .milliseconds(20)), time)
    }
    return nil
  }
}
