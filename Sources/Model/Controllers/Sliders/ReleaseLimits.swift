import Time

/// The numbers by which the movement of a slider that stays where it is left is judged. Those of springs are `SpringLimits`.
enum ReleaseLimits {
  // MARK: Controls that stay where they are left

  /// A side is closed where it would be coarser than this. Cents per step.
  static let coarsestStep = 5.0
  /// No hand places a fader more finely than this share of its travel (10 bits), whatever its messages resolve.
  static let finestStep = 1.0 / 1023
  /// One step of an endless knob, in cents.
  static let encoderStep = 1.0
  /// Less than this share of the travel is no movement: pots flicker when touched.
  static let leastMovement = 0.002
  /// After touch-off, a last position may still be on its way. Milliseconds.
  static let touchOff = 25.0

  // MARK: Learning that CC 1 springs back

  /// So many fast returns in a row to one place within the travel make a control one that springs back…
  static let returnsWithin = 3
  /// …and so many to one of its ends, where a hand can stop as abruptly.
  static let returnsToEnd = 5
  /// How well the places agree.
  static let returnAgreement = 0.02
  /// It does not spring back after all if it was away from its rest at so many beginnings in a row.
  static let absences = 2
}

extension MonotonicTime {
  /// The time since `earlier` in milliseconds.
  func milliseconds(since earlier: MonotonicTime) -> Double {
    Double(nanoseconds - earlier.nanoseconds) / 1e6
  }

  /// The point `milliseconds` later.
  func adding(milliseconds: Double) -> MonotonicTime {
    MonotonicTime(nanoseconds: nanoseconds + Int64((milliseconds * 1e6).rounded()))
  }
}
