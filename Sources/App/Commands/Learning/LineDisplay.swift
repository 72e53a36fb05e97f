import Dispatch
import Glibc
import Terminal

/// Writes lines on a queue of its own: whoever shows one never waits for a slow terminal.
final class LineDisplay: Sendable {
  private let queue = DispatchQueue(label: "peach.lines")
  private let descriptor: Int32

  /// A display that writes to `descriptor`.
  init(descriptor: Int32 = STDOUT_FILENO) {
    self.descriptor = descriptor
  }

  /// Writes `lines` after what was shown before. Never waits; any thread. A reader that has gone away misses them.
  func show(_ lines: [String]) {
    let parts = lines.flatMap { Sentence($0).lines(on: descriptor) }
    let bytes = Array(parts.map { "\($0)\n" }.joined().utf8)
    queue.async { [descriptor] in
      var rest = bytes[...]
      while !rest.isEmpty {
        let count = rest.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
        if count >= 0 {
          rest = rest.dropFirst(count)
        } else if errno == EAGAIN {
          var writable = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
          poll(&writable, 1, -1)
        } else if errno != EINTR {
          return
        }
      }
    }
  }

  /// Waits until all is written, at most `limit`. Any thread.
  func close(within limit: Duration) {
    let isDone = DispatchSemaphore(value: 0)
    queue.async { isDone.signal() }
    _ = isDone.wait(timeout: .now() + .nanoseconds(Int(limit.nanoseconds)))
  }
}
