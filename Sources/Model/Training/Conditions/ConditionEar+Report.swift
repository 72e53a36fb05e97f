import Glibc

extension ConditionEar {
  /// The number of answers in another condition from which its threshold is reported.
  private static var leastOfCondition: Int { 20 }
  /// The standard deviations from 0 at which a lean is reported: few of the ears without lean reach it, whatever their
  /// threshold.
  private static var sureLean: Double { 2.1 }
  /// The limit of the count of answers to a first threshold: a player who needs more is answering at random.
  private static var mostAnswers: Int { 200 }

  /// The numbers to show in one condition.
  struct Report {
    /// The condition.
    var condition: Key
    /// The number of answers given in it.
    var answers: Int
    /// The threshold; nil until its band is narrow enough to show.
    var threshold: Banded?
    /// The other conditions with enough answers, if certain enough; most answers first.
    var others: [(condition: Key, answers: Int, threshold: Banded)]
    /// The distance to a first threshold; nil if there is a threshold.
    var first: FirstEstimate?
    /// The difference at which the ear answers either way equally often; nil without strong evidence that it is not 0.
    var lean: Banded?
    /// The lapse rate; nil without evidence.
    var lapse: Banded?
  }

  /// The report in the condition practised last, or in the best-known one if that has nothing to show; nil without
  /// answers.
  func report() -> Report? {
    guard let last = condition else { return nil }
    let lastReport = report(in: last)
    guard lastReport.threshold == nil else { return lastReport }
    if let known = lastReport.others.first { return report(in: known.condition) }
    var beginning = lastReport
    beginning.first = firstEstimate(in: last)
    return beginning
  }

  private func report(in condition: Key) -> Report {
    let others = practised.compactMap { other, answers -> (condition: Key, answers: Int, threshold: Banded)? in
      guard other != condition, answers >= Self.leastOfCondition, Ear.canBeShown(octaves(in: other).variance),
        let threshold = threshold(in: other)
      else { return nil }
      return (other, answers, threshold)
    }
    // Answers reveal many lapses before they reveal a threshold.
    var report = Report(
      condition: condition, answers: practised[condition] ?? 0,
      others: others.sorted { ($1.answers, $0.condition) < ($0.answers, $1.condition) }, lapse: grid.sureLapse)
    guard Ear.canBeShown(octaves(in: condition).variance) else { return report }
    report.threshold = threshold(in: condition)
    let (mean, deviation) = (-lean.mean, lean.variance.squareRoot())
    if mean.magnitude > Self.sureLean * deviation {
      report.lean = Banded(mean, between: mean - Quantiles.normal * deviation, and: mean + Quantiles.normal * deviation)
    }
    return report
  }

  /// The threshold in `condition`, practised or not, with its band, even if it is wide; nil without answers.
  func threshold(in condition: Key) -> Banded? {
    isCold ? nil : Banded(octaves: octaves(in: condition))
  }

  /// The distance to a threshold in `condition`, which has none to show: answers are learned ahead as in
  /// `Ear.firstEstimate`, without the lean. Takes up to some milliseconds.
  private func firstEstimate(in condition: Key) -> FirstEstimate? {
    guard let place = field?.place(condition) else { return nil }
    let target = TrainingSettings.standard.targetSuccess
    var grid = grid
    grid.weigh { _, lane in ThresholdGrid.fewLapses[lane] }
    var more = 0
    while !Ear.canBeShown(place.threshold(grid.moments).variance), more < Self.mostAnswers {
      var (low, high) = (log2(Key.scale.floor), log2(2 * Key.scale.first))
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
