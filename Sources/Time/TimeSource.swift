import Glibc
import Synchronization

/// Where the loop reads the time, so that tests can own it.
public protocol TimeSource: Sendable {
  /// CLOCK_MONOTONIC now. Any thread.
  func now() -> MonotonicTime

  /// How long the machine has been suspended since it started: CLOCK_BOOTTIME − CLOCK_MONOTONIC. Grows only while
  /// suspended. Any thread.
  func suspended() -> Duration
}

/// The machine's own clocks.
public struct SystemTime: TimeSource {
  /// The machine's own clocks.
  public init() {}

  /// CLOCK_MONOTONIC now.
  public func now() -> MonotonicTime {
    MonotonicTime(nanoseconds: Self.read(CLOCK_MONOTONIC))
  }

  /// CLOCK_BOOTTIME − CLOCK_MONOTONIC.
  public func suspended() -> Duration {
    .nanoseconds(Self.read(CLOCK_BOOTTIME) - Self.read(CLOCK_MONOTONIC))
  }

  private static func read(_ clock: clockid_t) -> Int64 {
    var time = timespec()
    clock_gettime(clock, &time)
    return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
  }
}

/// A clock that stands still until it is moved: for tests and for rendering offline.
public final class ManualTime: TimeSource {
  private let time: Atomic<Int64>
  private let sleep = Atomic<Int64>(0)

  /// A clock standing at `start`.
  public init(_ start: MonotonicTime = MonotonicTime(nanoseconds: 0)) {
    time = Atomic(start.nanoseconds)
  }

  /// Where the clock stands.
  public func now() -> MonotonicTime {
    MonotonicTime(nanoseconds: time.load(ordering: .acquiring))
  }

  /// The suspensions told by `suspend(for:)`, added up.
  public func suspended() -> Duration {
    .nanoseconds(sleep.load(ordering: .acquiring))
  }

  /// Moves the clock to `time`. Any thread.
  public func set(_ time: MonotonicTime) {
    self.time.store(time.nanoseconds, ordering: .releasing)
  }

  /// Moves the clock on by `duration`. Any thread.
  public func advance(by duration: Duration) {
    time.wrappingAdd(duration.nanoseconds, ordering: .acquiringAndReleasing)
  }

  /// Lets the machine seem to have slept for `duration`.
  public func suspend(for duration: Duration) {
    sleep.wrappingAdd(duration.nanoseconds, ordering: .acquiringAndReleasing)
  }
}
