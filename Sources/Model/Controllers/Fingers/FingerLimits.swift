/// The thresholds for interpreting fingers. Times are in milliseconds, widths in cents of the sounding note.
///
/// **Audible pitch.** A finger that holds still wobbles by about four cents at 4 to 7 Hz. The audible pitch is the mean
/// over the longest recent stretch, up to 250 ms, in which the finger stayed within a band of eleven cents: one period
/// of the slowest wobble while it holds, and almost nothing while it slides. So a held pitch is steady to less than a
/// cent, and the pitch heard is the pitch recorded.
enum FingerLimits {
  /// One period of the slowest wobble.
  static let window = 250.0
  /// The wobble to both sides, and one step of three cents.
  static let band = 11.0
  /// The time within the band after which a finger is held.
  static let held = 150.0
  /// The interval at which the mean is updated while it changes.
  static let tick = 10.0

  /// The duration of the jerk of landing, which is not tuning…
  static let landing = 40.0
  /// …after which the landing place is the mean over this time, or until the finger slides.
  static let anchoring = 150.0

  /// A held finger this far from its mean either slides or is being lifted…
  static let departure = 6.5
  /// …and the previous pitch is held for this long, until that is decided.
  static let doubt = 80.0
  /// Releasing a press takes longer than sliding off the key.
  static let easing = 200.0

  /// A finger that presses less than this share of its pressure within the last `peak` is being lifted or easing…
  static let lighter = 0.6
  /// See `lighter`.
  static let peak = 300.0
  /// …and the previous pitch is held until its pressure has not fallen for this long, or it was lifted.
  static let eased = 150.0
  /// A smaller pressure is too small to fall noticeably.
  static let leastPressure = 20
  /// The largest bend that pressure causes without a slide.
  static let coupling = 12.0

  /// The slide from which a finger has tuned.
  static let leastSlide = 3.0
  /// The slide that takes over the pitch from another finger: more than fingers wobble.
  static let takeover = 6.5
  /// A key released sooner without a slide was tapped, which does not commit.
  static let tap = 250.0

  /// For a control whose full travel is a level: steps from the middle to an end.
  static let levels = 63.5
  /// The same for pressure, which has one side and begins with the pressure of landing.
  static let pressureLevels = 100.0
}
