/// Bounds on how long the machine has been suspended since it started.
///
/// No clock reports this: it is the difference between two clocks, and the thread may be preempted between reading
/// them. Both bounds hold even then.
public struct Suspension: Hashable, Sendable {
  /// The lower bound.
  public var atLeast: Duration
  /// The upper bound.
  public var atMost: Duration

  /// Creates a suspension between two bounds, the lower one first.
  public init(atLeast: Duration, atMost: Duration) {
    self.atLeast = atLeast
    self.atMost = atMost
  }

  /// Creates a suspension that is known exactly.
  public init(_ duration: Duration) {
    self.init(atLeast: duration, atMost: duration)
  }

  /// Creates bounds from two clocks in nanoseconds: `total` counts suspension, `running` does not. The bounds are as
  /// narrow as a few attempts make them.
  package init(running: () -> Int64, total: () -> Int64) {
    self.init(attempt: running, total)
    for _ in 1..<Self.attempts where width > Self.closeEnough {
      let next = Self(attempt: running, total)
      if next.width <= width { self = next }
    }
  }

  /// Reads `total` between two readings of `running`.
  private init(attempt running: () -> Int64, _ total: () -> Int64) {
    let before = running()
    let boot = total()
    self.init(atLeast: .nanoseconds(boot - running()), atMost: .nanoseconds(boot - before))
  }

  /// The loop reads at every step, so this must stay short even when the machine is overloaded.
  private static let attempts = 5
  /// The three readings take less than a microsecond unless the thread is preempted.
  private static let closeEnough = Duration.milliseconds(2)

  /// The distance between the bounds.
  private var width: Duration { atMost - atLeast }
}

/// Detects suspensions by comparing readings. Reports only certain ones, and each once.
public struct SuspensionWatch: Sendable {
  /// The shortest suspension that counts as an absence; a failed attempt to suspend takes less.
  public static let shortest = Duration.milliseconds(500)

  /// The total time suspended when the machine was last known to be awake.
  private var known: Suspension

  /// Creates a watch that ignores suspensions before `reading`.
  public init(_ reading: Suspension) {
    known = reading
  }

  /// Returns how long the machine has been suspended since the last report, as far as `reading`, the newest, makes it
  /// certain; zero if no longer than `shortest`. A reading that makes nothing certain hides no suspension: the next one
  /// reports it.
  public mutating func slept(by reading: Suspension) -> Duration {
    // The total never falls, so a new upper bound also holds for earlier readings. A reading below the certain minimum
    // is wrong.
    known.atMost = max(known.atLeast, min(known.atMost, reading.atMost))
    let slept = reading.atLeast - known.atMost
    if slept > Self.shortest {
      known = reading
      return slept
    }
    known.atLeast = max(known.atLeast, reading.atLeast)
    known.atMost = max(known.atMost, reading.atLeast)
    return .zero
  }
}
