import Glibc

extension TimingEar {
  /// The number of answers in another condition from which its threshold is reported.
  private static let leastOfCondition = 20
  /// The standard deviations from 0 at which a lean is reported: few of the ears without lean reach it, whatever their
  /// threshold.
  private static let sureLean = 2.1

  /// The report in the condition practised last, or in the best-known one if that has nothing to show; nil without
  /// answers. Leaves out timeline and trend, which the ear does not keep.
  public func report() -> TimingReport? {
    guard let last = condition else { return nil }
    let lastReport = report(in: last)
    guard lastReport.threshold == nil else { return lastReport }
    if let known = lastReport.otherConditions.first { return report(in: known.condition) }
    var beginning = lastReport
    beginning.first = firstEstimate(in: last)
    return beginning
  }

  private func report(in condition: TimingCondition) -> TimingReport {
    let practice = practised[condition] ?? Practice(gap: Self.corner)
    let scale = Self.scale(gap: practice.gap)
    var report = TimingReport(
      condition: condition, gap: practice.gap, answers: answers, answersHere: practice.answers)
    report.otherConditions = practised.keys.compactMap { $0 == condition ? nil : conditionReport($0) }
      .sorted { ($1.answers, $0.condition) < ($0.answers, $1.condition) }
    // Answers reveal many lapses before they reveal a threshold.
    report.lapse = grid.sureLapse
    guard Ear.canBeShown(octaves(in: condition).variance) else { return report }
    report.threshold = threshold(in: condition)?.scaled(by: scale)
    let (lean, deviation) = (-lean.mean * scale, lean.variance.squareRoot() * scale)
    if lean.magnitude > Self.sureLean * deviation {
      report.lean = Banded(lean, between: lean - Quantiles.normal * deviation, and: lean + Quantiles.normal * deviation)
    }
    return report
  }

  private func conditionReport(_ condition: TimingCondition) -> TimingConditionReport? {
    guard let practice = practised[condition], practice.answers >= Self.leastOfCondition,
      Ear.canBeShown(octaves(in: condition).variance), let threshold = threshold(in: condition)
    else { return nil }
    return TimingConditionReport(
      condition: condition, gap: practice.gap, answers: practice.answers,
      threshold: threshold.scaled(by: Self.scale(gap: practice.gap)))
  }

  /// The threshold in `condition`, practised or not, in *normalised* milliseconds with its band, even if it is wide;
  /// nil without answers.
  public func threshold(in condition: TimingCondition) -> Banded? {
    isCold ? nil : Banded(octaves: octaves(in: condition))
  }

  // MARK: - The first threshold

  /// The limit of the count: a player who needs more answers is answering at random.
  private static let mostAnswers = 200

  /// The distance to a threshold in `condition`, which has none to show: answers are learned ahead as in
  /// `Ear.firstEstimate`, without the lean. Takes up to some milliseconds.
  private func firstEstimate(in condition: TimingCondition) -> FirstEstimate? {
    guard let place = field?.place(condition) else { return nil }
    let target = TrainingSettings.standard.targetSuccess
    var grid = grid
    grid.weigh { _, lane in ThresholdGrid.fewLapses[lane] }
    var more = 0
    while !Ear.canBeShown(place.threshold(grid.moments).variance), more < Self.mostAnswers {
      var (low, high) = (log2(EdgeTimingStrategy.floor), log2(2 * EdgeTimingStrategy.first))
      var probabilities: [Double] = []
      while high - low > 0.1 {
        let middle = (low + high) / 2
        probabilities = (0..<ThresholdGrid.count).map { index in
          Observer.normal(
            Observer.thresholdPerSigma * exp2(middle - place.octaves(at: ThresholdGrid.octaves(index))))
        }
        if grid.share(probabilities) < target { low = middle } else { high = middle }
      }
      grid.expect(probabilities)
      more += 1
    }
    return FirstEstimate(answers: answers, more: max(more, 1))
  }
}
