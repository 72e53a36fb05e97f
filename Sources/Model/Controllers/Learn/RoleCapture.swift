import MIDI
import Time

/// Hears which control somebody presses, or moves, to give it one role: the first that fits. A pure state machine, as
/// `LearnSession` is, but it asks nothing: whoever clicked a role sees at once what became of it.
///
/// A press counts when it is let go, or after 0.8 s; one that began before does not, nor do two at once. What is moved counts
/// when it has come to rest. What does not fit (a fader where a button is asked for) is passed over. Every decision depends
/// on time stamps only. One at a time; loop thread.
public struct RoleCapture: Sendable {
  /// The role that a control is wanted for.
  public let role: Role

  private var presses = PressTracker()
  private var movements = MovementTracker()
  private var parameters = ParameterNumbers(isUsed: true)
  private var doubles = DoubleFilter()

  /// Nothing was heard yet.
  public init(role: Role) { self.role = role }

  /// Takes a message of the controller, in the order of arrival. The control, once it is known: then the capture is over.
  public mutating func take(_ received: MIDIMessage, at time: MonotonicTime) -> Binding? {
    if let due = advance(to: time) { return due }
    var message = received
    // The decoder makes them so already; whoever builds messages by hand may not.
    if case .noteOn(let channel, let note, let velocity) = received, velocity.rawValue == 0 {
      message = .noteOff(channel: channel, note: note, velocity: Control.half)
    }
    guard !doubles.isDouble(message, at: time) else { return nil }
    switch message {
    case .system, .systemExclusive: return nil
    case .controlChange(let channel, let controller, let value):
      guard let change = parameters.take(channel, controller, value) else { break }
      guard case .changed(let number, let position) = change else { return nil }
      movements.take(parameter: number, position, channel: channel, at: time)
      guard case .absolute(let value, let maximum) = position else { return nil }
      let upper = UInt7(truncating: maximum == 127 ? value : value >> 7)
      return binding(presses.take(parameter: number, upper, channel: channel, at: time))
    default: break
    }
    movements.take(message, at: time)
    let events = presses.take(message, at: time)
    // A note that came with it only told of a finger on it.
    if movements.hasLargeMovement { presses.discard() }
    return binding(events)
  }

  /// What has become due by `time`.
  public mutating func advance(to time: MonotonicTime) -> Binding? {
    guard role.isContinuous else { return binding(presses.advance(to: time)) }
    guard let deadline, deadline <= time, case .moved(let movement)? = movements.settle(isKnown: false) else {
      return nil
    }
    guard role == .slider else { return Binding(role: role, control: movement.control) }
    return Binding(role: role, control: movement.control, release: movement.release)
  }

  /// When to call `advance(to:)` if nothing comes before.
  public var deadline: MonotonicTime? {
    role.isContinuous ? movements.deadline(isTouched: false) : presses.deadline
  }

  /// Messages were lost: nobody knows what is held or where anything stands.
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
  /// How letting go of it is known, as far as one movement tells. That a finger was on it may be chance: a mapping says so
  /// only after `peach learn` has seen it twice.
  fileprivate var release: Release {
    switch control {
    case .pitchBend: sprang || abs(end - 0.5) <= 0.01 ? .springBack : .settle
    // An end is where hands stop as well: it proves nothing.
    default: sprang && (0.2...0.8).contains(end) ? .springBack : .settle
    }
  }
}
