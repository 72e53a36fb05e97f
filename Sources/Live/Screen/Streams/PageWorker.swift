import CLinux
import Glibc
import Linux
import Ports
import Synchronization
import Time

/// Periodic work of the page worker's thread.
protocol PageTask: Sendable {
  /// Performs due work. Returns the time of the next call; nil for none before the next signal. The page worker's
  /// thread.
  func work(at now: MonotonicTime) -> MonotonicTime?
}

/// A plain thread that turns states into messages, keeps streams alive and waits for pages that are gone: neither the
/// loop nor the hands thread, which signal it, ever waits for a page.
final class PageWorker: Sendable {
  private let bell = EventFD()
  private let isEnding = Atomic(false)

  /// Nil if the process has no descriptor left.
  init?() {
    guard bell.isUsable else { return nil }
  }

  /// Signals a change. Any thread; never waits.
  func ring() { bell.ring() }

  /// Ends `run`. Any thread.
  func end() {
    isEnding.store(true, ordering: .releasing)
    bell.ring()
  }

  /// Waits until `descriptor` is readable; returns false at the end. Before `run`.
  func waits(for descriptor: Int32) -> Bool {
    while !isToEnd() {
      var waited = [bell.descriptor, descriptor].map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
      linux_wait(&waited, 2, -1)
      if waited[1].revents != 0 { return true }
    }
    return false
  }

  /// Performs `duties` until the end.
  func run(_ duties: [any PageTask], time: any TimeSource) {
    while !isToEnd() {
      let due = duties.compactMap { $0.work(at: time.now()) }.min()
      var waited = pollfd(fd: bell.descriptor, events: Int16(POLLIN), revents: 0)
      linux_wait(&waited, 1, due.map { max(0, ($0 - time.now()).nanoseconds) } ?? -1)
    }
  }

  /// Clears the signal, then checks for the end: in this order, so that a signal of the end is not lost.
  private func isToEnd() -> Bool {
    bell.clear()
    return isEnding.load(ordering: .acquiring)
  }
}
