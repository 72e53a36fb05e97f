/// The numbers by which fingers are judged. Times are milliseconds, widths are cents of the note that sounds.
///
/// **What is heard.** A finger that holds still wobbles by four cents or so at 4 to 7 Hz. What sounds is the mean of the longest
/// stretch up to now, 250 ms at most, within which it kept to a band of eleven cents: one period of the slowest wobble while it
/// holds, and next to nothing while it slides. So a held pitch stands still in the ear, by less than a cent, and what stands
/// still in the ear is what is kept.
enum FingerLimits {
  /// One period of the slowest wobble.
  static let window = 250.0
  /// Wobble to both sides, and one step of three cents.
  static let band = 11.0
  /// What has been within the band for so long is held.
  static let held = 150.0
  /// While the mean still changes it is taken anew so often.
  static let tick = 10.0

  /// Landing jerks for so long, which is nobody's tuning…
  static let landing = 40.0
  /// …and where a finger landed is the mean of so long after that, or until it slides.
  static let anchoring = 150.0

  /// A held finger that is so far from its mean either slides or is being lifted…
  static let departure = 6.5
  /// …and what was heard before is held for so long, until that is known.
  static let doubt = 80.0
  /// A press that eases takes longer to let go than a finger that slides off.
  static let easing = 200.0

  /// A finger that presses less than this share of what it did within the last `peak` is being lifted, or eases…
  static let lighter = 0.6
  /// See `lighter`.
  static let peak = 300.0
  /// …and what was heard before is held until its pressure has not fallen for so long, or it was lifted.
  static let eased = 150.0
  /// Less than this is no pressure that could fall.
  static let leastPressure = 20
  /// What pressure moves a bend by at most, without a slide.
  static let coupling = 12.0

  /// A finger that slid so far has tuned.
  static let leastSlide = 3.0
  /// To take the pitch from another finger, it must slide further than fingers wobble.
  static let takeover = 6.5
  /// A key that was let go sooner without a slide was tapped: no answer.
  static let tap = 250.0

  /// Of a control whose full travel is a level: steps from the middle to an end.
  static let levels = 63.5
  /// The same for pressure, which has one side and begins with the landing's.
  static let pressureLevels = 100.0
}
