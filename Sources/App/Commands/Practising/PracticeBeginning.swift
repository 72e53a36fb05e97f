import Ports
import Training

/// What practice begins with, instead of waiting at the hub.
struct PracticeBeginning: Hashable {
  /// Starts at once when there is sound.
  var mode: Mode?
  /// Practice ends after this many answered exercises.
  var exercises: Int?
  /// A practice timer that is shown at once.
  var timer: TimerStart?
}
