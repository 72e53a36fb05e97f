import Practice
import SQLiteStore

/// How long each part may take once practice is left, one after the other, and so the longest that an orderly end takes.
///
/// Whoever ends us from outside has to wait longer: `TimeoutStopSec` in `udev/peach.service`.
enum OrderlyEnd {
  static let pages = Duration.milliseconds(300)
  static let ports = Duration.milliseconds(300)
  static let voice = Duration.milliseconds(300)
  static let output = Duration.seconds(1)
  static let store = Duration.seconds(2)
  static let recording = Duration.seconds(2)
  static let display = Duration.milliseconds(200)
  static let events = Duration.seconds(1)
  static let lastLines = Duration.milliseconds(200)

  /// What all of them come to at worst.
  static let longest =
    Practice.farewell + pages + ports + voice + output + store + SQLiteStore.rescueLimit + recording + display + events
    + lastLines

  /// After this the process is ended whatever hangs, with time for a busy machine.
  static let limit = longest + .seconds(2)
}
