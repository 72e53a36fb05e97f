import Ports
import Sound

/// Everything the loop is ever told, one after the other. What practice does is a function of its configuration and of
/// these, each with its time: that is what a recording keeps.
public enum LoopStep: Sendable {
  /// The loop begins; tells whether its thread may run in real time.
  case start(isRealtime: Bool)
  /// From the mailbox.
  case input(PracticeInput)
  /// From the renderer.
  case rendered(SoundEvent)
  /// The turn is over: what is due by now is done.
  case turn
  /// The process is about to be stopped (SIGTSTP).
  case pause
}
