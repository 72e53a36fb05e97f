import Time

/// The thresholds for interpreting a slider that stays where it is left. `SpringLimits` has those of springs.
enum ReleaseLimits {
  // MARK: Controls that stay where they are left

  /// The step from which a side is closed as too coarse, in cents.
  static let coarsestStep = 5.0
  /// The finest share of a fader's travel that a hand can place (10 bits), even if its messages are finer.
  static let finestStep = 1.0 / 1023
  /// One step of an endless knob, in cents.
  static let encoderStep = 1.0
  /// The smallest movement as a share of the travel: pots flicker when touched.
  static let leastMovement = 0.002
  /// The time after touch-off in which a last position may still arrive. Milliseconds.
  static let touchOff = 25.0

  // MARK: Learning whether CC 1 springs back

  /// The number of consecutive fast returns to one place within the travel after which a control counts as springing
  /// back…
  static let returnsWithin = 3
  /// …and the number of returns to one of its ends, where a hand can stop as abruptly.
  static let returnsToEnd = 5
  /// The tolerance between the places.
  static let returnAgreement = 0.02
  /// The number of consecutive beginnings away from its rest after which the control does not count as springing back
  /// after all.
  static let absences = 2
}

extension MonotonicTime {
  /// Returns the time since `earlier` in milliseconds.
  func milliseconds(since earlier: MonotonicTime) -> Double {
    Double(nanoseconds - earlier.nanoseconds) / 1e6
  }

  /// Returns the point `milliseconds` later.
  func adding(milliseconds: Double) -> MonotonicTime {
    MonotonicTime(nanoseconds: nanoseconds + Int64((milliseconds * 1e6).rounded()))
  }
}
