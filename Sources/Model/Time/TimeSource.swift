import Glibc
import Synchronization

/// Where the loop reads the time, so that tests can own it.
public protocol TimeSource: Sendable {
  /// CLOCK_MONOTONIC now. Any thread.
  func now() -> MonotonicTime

  /// How long the machine has been suspended since it started: CLOCK_BOOTTIME − CLOCK_MONOTONIC, which grows only while
  /// suspended; `SuspensionWatch` compares one with the next. Any thread.
  func suspended() -> Suspension
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
  public func suspended() -> Suspension {
    Self.suspended(reading: Self.read)
  }

  /// The same by any two such clocks, which `read` reads, in nanoseconds: as narrow as a few attempts make it.
  package static func suspended(reading read: (clockid_t) -> Int64) -> Suspension {
    var narrowest = attempt(read)
    for _ in 1..<attempts where narrowest.width > closeEnough {
      let next = attempt(read)
      if next.width <= narrowest.width { narrowest = next }
    }
    return narrowest
  }

  private static func attempt(_ read: (clockid_t) -> Int64) -> Suspension {
    let before = read(CLOCK_MONOTONIC)
    let boot = read(CLOCK_BOOTTIME)
    return Suspension(boot: boot, after: before, before: read(CLOCK_MONOTONIC))
  }

  /// The loop reads at every step: it must not go on for long where the machine has no time for it.
  private static let attempts = 5
  /// The three readings take less than a microsecond where nothing comes between.
  private static let closeEnough = Duration.milliseconds(2)

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
  public func suspended() -> Suspension {
    Suspension(.nanoseconds(sleep.load(ordering: .acquiring)))
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
