import Glibc

extension ConditionEar {
  /// The size of the next question in `condition`, within `limits`: the predicted share of right answers, lapses
  /// included and with the lean as uncertain as it is, is `success`, or as near to it as lapses allow.
  ///
  /// After a wrong answer it is never narrower than the question `missed`, each in units of the threshold predicted in
  /// its own condition; only then can it exceed `limits`.
  func question(
    in condition: Key, success: Double, within limits: ClosedRange<Double>,
    after missed: (magnitude: Double, condition: Key)?
  ) -> Double {
    let share = min(success, EdgeStrategy.mostOfAttainable * (1 - lapse / 2))
    let wanted = Prediction(self, in: condition).magnitude(share: share, within: limits)
    guard let missed else { return wanted }
    let octaves = octaves(in: condition).mean - octaves(in: missed.condition).mean
    return max(wanted, missed.magnitude * exp2(octaves))
  }
}
