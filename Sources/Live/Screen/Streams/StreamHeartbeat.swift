import Time

/// The timer for signs of life of idle streams. A value; its owner keeps it on one thread.
struct StreamHeartbeat {
  private let interval: Duration
  /// The time of the last message; before that, of the first check.
  private var last: MonotonicTime?

  /// Due after `interval` without a message.
  init(every interval: Duration) { self.interval = interval }

  /// Records a message: the next heartbeat is due after a whole interval.
  mutating func sent(at now: MonotonicTime) { last = now }

  /// Calls `ring` if a heartbeat is due at `now`; returns the time of the next one.
  mutating func beat(at now: MonotonicTime, _ ring: () -> Void) -> MonotonicTime {
    let quiet = last ?? now
    let isDue = now >= quiet + interval
    last = isDue ? now : quiet
    if isDue { ring() }
    return (isDue ? now : quiet) + interval
  }
}
