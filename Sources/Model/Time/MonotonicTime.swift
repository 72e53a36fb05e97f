/// A point on CLOCK_MONOTONIC: nanoseconds since an origin that is constant while the machine runs.
///
/// Everything hands do and everything the loop waits for is in this unit. It does not count while the machine is
/// suspended. Audio has its own address, `Frame`; only `FrameClock` (in `Sound`) converts between the two.
public struct MonotonicTime: Hashable, Comparable, Sendable {
  /// Nanoseconds since the clock's origin.
  public var nanoseconds: Int64

  /// A point `nanoseconds` after the clock's origin.
  public init(nanoseconds: Int64) {
    self.nanoseconds = nanoseconds
  }

  /// Earlier comes first.
  public static func < (left: MonotonicTime, right: MonotonicTime) -> Bool {
    left.nanoseconds < right.nanoseconds
  }

  /// The point `duration` after `time`.
  public static func + (time: MonotonicTime, duration: Duration) -> MonotonicTime {
    MonotonicTime(nanoseconds: time.nanoseconds + duration.nanoseconds)
  }

  /// The point `duration` before `time`.
  public static func - (time: MonotonicTime, duration: Duration) -> MonotonicTime {
    MonotonicTime(nanoseconds: time.nanoseconds - duration.nanoseconds)
  }

  /// The span from `right` to `left`; negative if `left` is earlier.
  public static func - (left: MonotonicTime, right: MonotonicTime) -> Duration {
    .nanoseconds(left.nanoseconds - right.nanoseconds)
  }
}

extension Duration {
  /// The span in nanoseconds, rounded towards zero. Exact for spans under 292 years.
  public var nanoseconds: Int64 {
    let (seconds, attoseconds) = components
    return seconds * 1_000_000_000 + attoseconds / 1_000_000_000
  }

  /// The span in seconds.
  public var seconds: Double {
    Double(nanoseconds) / 1e9
  }
}
