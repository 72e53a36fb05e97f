import Practice
import SQLiteStore

/// The time limit of each part after practice is left, one after the other, and so the longest orderly shutdown.
///
/// A service manager that ends the program must wait longer: `TimeoutStopSec` in `udev/peach.service`.
enum ShutdownBudget {
  static let pages = Duration.milliseconds(300)
  static let ports = Duration.milliseconds(300)
  static let voice = Duration.milliseconds(300)
  static let output = Duration.seconds(1)
  static let store = Duration.seconds(2)
  static let recording = Duration.seconds(2)
  static let display = Duration.milliseconds(200)
  static let events = Duration.seconds(1)
  static let lastLines = Duration.milliseconds(200)

  /// The sum of all limits.
  static let longest =
    Practice.farewell + pages + ports + voice + output + store + SQLiteStore.rescueLimit + recording + display + events
    + lastLines

  /// The time after which the process is ended regardless of hanging parts, with a reserve for a busy machine.
  static let limit = longest + .seconds(2)
}
