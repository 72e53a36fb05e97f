import Dispatch
import Glibc
import Linux
import Terminal

/// Writes lines on a queue of its own: whoever shows one never waits for a slow terminal.
final class LineDisplay: Sendable {
  private let queue = DispatchQueue(label: "peach.lines")
  private let descriptor: Int32
  private let rests: Bool

  /// A display that writes to `descriptor`; there the cursor stays on the newest line if it `rests`, as by `LineCursor`.
  init(descriptor: Int32 = STDOUT_FILENO, rests: Bool = false) {
    self.descriptor = descriptor
    self.rests = rests
  }

  /// Writes `lines` after what was shown before. Never waits; any thread. A reader that has gone away misses them.
  func show(_ lines: [String]) {
    queue.async { [descriptor, rests] in
      LineCursor.say(lines, on: descriptor, rests: rests) {
        ProcessOutput.write($0, to: descriptor)
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
