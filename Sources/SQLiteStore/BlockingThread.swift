import Foundation
import Glibc
import Time

/// Threads for what may block for as long as a disk does.
enum BlockingThread {
  /// Runs `body` on a thread of its own. It takes no signals, which are the loop's, and does not run in real time, though
  /// the loop's thread that starts it may: a new thread inherits that.
  static func run(name: String, _ body: @escaping @Sendable () -> Void) {
    let thread = Thread {
      var all = sigset_t()
      sigfillset(&all)
      pthread_sigmask(SIG_BLOCK, &all, nil)
      var ordinary = sched_param()
      pthread_setschedparam(pthread_self(), SCHED_OTHER, &ordinary)
      body()
    }
    thread.name = name
    thread.start()
  }

  /// What `body` gives, or nil if it takes longer than `limit`; its thread is then left to itself.
  static func result<Value: Sendable>(
    name: String, within limit: Duration, _ body: @escaping @Sendable () -> Value?
  ) -> Value? {
    let deadline = SystemTime().now() + limit
    let done = Monitor<Value??>(nil)
    run(name: name) {
      let value = body()
      done.change { $0 = .some(value) }
    }
    return done.wait(until: deadline) { $0 } ?? nil
  }
}
