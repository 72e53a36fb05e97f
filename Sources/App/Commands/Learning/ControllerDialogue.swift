import Controllers
import Ports
import Time

/// A conversation with somebody at a controller: what is told and sent follows from what arrives. Pure; one thread.
protocol ControllerDialogue {
  /// When `advance` is to be called if nothing happens before.
  var deadline: MonotonicTime? { get }
  /// Takes what the sequencer reports.
  mutating func handle(_ event: MIDIPortEvent, now: MonotonicTime) -> [LearnDialogue.Step]
  /// Takes what the computer's keyboard, or a signal, asks for.
  mutating func handle(_ command: LearnRequest, now: MonotonicTime) -> [LearnDialogue.Step]
  /// Does what is due.
  mutating func advance(now: MonotonicTime) -> [LearnDialogue.Step]
}
