import Glibc
import Synchronization
import Time

/// The clock of the loop, replaceable in tests.
public protocol TimeSource: Sendable {
  /// Returns the time on CLOCK_MONOTONIC. Any thread.
  func now() -> MonotonicTime

  /// Returns how long the machine has been suspended since it started: CLOCK_BOOTTIME − CLOCK_MONOTONIC, which grows
  /// only during suspension. Compare successive readings with `SuspensionWatch`. Any thread.
  func suspended() -> Suspension
}

/// The machine's own clocks.
public struct SystemTime: TimeSource {
  /// Creates a source that reads the machine's clocks.
  public init() {}

  /// Returns the time on CLOCK_MONOTONIC.
  public func now() -> MonotonicTime {
    MonotonicTime(nanoseconds: Self.read(CLOCK_MONOTONIC))
  }

  /// Returns CLOCK_BOOTTIME − CLOCK_MONOTONIC.
  public func suspended() -> Suspension {
    Suspension(running: { Self.read(CLOCK_MONOTONIC) }, total: { Self.read(CLOCK_BOOTTIME) })
  }

  private static func read(_ clock: clockid_t) -> Int64 {
    var time = timespec()
    clock_gettime(clock, &time)
    return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
  }
}

/// A clock that moves only on request, for tests and offline rendering.
public final class ManualTime: TimeSource {
  private let time: Atomic<Int64>
  private let sleep = Atomic<Int64>(0)

  /// Creates a clock that shows `start`.
  public init(_ start: MonotonicTime = MonotonicTime(nanoseconds: 0)) {
    time = Atomic(start.nanoseconds)
  }

  /// Returns the time last set.
  public func now() -> MonotonicTime {
    MonotonicTime(nanoseconds: time.load(ordering: .acquiring))
  }

  /// Returns the total of all calls to `suspend(for:)`.
  public func suspended() -> Suspension {
    Suspension(.nanoseconds(sleep.load(ordering: .acquiring)))
  }

  /// Moves the clock to `time`. Any thread.
  public func set(_ time: MonotonicTime) {
    self.time.store(time.nanoseconds, ordering: .releasing)
  }

  /// Advances the clock by `duration`. Any thread.
  public func advance(by duration: Duration) {
    time.wrappingAdd(duration.nanoseconds, ordering: .acquiringAndReleasing)
  }

  /// Simulates a suspension of `duration`.
  public func suspend(for duration: Duration) {
    sleep.wrappingAdd(duration.nanoseconds, ordering: .acquiringAndReleasing)
  }
}
