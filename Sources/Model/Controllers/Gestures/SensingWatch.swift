import MIDI
import Time

/// Detects that a controller with active sensing has fallen silent, because its cable was unplugged without a
/// notification.
///
/// MIDI 1.0: a sender that has sent FE once then sends something at least every 300 ms; a receiver that receives
/// nothing releases everything. One per connected port; loop thread; no clock.
public struct SensingWatch: Sendable {
  /// The silence after which a controller counts as gone: a third more than allowed, since a busy machine delivers
  /// late.
  public static let limit = Duration.milliseconds(400)

  private var last: MonotonicTime?

  /// Creates a watch without history.
  public init() {}

  /// The time at which the controller counts as silent if nothing arrives before; nil while it sends no active sensing.
  public var deadline: MonotonicTime? { last.map { $0 + Self.limit } }

  /// Records `message` at `time`. Check `hasEnded` before.
  public mutating func hear(_ message: MIDIMessage, at time: MonotonicTime) {
    guard last != nil || message == .system(0xFE) else { return }
    last = max(last ?? time, time)
  }

  /// Returns whether the controller has fallen silent by `time`; true once.
  public mutating func hasEnded(by time: MonotonicTime) -> Bool {
    guard let deadline, time >= deadline else { return false }
    last = nil
    return true
  }
}
