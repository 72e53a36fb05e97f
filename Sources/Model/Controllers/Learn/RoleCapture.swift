import MIDI
import Time

/// Captures the control that the player presses or moves to give it one role: the first that fits. A pure state machine
/// like `LearnSession`, but without questions: the player who clicked a role sees the result at once.
///
/// A press counts when it is released, or after 0.8 s; a press that began before does not count, nor do two at once. A
/// movement counts when the control has come to rest. A control that does not fit (a fader when a button is needed) is
/// ignored. Every decision depends on time stamps only. One at a time; loop thread.
public struct RoleCapture: Sendable {
  /// The role that needs a control.
  public let role: Role

  private var presses = PressTracker()
  private var movements = MovementTracker()
  private var parameters = ParameterNumbers(isUsed: true)
  private var doubles = DoubleFilter()

  /// Creates a capture without history.
  public init(role: Role) { self.role = role }

  /// Handles a message of the controller, in order of arrival. Returns the control once it is known, which ends the
  /// capture.
  public mutating func handle(_ received: MIDIMessage, at time: MonotonicTime) -> Binding? {
    if let due = advance(to: time) { return due }
    let message = received.decoded
    guard !doubles.isDouble(message, at: time) else { return nil }
    switch message {
    case .system, .systemExclusive: return nil
    case .controlChange(let channel, let controller, let value):
      guard let change = parameters.handle(channel, controller, value) else { break }
      guard case .changed(let number, let position) = change else { return nil }
      movements.handle(parameter: number, position, channel: channel, at: time)
      guard case .absolute(let value, let maximum) = position else { return nil }
      let upper = UInt7(truncating: maximum == 127 ? value : value >> 7)
      return binding(presses.handle(parameter: number, upper, channel: channel, at: time))
    default: break
    }
    movements.handle(message, at: time)
    let events = presses.handle(message, at: time)
    // A note that came with it only reported a finger on it.
    if movements.hasLargeMovement { presses.discard() }
    return binding(events)
  }

  /// Returns the control, if it is known by `time`.
  public mutating func advance(to time: MonotonicTime) -> Binding? {
    guard role.isContinuous else { return binding(presses.advance(to: time)) }
    guard let deadline, deadline <= time, case .moved(let movement)? = movements.settle(isKnown: false) else {
      return nil
    }
    guard role == .slider else { return Binding(role: role, control: movement.control) }
    return Binding(role: role, control: movement.control, release: movement.release)
  }

  /// The time to call `advance(to:)` if nothing comes before.
  public var deadline: MonotonicTime? {
    role.isContinuous ? movements.deadline(isTouched: false) : presses.deadline
  }

  /// Handles lost messages: held keys and the positions of controls are unknown.
  public mutating func forget() { self = RoleCapture(role: role) }

  private func binding(_ events: [PressTracker.Event]) -> Binding? {
    guard !role.isContinuous else { return nil }
    for event in events {
      switch event {
      case .clashed: continue
      case .tapped(let press), .held(let press):
        if let control = press.control { return Binding(role: role, control: control) }
      }
    }
    return nil
  }
}

extension MovedControl {
  /// The release of the control, as far as one movement shows. A touch may be a coincidence: a mapping records one only
  /// after `peach learn` has seen it twice.
  fileprivate var release: Release {
    switch control {
    case .pitchBend: sprang || abs(end - 0.5) <= 0.01 ? .springBack : .settle
    // Hands also stop at an end, so an end proves nothing.
    default: sprang && (0.2...0.8).contains(end) ? .springBack : .settle
    }
  }
}
