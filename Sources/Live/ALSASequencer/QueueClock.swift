import Time

/// The sequencer queue's time, read between two readings of CLOCK_MONOTONIC.
struct QueueReading: Hashable, Sendable {
  /// Just before the queue was read.
  var before: MonotonicTime
  /// The queue's real time in nanoseconds since it was started.
  var queue: Int64
  /// Just after.
  var after: MonotonicTime

  /// The difference from queue time to CLOCK_MONOTONIC, assuming the queue was read halfway.
  var offset: Int64 { before.nanoseconds + width / 2 - queue }
  /// Twice the maximum error of the offset.
  var width: Int64 { after.nanoseconds - before.nanoseconds }
}

/// Converts the kernel's timestamps, made on the sequencer's queue, to CLOCK_MONOTONIC. Queue time stays inside this
/// target.
///
/// The two clocks drift apart and may be read late, so once a second the offset is measured again from the narrowest of
/// a few bracketed readings, and a result is clamped to (now − 1 s, now] and never before an earlier one: even if the
/// clocks misbehave, keys keep their order, and none is in the future or in another exercise.
struct QueueClock: Sendable {
  /// The maximum age of an event.
  static let oldest = Duration.seconds(1)

  private var offset: Int64?
  private var latest: MonotonicTime?

  init() {}

  /// Sets the offset from the narrowest of `readings`. Without any, it stays.
  mutating func adjust(to readings: some Sequence<QueueReading>) {
    guard let best = readings.filter({ $0.width >= 0 }).min(by: { $0.width < $1.width }) else { return }
    offset = best.offset
  }

  /// Returns the time of an event with this timestamp, read at `now`. Without a timestamp, or before the first
  /// adjustment, it is `now`.
  mutating func time(ofStamp stamp: Int64?, now: MonotonicTime) -> MonotonicTime {
    var time = now
    if let stamp, let offset {
      let (sum, overflow) = stamp.addingReportingOverflow(offset)
      if !overflow { time = min(now, MonotonicTime(nanoseconds: sum)) }
    }
    time = max(time, now - Self.oldest + .nanoseconds(1))
    if let latest, latest <= now { time = max(time, latest) }
    latest = time
    return time
  }
}
