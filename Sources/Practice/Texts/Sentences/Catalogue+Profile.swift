import Pictures
import Pitch
import Training

/// The profile of the player's ear, in words.
extension Catalogue {
  /// The words in pictures.
  public var pictureWords: PictureWords {
    PictureWords(
      language: language.rawValue, decimalMark: rule.decimalMark, text: { text("picture.\($0.rawValue)", [:]) },
      counted: { text("picture.\($0.rawValue).\(rule.form(of: $1).rawValue)", [:]) }, name: name,
      pattern: { text(Self.key(of: $0.rawValue, for: .timingPattern), [:]) }, notes: noteNames)
  }

  /// Returns a share in whole percent, in the language's format.
  public func percent(_ value: Int) -> String { pictureWords(.percent, ["value": "\(value)"]) }

  /// Returns the title and description of the picture of `report`.
  public func caption(_ report: ProfileReport, of intervalClass: IntervalClass? = nil) -> Caption {
    let shown = intervalClass ?? report.mainClass
    return Caption(
      title: self(.pictureTitle, ["name": name(of: shown)]),
      summary: ((rangeSentence(report, shown).map { [$0] } ?? []) + sentences(report, of: intervalClass)).joined(
        separator: " "))
  }

  /// Returns the title and description of the preview of `report`.
  public func previewCaption(_ report: ProfileReport, of intervalClass: IntervalClass? = nil) -> Caption {
    let shown = intervalClass ?? report.mainClass
    let comparison = report.comparisons.first { $0.intervalClass == shown }
    let words = pictureWords
    let known = comparison.flatMap { comparison in comparison.threshold.map { thresholdSentence(comparison, $0, words) }
    }
    return Caption(title: self(.previewTitle), summary: known ?? words.beginning(comparison))
  }

  /// Returns the findings of `report`, or of one class, in sentences to read aloud.
  public func sentences(_ report: ProfileReport, of intervalClass: IntervalClass? = nil) -> [String] {
    let words = pictureWords
    let comparisons = report.comparisons.filter { intervalClass == nil || $0.intervalClass == intervalClass }
    let matchings = intervalClass == nil ? report.matchings : []
    let told =
      comparisons.flatMap { sentences($0, over: report.range, words) } + shared(comparisons, in: report)
      + matchings.flatMap { sentences($0, words) }
      + matchings.compactMap { sentence($0, among: matchings, words) }
    let timing = intervalClass == nil ? report.timing : nil
    let beats = intervalClass == nil ? report.beats : nil
    let calibration = intervalClass == nil ? report.calibration : nil
    let all =
      told + (timing.map { sentences($0) } ?? []) + (beats.map { sentences($0) } ?? [])
      + (calibration.map { sentences($0) } ?? [])
    return all.isEmpty ? [words(.invitation)] : all
  }

  /// Returns a sentence on the evidence that intervals have from each other, if a threshold in `shown` rests on it.
  private func shared(_ shown: [ComparisonReport], in report: ProfileReport) -> [String] {
    let isShared = shown.contains { $0.intervalClass != .unison && $0.threshold != nil } && report.comparisons.count > 1
    return isShared ? [self(.sharedStrength)] : []
  }

  private func sentences(_ report: ComparisonReport, over range: NoteRange, _ words: PictureWords) -> [String] {
    guard let threshold = report.threshold, !report.curve.isEmpty else {
      let name = name(of: report.intervalClass)
      guard report.first != nil else { return [self(.nothing, ["name": name])] }
      return [self(.first, ["name": name, "first": words.beginning(report)])] + slips(report.lapse, words)
    }
    var told = [
      thresholdSentence(report, threshold, words),
      conditionSentence(report, words),
    ]
    told += report.otherConditions.map { other in
      self(
        .otherCondition,
        [
          "condition": words.name(of: other.condition), "cents": words.cents(other.threshold.value),
          "low": words.measured(other.threshold.band.lowerBound),
          "high": words.measured(other.threshold.band.upperBound),
          "answers": words.answers(other.answers),
        ])
    }
    // The best note is certain only if the bands of best and worst are disjoint.
    if let least = report.curve.min(by: { $0.threshold.value < $1.threshold.value }),
      let most = report.curve.max(by: { $0.threshold.value < $1.threshold.value }),
      least.threshold.band.upperBound < most.threshold.band.lowerBound
    {
      told.append(
        self(
          .extremes,
          [
            "small": name(of: least.note), "smallCents": words.cents(least.threshold.value),
            "large": name(of: most.note), "largeCents": words.cents(most.threshold.value),
          ]))
    }
    // A factor of 1 means no variation.
    if let deviation = report.deviation, words.factor(deviation) != words.factor(0) {
      told.append(self(.variation, ["value": words.factor(deviation)]))
    }
    let weak = report.weakRanges
    if !weak.isEmpty { told.append(self(.weak, ["ranges": list(weak)])) }
    let gaps = report.gaps(in: range)
    if !gaps.isEmpty { told.append(self(.gaps, ["ranges": list(gaps)])) }
    told += slips(report.lapse, words)
    if let width = report.width {
      told.append(
        self(
          words.number(width.value) == "0" ? .noWidth : .width,
          [
            "name": name(of: report.intervalClass), "width": words.width(width.value),
            "low": words.width(width.band.lowerBound), "high": words.width(width.band.upperBound),
          ]))
    }
    told += report.sureLeans.map(words.sentence)
    if let trend = report.trend { told.append(self(.trend, ["trend": words(PictureWord(trend))])) }
    if let session = report.session { told += words.sentences(session) }
    return told
  }

  private func sentences(_ report: MatchingReport, _ words: PictureWords) -> [String] {
    var told: [String] = []
    let name = words(PictureWord(report))
    if report.bias == nil, report.spread == nil { told.append(early(report, words)) }
    if let bias = report.bias {
      told.append(
        self(
          .matching,
          [
            "name": name, "bias": words.bias(bias.value, of: report),
            "low": words.bias(bias.band.lowerBound, of: report), "high": words.bias(bias.band.upperBound, of: report),
            "matches": words.matches(report.matches),
          ]))
    }
    if let spread = report.spread {
      told.append(
        self(
          .matchingSpread,
          [
            "spread": words.cents(spread.value), "low": words.measured(spread.band.lowerBound),
            "high": words.measured(spread.band.upperBound),
          ]))
    }
    if let lag = report.sureLag { told.append(words.sentence(lag: lag)) }
    if let step = report.centsPerStep { told.append(words(.step, ["value": words.cents(step)])) }
    told += report.regions.map { region in
      self(
        .region,
        [
          "notes": notes(region.notes), "bias": words.bias(region.bias.value, of: report),
          "spread": words.cents(region.spread.value),
        ])
    }
    return told
  }

  /// Returns a sentence on matches that are too few for numbers.
  private func early(_ report: MatchingReport, _ words: PictureWords) -> String {
    self(
      .matchingEarly, ["name": words(PictureWord(report)), "matches": words.matches(report.matches)])
  }

  /// Returns both spreads of this kind of matching: from memory, as in `report`, and with a held reference.
  private func sentence(
    _ report: MatchingReport, among reports: [MatchingReport], _ words: PictureWords
  ) -> String? {
    guard let memory = report.spread, let held = report.held(among: reports)?.spread else { return nil }
    return self(
      .bothSpreads,
      ["name": words(PictureWord(report)), "memory": words.cents(memory.value), "held": words.cents(held.value)])
  }

  /// Returns the ranges of notes with a known threshold; nil if no note has one.
  private func rangeSentence(_ report: ProfileReport, _ intervalClass: IntervalClass) -> String? {
    let ranges = report.comparison(of: intervalClass)?.knownRanges ?? []
    return ranges.isEmpty ? nil : self(.range, ["ranges": list(ranges)])
  }

  /// Returns the condition that the numbers are for, and the number of answers in it if there are others.
  private func conditionSentence(_ report: ComparisonReport, _ words: PictureWords) -> String {
    let condition = words.name(of: report.condition)
    guard report.answersHere != report.answers else { return self(.condition, ["condition": condition]) }
    return self(
      .conditionOfSome, ["condition": condition, "answers": words.answers(report.answersHere)])
  }

  /// Returns the lapse rate as estimated by the model, and a note on its effect on the threshold if it is high.
  func slips(_ lapse: Banded?, _ words: PictureWords) -> [String] {
    guard let lapse else { return [] }
    func percent(_ share: Double) -> String { words.number((share * 100).rounded()) }
    let isOpen = lapse.band.upperBound >= ComparisonReport.highestLapse
    let told = self(
      isOpen ? .slipsAtLeast : .slips,
      ["value": percent(lapse.value), "low": percent(lapse.band.lowerBound), "high": percent(lapse.band.upperBound)])
    return [told] + (lapse.value >= 0.1 ? [self(.manySlips)] : [])
  }

  private func thresholdSentence(_ report: ComparisonReport, _ threshold: Banded, _ words: PictureWords) -> String {
    self(
      .earThreshold,
      [
        "name": name(of: report.intervalClass), "cents": words.cents(threshold.value),
        "low": words.measured(threshold.band.lowerBound), "high": words.measured(threshold.band.upperBound),
        "answers": words.answers(report.answers),
      ])
  }

  /// Returns the sentences on matching only.
  public func matchingSentences(_ report: ProfileReport) -> [String] {
    report.matchings.flatMap { sentences($0, pictureWords) }
  }

  /// Joins ranges of notes.
  public func list(_ ranges: [NoteRange]) -> String { ranges.map(notes).joined(separator: ", ") }

  private func notes(_ range: NoteRange) -> String {
    range.span == 0
      ? name(of: range.low) : self(.notes, ["low": name(of: range.low), "high": name(of: range.high)])
  }
}
