/// A point on CLOCK_MONOTONIC: nanoseconds since an origin that is constant while the machine runs.
///
/// All input and all deadlines of the loop are in this unit. It does not count while the machine is suspended. Audio
/// has its own address, `Frame`; only `FrameClock` (in `Sound`) converts between the two.
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

  /// The point `duration` after `time`, clamped to the last representable point.
  public static func + (time: MonotonicTime, duration: Duration) -> MonotonicTime {
    MonotonicTime(nanoseconds: time.nanoseconds.plus(duration.nanoseconds))
  }

  /// The point `duration` before `time`, clamped to the first representable point.
  public static func - (time: MonotonicTime, duration: Duration) -> MonotonicTime {
    MonotonicTime(nanoseconds: time.nanoseconds.minus(duration.nanoseconds))
  }

  /// The span from `right` to `left`; negative if `left` is earlier. Up to 292 years either way.
  public static func - (left: MonotonicTime, right: MonotonicTime) -> Duration {
    .nanoseconds(left.nanoseconds.minus(right.nanoseconds))
  }
}

/// Saturating sums, which cannot trap on any content of a file or a database. Real-time safe.
extension FixedWidthInteger where Self: SignedInteger {
  /// Returns the sum, clamped to the type's range.
  public func plus(_ other: Self) -> Self {
    let (sum, isOver) = addingReportingOverflow(other)
    return isOver ? (other < 0 ? .min : .max) : sum
  }

  /// Returns the difference, clamped to the type's range.
  public func minus(_ other: Self) -> Self {
    let (difference, isOver) = subtractingReportingOverflow(other)
    return isOver ? (other < 0 ? .max : .min) : difference
  }
}

extension Duration {
  /// The span in nanoseconds, rounded towards zero. Exact for spans under 292 years; longer spans are clamped.
  public var nanoseconds: Int64 {
    let (seconds, attoseconds) = components
    let (whole, isOver) = seconds.multipliedReportingOverflow(by: 1_000_000_000)
    return isOver ? (seconds < 0 ? .min : .max) : whole.plus(attoseconds / 1_000_000_000)
  }

  /// The span in seconds.
  public var seconds: Double {
    Double(nanoseconds) / 1e9
  }
}
