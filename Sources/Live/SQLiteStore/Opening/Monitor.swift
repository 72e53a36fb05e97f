import Glibc
import Time

/// State that several threads share and can wait for, on CLOCK_MONOTONIC.
///
/// Foundation's conditions wait on the wall clock, which leaps on a machine that learns the time after it started: a
/// wait of a second could then last for years. The mutex inherits priority, as the loop's real-time thread takes it.
final class Monitor<State: Sendable>: @unchecked Sendable {
  // Sendable: `state` is only touched between lock and unlock of `mutex`; the two pointers are set once, before any
  // other thread has the object, and freed when no thread has it any more.
  private var state: State
  private let mutex: UnsafeMutablePointer<pthread_mutex_t>
  private let changed: UnsafeMutablePointer<pthread_cond_t>

  init(_ state: State) {
    self.state = state
    mutex = .allocate(capacity: 1)
    changed = .allocate(capacity: 1)
    var inheriting = pthread_mutexattr_t()
    pthread_mutexattr_init(&inheriting)
    pthread_mutexattr_setprotocol(&inheriting, Int32(PTHREAD_PRIO_INHERIT))
    pthread_mutex_init(mutex, &inheriting)
    pthread_mutexattr_destroy(&inheriting)
    var monotonic = pthread_condattr_t()
    pthread_condattr_init(&monotonic)
    pthread_condattr_setclock(&monotonic, CLOCK_MONOTONIC)
    pthread_cond_init(changed, &monotonic)
    pthread_condattr_destroy(&monotonic)
  }

  deinit {
    pthread_cond_destroy(changed)
    pthread_mutex_destroy(mutex)
    changed.deallocate()
    mutex.deallocate()
  }

  /// Runs `body` with exclusive access to the state and wakes waiting threads. `body` must be short. Any thread.
  func change<Result>(_ body: (inout State) -> Result) -> Result {
    pthread_mutex_lock(mutex)
    defer {
      pthread_cond_broadcast(changed)
      pthread_mutex_unlock(mutex)
    }
    return body(&state)
  }

  /// Waits until `body` returns a value, calling it again after every change; nil if `deadline` passes first (nil:
  /// never).
  func wait<Result>(until deadline: MonotonicTime?, for body: (inout State) -> Result?) -> Result? {
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    while true {
      if let result = body(&state) { return result }
      guard let deadline else {
        pthread_cond_wait(changed, mutex)
        continue
      }
      var time = timespec(
        tv_sec: Int(deadline.nanoseconds / 1_000_000_000), tv_nsec: Int(deadline.nanoseconds % 1_000_000_000))
      if pthread_cond_timedwait(changed, mutex, &time) == ETIMEDOUT { return body(&state) }
    }
  }
}
