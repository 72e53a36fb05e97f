import Pictures
import Training

/// Beats in the profile, in words.
extension Catalogue {
  /// Returns the findings of `report` in sentences to read aloud.
  public func sentences(_ report: BeatsReport) -> [String] {
    let words = pictureWords
    let name = words(.beats)
    guard let threshold = report.threshold else {
      return [self(.first, ["name": name, "first": words.beginning(report)])] + slips(report.lapse, words)
    }
    let condition = words.name(of: report.condition)
    var sentences = [
      self(
        .beatsThreshold,
        values(threshold, words).merging(["name": name, "answers": words.answers(report.answers)]) { $1 }),
      report.answersHere == report.answers
        ? self(.timingCondition, ["condition": condition])
        : self(.timingConditionOfSome, ["condition": condition, "answers": words.answers(report.answersHere)]),
    ]
    sentences += report.otherConditions.map { other in
      self(
        .otherBeatsCondition,
        values(other.threshold, words).merging([
          "condition": words.name(of: other.condition), "answers": words.answers(other.answers),
        ]) { $1 })
    }
    if let lean = report.lean {
      sentences.append(self(lean.value > 0 ? .equalIfFaster : .equalIfSlower, values(lean.magnitude, words)))
    }
    sentences += slips(report.lapse, words)
    if let trend = report.trend { sentences.append(self(.trend, ["trend": words(PictureWord(trend))])) }
    return sentences
  }
}
