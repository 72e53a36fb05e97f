import Foundation
import Training

extension PageBuilder {
  /// Adds beats: the numbers with their condition, the rates that sound equally fast, the history.
  mutating func beats(_ report: BeatsReport, calendar: Calendar) {
    skipToNextPart()
    heading(words.heading(report))
    guard report.threshold != nil else {
      sentence(words.beginning(report), .value)
      return
    }
    statistics(report.countedStatistics(words))
    for other in report.otherConditions { sentence(words.sentence(other), .label) }
    if report.lapse != nil { sentence(words(.keySlips), .label) }
    if let lean = report.lean { scale(of: lean, words(.equallyFast), zero: words.percent(0), words.equallyFast) }
    timeline(report.timelineHere, orElse: Self.usualPercent, calendar: calendar)
  }

  /// Adds the threshold alone, in a line.
  mutating func summary(_ report: BeatsReport) {
    guard let threshold = report.threshold else { return }
    skipToNextPart()
    table([(words(.beats), "\(words.percent(threshold.value)) (\(words.percentBetween(threshold)))")])
  }

  /// The usual range of thresholds in per cent.
  private static let usualPercent = 1.0...30.0
}

extension BeatsReport {
  /// The history in the condition of the numbers.
  var timelineHere: [TimelineBucket] { timeline.filter { $0.beats == condition } }

  /// The numbers of the report; none without a threshold.
  func countedStatistics(_ words: PictureWords) -> [Statistic] {
    guard let threshold else { return [] }
    var statistics = [
      Statistic(
        name: words(.threshold), value: words.percent(threshold.value), note: words.percentBetween(threshold))
    ]
    if let lean {
      statistics.append(
        Statistic(
          name: words(.equallyFast), value: words.equallyFast(lean.value), note: words.percentBetween(lean.magnitude)))
    }
    if let lapse { statistics.append(Statistic(slips: lapse, words)) }
    if let trend { statistics.append(Statistic(trend, words)) }
    return statistics + [Statistic(answers: answers, here: answersHere, words)]
  }
}

extension PictureWords {
  /// The name of a condition of beats: `Major thirds, string timbre`.
  public func name(of condition: BeatsCondition) -> String {
    let interval: PictureWord =
      switch condition.interval {
      case .unison: .unisons
      case .third: .thirds
      case .fifth: .fifths
      case .octave: .octaves
      }
    return self(.beatsCondition, ["interval": self(interval), "timbre": self(PictureWord(condition.timbre))])
  }

  /// The text shown until `report` has a threshold: the number of answers kept, and the number still missing.
  public func beginning(_ report: BeatsReport) -> String { report.first.map(words) ?? self(.invitation) }

  /// The exercise and, if there are numbers, their condition.
  func heading(_ report: BeatsReport) -> String {
    guard report.threshold != nil else { return self(.beats) }
    return self(.conditionHeading, ["name": self(.beats), "condition": name(of: report.condition)])
  }

  /// The threshold in another condition, in a line.
  func sentence(_ report: BeatsConditionReport) -> String {
    self(
      .conditionOther,
      [
        "condition": name(of: report.condition), "value": percent(report.threshold.value),
        "band": percentBetween(report.threshold), "answers": answers(report.answers),
      ])
  }

  /// `second 4% faster`, `second 3% slower`.
  func equallyFast(_ percent: Double) -> String {
    self(percent > 0 ? .secondFaster : .secondSlower, ["value": number(abs(percent))])
  }

  /// The band of `value` in per cent: `2.4 to 3.9%`.
  func percentBetween(_ value: Banded) -> String { self(.percent, ["value": between(value.band)]) }
}
