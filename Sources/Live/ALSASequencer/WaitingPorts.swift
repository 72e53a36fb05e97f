import Controllers
import Time

/// Ports that may become ours later, and their waiting times: their seat's permissions come some milliseconds after the
/// port (the sequencer announces it before the card's control device exists at all, and udev then adds its access
/// list), and a raw device that another program holds will be released some time.
struct WaitingPorts: Sendable {
  /// The interval of checks without an announcement.
  static let tick = Duration.seconds(1)
  /// The interval while a recently arrived port waits.
  static let hastyTick = Duration.milliseconds(20)
  /// The time after its arrival during which a port's permissions are expected at any moment. A port not permitted by
  /// then probably belongs to another seat, and is checked once a second.
  static let patience = Duration.seconds(3)

  private var since: [PortID: MonotonicTime] = [:]

  /// All waiting ports.
  var ports: Set<PortID> { Set(since.keys) }

  /// Records that `port` waits since `time`.
  mutating func add(_ port: PortID, since time: MonotonicTime) {
    since[port] = time
  }

  /// Stops waiting for `port`; returns since when it has waited.
  mutating func remove(_ port: PortID) -> MonotonicTime? {
    since.removeValue(forKey: port)
  }

  /// Returns the time from `now` until the next check.
  func untilTick(at now: MonotonicTime) -> Duration {
    since.values.contains { now - $0 < Self.patience } ? Self.hastyTick : Self.tick
  }
}
