extension TimingEar {
  /// The report in the condition practised last, or in the best-known one if that has nothing to show; nil without
  /// answers. Leaves out timeline and trend, which the ear does not keep.
  public func report() -> TimingReport? {
    guard let found = thresholds.report() else { return nil }
    let scale = scale(in: found.condition)
    return TimingReport(
      condition: found.condition, gap: gap(in: found.condition), answers: answers, answersHere: found.answers,
      threshold: found.threshold?.scaled(by: scale),
      otherConditions: found.others.map { condition, answers, threshold in
        TimingConditionReport(
          condition: condition, gap: gap(in: condition), answers: answers,
          threshold: threshold.scaled(by: self.scale(in: condition)))
      }, first: found.first, lean: found.lean?.scaled(by: scale), lapse: found.lapse)
  }
}
