/// How long the machine has been suspended since it started, as far as that can be known.
///
/// No clock tells it: it is the difference of two, and whoever reads them may stand still in between. Both bounds are
/// certain, however long that was.
public struct Suspension: Hashable, Sendable {
  /// It was suspended for this long or longer.
  public var atLeast: Duration
  /// It was not suspended for longer than this.
  public var atMost: Duration

  /// Between two bounds, the lower one first.
  public init(atLeast: Duration, atMost: Duration) {
    self.atLeast = atLeast
    self.atMost = atMost
  }

  /// Known exactly.
  public init(_ duration: Duration) {
    self.init(atLeast: duration, atMost: duration)
  }

  /// Between the earliest and the latest that `boot` can have been read, on a clock that stands still while suspended.
  init(boot: Int64, after before: Int64, before after: Int64) {
    self.init(atLeast: .nanoseconds(boot - after), atMost: .nanoseconds(boot - before))
  }

  /// How far the bounds lie apart.
  var width: Duration { atMost - atLeast }
}

/// Finds out, from one reading after the other, when the machine has slept: only what is certain, and nothing twice.
public struct SuspensionWatch: Sendable {
  /// A machine that slept for longer than this was left; less is what going to sleep in vain takes.
  public static let shortest = Duration.milliseconds(500)

  /// How long the machine had been suspended in all when it was last known to be awake.
  private var known: Suspension

  /// Knows of no sleep but that before `reading`.
  public init(_ reading: Suspension) {
    known = reading
  }

  /// How long the machine has slept since that was last told, as far as `reading`, the newest, makes it certain; zero if
  /// not for longer than `shortest`. A reading that makes nothing certain hides no sleep: the next one tells it.
  public mutating func slept(by reading: Suspension) -> Duration {
    // The total never falls: what it does not exceed now it did not exceed before. A reading below what was certain is
    // wrong.
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
