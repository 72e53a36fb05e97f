import MIDI
import Time

/// Notices that a controller with active sensing has fallen silent: its cable was pulled out where nobody tells.
///
/// MIDI 1.0: who has sent FE once sends something at least every 300 ms from then on; a receiver that hears nothing lets go of
/// everything. One per connected port; loop thread; no clock.
public struct SensingWatch: Sendable {
  /// After this long without a message it has fallen silent: a third more than may be, since a busy machine tells late.
  public static let limit = Duration.milliseconds(400)

  private var last: MonotonicTime?

  /// One that has heard nothing.
  public init() {}

  /// When it will have fallen silent, if nothing comes before; nil while it sends no active sensing.
  public var deadline: MonotonicTime? { last.map { $0 + Self.limit } }

  /// It sent `message` at `time`. Ask `hasEnded` before.
  public mutating func hear(_ message: MIDIMessage, at time: MonotonicTime) {
    guard last != nil || message == .system(0xFE) else { return }
    last = max(last ?? time, time)
  }

  /// Whether it has fallen silent by `time`; told once.
  public mutating func hasEnded(by time: MonotonicTime) -> Bool {
    guard let deadline, time >= deadline else { return false }
    last = nil
    return true
  }
}
