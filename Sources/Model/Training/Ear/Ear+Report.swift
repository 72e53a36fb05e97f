import Glibc
import Pitch

extension Ear {
  /// The width in octaves at which a band is too wide to show: a factor of four.
  static let widestBand = 2.0
  /// The share of a note's prior variance that answers must remove to make it wholly known.
  private static let wholly = 0.6
  /// The variance, in octaves², by which a note may exceed the best-known note and still count as near an answer; about
  /// the movement of a curve within an octave.
  private static let nearby = 0.03
  /// The number of answers near a note that gives it half of its full weight in the mean over notes.
  private static let halfKnown = 20.0
  /// The number of answers in an octave from which a lean is reported.
  private static let leastOfLean = 20
  /// The number of answers in another condition from which its threshold is reported.
  private static let leastOfCondition = 20
  /// The number of answers from which the position of an interval is reported.
  private static let leastOfWidth = 40
  /// The share of the prior's variance that may remain in it: beyond that, the number would mostly be the prior's.
  private static let leastLearnedWidth = 0.25
  /// The factor by which its band is wider than the field's own: threshold and lean are learned separately, each
  /// ignoring the other's error. The field's own bands held the truth for 85 % of simulated ears (`make bench-ear`).
  private static let widthBand = 1.15

  /// Returns the report on `intervalClass` over `range`, in the condition practised last, or in the best-known one if
  /// that has nothing to show; nil if the class was never answered. Leaves out timeline and trend, which the ear does
  /// not keep.
  public func report(_ intervalClass: IntervalClass, over range: NoteRange) -> ComparisonReport? {
    guard intervalClasses.contains(intervalClass) else { return nil }
    let notes = (range.low.number...range.high.number).compactMap { Note($0) }
    let last = estimate(of: intervalClass)
    let lastReport = report(intervalClass, last, over: notes)
    guard lastReport.curve.isEmpty else { return lastReport }
    if let known = lastReport.otherConditions.max(by: { $0.answers < $1.answers }) {
      let knownReport = report(intervalClass, estimate(of: intervalClass, in: known.condition), over: notes)
      if !knownReport.curve.isEmpty { return knownReport }
    }
    var beginning = lastReport
    beginning.first = firstEstimate(of: intervalClass, over: range)
    return beginning
  }

  private func report(_ intervalClass: IntervalClass, _ estimate: ClassEstimate, over notes: [Note]) -> ComparisonReport
  {
    var report = ComparisonReport(
      intervalClass: intervalClass, condition: estimate.condition, answers: estimate.answers,
      answersHere: estimate.answersByCondition[estimate.condition, default: 0])
    report.otherConditions = Self.otherConditions(estimate, over: notes)
    // Answers reveal many lapses before they reveal a threshold.
    report.lapse = estimate.grid.sureLapse
    let surest = notes.map { estimate.threshold(estimate.field.place($0)).variance }.min() ?? 0
    let known = notes.compactMap { note in
      Self.point(estimate, note, surest: surest).map { (note, $0.threshold, $0.knowledge) }
    }
    guard !known.isEmpty else { return report }
    let middle = Self.mean(estimate, over: notes)
    report.threshold = Banded(octaves: middle)
    report.curve = known.map { note, threshold, knowledge in
      CurvePoint(
        note: note, threshold: Banded(octaves: threshold), knowledge: knowledge,
        isWeak: threshold.mean - Quantiles.normal * threshold.variance.squareRoot() > middle.mean)
    }
    let mean = known.reduce(0) { $0 + $1.1.mean } / Double(known.count)
    report.deviation = (known.reduce(0) { $0 + ($1.1.mean - mean) * ($1.1.mean - mean) } / Double(known.count))
      .squareRoot()
    if intervalClass == .unison {
      report.leans = Self.leans(estimate)
    } else {
      report.width = Self.width(estimate, over: notes)
    }
    return report
  }

  /// The threshold in each other condition with enough answers to show one; most answers first.
  private static func otherConditions(_ estimate: ClassEstimate, over notes: [Note]) -> [ConditionReport] {
    estimate.field.others.compactMap { condition -> ConditionReport? in
      let answers = estimate.answersByCondition[condition, default: 0]
      let middle = mean(estimate, over: notes, in: condition)
      guard answers >= leastOfCondition, canBeShown(middle.variance) else { return nil }
      return ConditionReport(condition: condition, answers: answers, threshold: Banded(octaves: middle))
    }.sorted { ($1.answers, $0.condition) < ($0.answers, $1.condition) }
  }

  /// The general threshold of a class over `range`, weighted to the notes with evidence, with its band: in `condition`,
  /// or in the one practised last. Available from the first answer, even if the band is wide; nil if the class was
  /// never answered.
  public func threshold(
    _ intervalClass: IntervalClass, in condition: Condition? = nil, over range: NoteRange
  ) -> Banded? {
    threshold(intervalClass, estimate(of: intervalClass, in: condition), over: range)
  }

  /// The same for the `estimate` of a class.
  func threshold(_ intervalClass: IntervalClass, _ estimate: ClassEstimate, over range: NoteRange) -> Banded? {
    guard intervalClasses.contains(intervalClass) else { return nil }
    let notes = (range.low.number...range.high.number).compactMap { Note($0) }
    return Banded(octaves: Self.mean(estimate, over: notes))
  }

  /// The lapse rate of a class with its 90 % band, even while the answers show nothing about it; nil if the class was
  /// never answered.
  public func lapse(_ intervalClass: IntervalClass) -> Banded? {
    intervalClasses.contains(intervalClass) ? estimate(of: intervalClass).grid.lapse : nil
  }

  /// The mean over `notes`, each weighted by the number of answers near it, up to a full weight. Where there are few
  /// answers, the curve only repeats its neighbours and the assumptions about all ears. Weights from the model's
  /// uncertainty would leave out half of the keyboard, with its answers, long after it was asked: 3 % more error.
  /// Weights from the answers alone would give a mean over the questions, not over the keyboard. The deviations of
  /// single notes have averaged out.
  private static func mean(
    _ estimate: ClassEstimate, over notes: [Note], in condition: Condition? = nil
  ) -> (mean: Double, variance: Double) {
    let weighed = notes.map { note in
      let near = Double(estimate.answers(near: note))
      return (note: note, weight: max(near, 0.01) / (near + halfKnown))
    }
    let middle = estimate.threshold(estimate.field.place(meanOf: weighed, in: condition))
    return (middle.mean, middle.variance - KeyboardField.idiosyncrasy * KeyboardField.idiosyncrasy)
  }

  /// The share of a note's prior variance that answers have removed.
  private static func learned(_ place: KeyboardField.Place, _ note: Note) -> Double {
    1 - place.variance / KeyboardField.priorVariance(note)
  }

  /// The curve's point at one note; nil if too uncertain to show, or without an answer near it. `surest` is the
  /// variance at the best-known note.
  private static func point(
    _ estimate: ClassEstimate, _ note: Note, surest: Double
  ) -> (threshold: (mean: Double, variance: Double), knowledge: Double)? {
    let place = estimate.field.place(note)
    let threshold = estimate.threshold(place)
    guard estimate.answers(near: note) > 0, canBeShown(threshold.variance) else { return nil }
    let learned = learned(place, note)
    let nearness = 1 - (threshold.variance - surest) / nearby
    return (threshold, min(max(nearness, learned / wholly, 0), 1))
  }

  /// The difference, in cents, between the interval at which this ear answers "higher" as often as "lower" and the
  /// interval of the tuning; positive is wider. A mean over `notes`, weighted by their answers.
  private static func width(_ estimate: ClassEstimate, over notes: [Note]) -> Banded? {
    let answers = notes.map { Double(estimate.answersByNote[$0.number]) }
    let total = answers.reduce(0, +)
    guard total >= Double(leastOfWidth) else { return nil }
    // A player who answers "wide" too often hears a narrower interval as in tune.
    let weights = zip(notes, answers).map { ($0, -LeanField.unit * $1 / total) }
    let (width, variance) = estimate.lean.sum(weights)
    guard variance <= leastLearnedWidth * LeanField(.interval).sum(weights).variance else { return nil }
    let reach = widthBand * Quantiles.normal * variance.squareRoot()
    return Banded(width, width - reach...width + reach)
  }

  private static func leans(_ estimate: ClassEstimate) -> [RegionLean] {
    (0...10).compactMap { octave in
      guard estimate.answers(at: 12 * octave...12 * octave + 11) >= leastOfLean, let low = Note(max(12 * octave, 21)),
        let high = Note(min(12 * octave + 11, 108)), let notes = NoteRange(low, high),
        let middle = Note(12 * octave + 6)
      else { return nil }
      let lean = estimate.lean.lean(at: middle)
      let reach = Quantiles.normal * lean.variance.squareRoot()
      return RegionLean(notes: notes, lean: Banded(lean.mean, lean.mean - reach...lean.mean + reach))
    }
  }
}

extension Banded {
  /// The limits of a threshold, in octaves, even from a damaged snapshot.
  private static let bounds = -30.0...30.0

  /// A threshold, with its band, from the moments of its log₂.
  init(octaves moments: ThresholdGrid.Moments) {
    // In this order NaN becomes a limit.
    let mean = max(Self.bounds.lowerBound, min(Self.bounds.upperBound, moments.mean))
    let reach = min(Self.bounds.upperBound, Quantiles.normal * max(0, moments.variance).squareRoot())
    self.init(exp2(mean), exp2(mean - reach)...exp2(mean + reach))
  }
}

extension ClassEstimate {
  /// The distance from an answer, in semitones, within which the curve is shown. Farther away the model extrapolates by
  /// its tilt and its bowl: good enough to choose an exercise there, but no knowledge of this ear.
  private static let nearAnAnswer = 5

  /// The number of answers near `note`.
  fileprivate func answers(near note: Note) -> Int {
    answers(at: note.number - Self.nearAnAnswer...note.number + Self.nearAnAnswer)
  }
}

extension ThresholdGrid {
  /// The limits of the lapse rates that each lane represents: halfway to its neighbours, and one half, at which nothing
  /// heard counts any more.
  private static let lapseLimits: [Double] =
    [0] + (1..<Lapses.scalarCount).map { (lapses[$0 - 1] + lapses[$0]) / 2 } + [0.5]
  /// The prior of the reported lapse rate, relative to the prior of the threshold's estimate: density x^−0.4. The
  /// estimate needs a narrow prior, because answers that are 80 % right hardly separate lapses from a coarse ear; but a
  /// band from that prior would report the prior, and held a rate of 15 % for one simulated ear in six. From this prior
  /// the band holds any rate up to 25 % as often as it should, and 0 for nineteen ears in twenty (`make bench-ear`).
  private static let reportedPrior: Lapses = {
    var shares = Lapses.zero
    for lane in 0..<Lapses.scalarCount { shares[lane] = pow(lapseLimits[lane + 1], 0.6) - pow(lapseLimits[lane], 0.6) }
    return shares / lapsePrior
  }()

  /// The lapse rate; nil while its band includes a usual one, because the answers have not shown anything until then.
  var sureLapse: Banded? {
    let lapse = lapse
    return ComparisonReport.reports(lapse: lapse) ? lapse : nil
  }

  /// The lapse rate with its 90 % band.
  var lapse: Banded {
    let weights = lapseProbabilities * Self.reportedPrior
    let probabilities = weights / weights.sum()
    let (lowest, highest) = (Self.quantile(0.05, of: probabilities), Self.quantile(0.95, of: probabilities))
    // The first lane includes 0, the last one every higher rate.
    let high = highest > Self.lapseLimits[Lapses.scalarCount - 1] ? Self.lapses.max() : highest
    let band = (lowest < Self.lapseLimits[1] ? 0 : min(lowest, high))...high
    return Banded(min(max((probabilities * Self.lapses).sum(), band.lowerBound), band.upperBound), band)
  }

  /// The lapse rate below which `share` of the probability lies, evenly distributed within each lane's limits.
  private static func quantile(_ share: Double, of probabilities: Lapses) -> Double {
    var below = 0.0
    for lane in 0..<Lapses.scalarCount {
      let (here, low, high) = (probabilities[lane], lapseLimits[lane], lapseLimits[lane + 1])
      if below + here >= share { return low + (high - low) * (share - below) / max(here, 1e-300) }
      below += here
    }
    return lapseLimits[Lapses.scalarCount]
  }
}
