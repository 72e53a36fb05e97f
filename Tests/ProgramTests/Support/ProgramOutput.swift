import Foundation
import Glibc
import Synchronization

/// The output of a program to a pipe or a terminal, read by a separate thread: Foundation has few threads for handlers,
/// and on a busy machine a reader waits for those of other tests.
final class ProgramOutput: Sendable {
  private struct State {
    var bytes = Data()
    var isOver = false
  }

  private let descriptor: Int32
  private let state = Mutex(State())

  /// Reads from `descriptor`, and closes it once it has no writer left.
  init(readingAndClosing descriptor: Int32) {
    self.descriptor = descriptor
    Thread.detachNewThread { [self] in while takeBytes() {} }
  }

  /// All of it so far.
  var text: String { state.withLock { String(decoding: $0.bytes, as: UTF8.self) } }

  /// Whether there is no writer left and everything was read. Do not wait for this on a pipe: a program just started by
  /// another test may have inherited its end.
  var isOver: Bool { state.withLock { $0.isOver } }

  /// Whether nothing waits to be read.
  var isRead: Bool {
    state.withLock {
      var count: Int32 = 0
      return $0.isOver || ioctl(descriptor, UInt(FIONREAD), &count) == 0 && count == 0
    }
  }

  /// Waits for bytes and takes them in one with the knowledge of them; false at the end.
  private func takeBytes() -> Bool {
    var waited = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    guard poll(&waited, 1, -1) > 0 else { return errno == EINTR }
    return state.withLock {
      var taken = [UInt8](repeating: 0, count: 65536)
      let count = read(descriptor, &taken, taken.count)
      guard count > 0 else {
        $0.isOver = true
        close(descriptor)
        return false
      }
      $0.bytes.append(contentsOf: taken[..<count])
      return true
    }
  }
}
