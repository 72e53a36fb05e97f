import Dispatch
import Glibc
import Linux
import Terminal

/// Writes lines on its own queue, so that callers never wait for a slow terminal.
final class LineDisplay: Sendable {
  private let queue = DispatchQueue(label: "peach.lines")
  private let descriptor: Int32
  private let rests: Bool

  /// Creates a display that writes to `descriptor`; if it `rests`, the cursor stays on the newest line, by
  /// `LineCursor`.
  init(descriptor: Int32 = STDOUT_FILENO, rests: Bool = false) {
    self.descriptor = descriptor
    self.rests = rests
  }

  /// Queues `lines` for writing. Never waits; any thread. A reader that has gone misses them.
  func show(_ lines: [String]) {
    queue.async { [descriptor, rests] in
      LineCursor.say(lines, on: descriptor, rests: rests) {
        ProcessOutput.write($0, to: descriptor)
      }
    }
  }

  /// Waits until all lines are written, up to `limit`. Any thread.
  func close(within limit: Duration) {
    let isDone = DispatchSemaphore(value: 0)
    queue.async { isDone.signal() }
    _ = isDone.wait(timeout: .now() + .nanoseconds(Int(limit.nanoseconds)))
  }
}
