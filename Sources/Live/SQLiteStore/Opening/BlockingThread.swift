import Linux
import Ports
import Time

/// Threads for work that may block as long as a disk.
enum BlockingThread {
  /// Returns the result of `body`, or nil if it takes longer than `limit`; its thread is then abandoned.
  static func result<Value: Sendable>(
    name: String, within limit: Duration, _ body: @escaping @Sendable () -> Value?
  ) -> Value? {
    let deadline = SystemTime().now() + limit
    let done = Monitor<Value??>(nil)
    PlainThread.start(name: name) {
      let value = body()
      done.change { $0 = .some(value) }
    }
    return done.wait(until: deadline) { $0 } ?? nil
  }
}
