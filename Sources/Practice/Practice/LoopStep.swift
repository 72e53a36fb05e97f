import Ports
import Sound

/// An input of the loop. Practice is fully determined by its configuration and the sequence of these with their times,
/// which is why a recording contains exactly that.
public enum LoopStep: Sendable {
  /// The loop begins; `isRealtime` is whether its thread may run in real time.
  case start(isRealtime: Bool)
  /// An input from the mailbox.
  case input(PracticeInput)
  /// An event from the renderer.
  case rendered(SoundEvent)
  /// The turn is over: everything due by now is done.
  case turn
  /// The process is about to be stopped (SIGTSTP).
  case pause
}
