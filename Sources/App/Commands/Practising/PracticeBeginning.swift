import Ports
import Training

/// The activity to start with, instead of waiting at the hub.
struct PracticeBeginning: Hashable {
  /// The mode to start as soon as there is sound.
  var mode: Mode?
  /// The number of answered exercises after which practice ends.
  var exercises: Int?
  /// The practice timer to show at once.
  var timer: TimerStart?
}
