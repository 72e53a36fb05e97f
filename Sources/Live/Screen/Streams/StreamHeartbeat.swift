import Time

/// When streams that had nothing to send are due for a sign of life. A value; its owner keeps it on one thread.
struct StreamHeartbeat {
  private let interval: Duration
  /// The time of the last message; before that, of the first check.
  private var last: MonotonicTime?

  /// Due when nothing was sent for `interval`.
  init(every interval: Duration) { self.interval = interval }

  /// Something was sent: the next heartbeat is not due for a whole interval.
  mutating func sent(at now: MonotonicTime) { last = now }

  /// Calls `ring` if a heartbeat is due at `now`; when the next one is.
  mutating func beat(at now: MonotonicTime, _ ring: () -> Void) -> MonotonicTime {
    let quiet = last ?? now
    let isDue = now >= quiet + interval
    last = isDue ? now : quiet
    if isDue { ring() }
    return (isDue ? now : quiet) + interval
  }
}
