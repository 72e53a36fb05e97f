import Controllers
import Time

/// Ports that may be ours later, and since when: their seat's permissions come some milliseconds after the port (the
/// sequencer announces it before the card's control device exists at all, and udev adds its access list to that), and a
/// raw device that another program holds is let go some time.
struct WaitingPorts: Sendable {
  /// The interval of checks without an announcement.
  static let tick = Duration.seconds(1)
  /// The same while a port that has come lately waits.
  static let hastyTick = Duration.milliseconds(20)
  /// The time after its arrival during which a port's permissions are expected at any moment. A port not permitted by
  /// then probably belongs to another seat, and is checked once a second.
  static let patience = Duration.seconds(3)

  private var since: [PortID: MonotonicTime] = [:]

  /// All that wait.
  var ports: Set<PortID> { Set(since.keys) }

  /// `port` waits since `time`.
  mutating func add(_ port: PortID, since time: MonotonicTime) {
    since[port] = time
  }

  /// `port` does not wait any more; returns since when it has.
  mutating func remove(_ port: PortID) -> MonotonicTime? {
    since.removeValue(forKey: port)
  }

  /// How long after `now` to look again.
  func untilTick(at now: MonotonicTime) -> Duration {
    since.values.contains { now - $0 < Self.patience } ? Self.hastyTick : Self.tick
  }
}
