import Controllers
import Ports
import Time

/// A dialogue with the player at a controller: its output follows from its input alone. Pure; one thread.
protocol ControllerDialogue {
  /// The time of the next call of `advance` if no event arrives earlier.
  var deadline: MonotonicTime? { get }
  /// Handles an event of the sequencer.
  mutating func handle(_ event: MIDIPortEvent, now: MonotonicTime) -> [LearnDialogue.Step]
  /// Handles a request from the computer's keyboard or a signal.
  mutating func handle(_ command: LearnRequest, now: MonotonicTime) -> [LearnDialogue.Step]
  /// Performs the steps due at `now`.
  mutating func advance(now: MonotonicTime) -> [LearnDialogue.Step]
}
