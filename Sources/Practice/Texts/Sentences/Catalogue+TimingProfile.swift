import Pictures
import Training

/// Early or late in the profile, in words.
extension Catalogue {
  /// Returns the findings of `report` in sentences to read aloud.
  public func sentences(_ report: TimingReport) -> [String] {
    let words = pictureWords
    let name = words(.timing)
    guard let threshold = report.threshold, let share = report.thresholdShare else {
      return [self(.first, ["name": name, "first": words.beginning(report)])] + slips(report.lapse, words)
    }
    var sentences = [
      self(
        .timingThreshold,
        values(threshold, words).merging(["name": name, "answers": words.answers(report.answers)]) { $1 }),
      self(
        report.gap < TimingReport.corner ? .timingShareBelow : .timingShareAbove,
        [
          "share": words.number(share.value), "gap": words.number(report.gap.rounded()),
          "low": words.number(share.band.lowerBound), "high": words.number(share.band.upperBound),
          "corner": words.number(TimingReport.corner),
        ]),
      condition(report, words),
    ]
    sentences += report.otherConditions.map { other in
      self(
        .otherTimingCondition,
        values(other.threshold, words).merging([
          "condition": words.name(of: other.condition), "share": words.number(other.thresholdShare.value),
          "answers": words.answers(other.answers),
        ]) { $1 })
    }
    if let lean = report.lean {
      sentences.append(self(lean.value > 0 ? .onTimeLate : .onTimeEarly, values(lean.magnitude, words)))
    }
    sentences += slips(report.lapse, words)
    if let trend = report.trend { sentences.append(self(.trend, ["trend": words(PictureWord(trend))])) }
    return sentences
  }

  /// Returns the condition that the numbers are for, and the number of answers in it if there are others.
  private func condition(_ report: TimingReport, _ words: PictureWords) -> String {
    let condition = words.name(of: report.condition)
    guard report.answersHere != report.answers else { return self(.timingCondition, ["condition": condition]) }
    return self(
      .timingConditionOfSome, ["condition": condition, "answers": words.answers(report.answersHere)])
  }

  /// Returns an estimate and the ends of its band, as numbers.
  func values(_ banded: Banded, _ words: PictureWords) -> [String: String] {
    [
      "value": words.number(banded.value), "low": words.number(banded.band.lowerBound),
      "high": words.number(banded.band.upperBound),
    ]
  }
}
