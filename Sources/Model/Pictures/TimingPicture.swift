import Foundation
import Training

extension PageBuilder {
  /// Adds early or late: the numbers with their condition, the place of "on time", the history.
  mutating func timing(_ report: TimingReport, calendar: Calendar) {
    skipToNextPart()
    heading(words.heading(report))
    guard report.threshold != nil else {
      sentence(words.beginning(report), .value)
      return
    }
    statistics(report.countedStatistics(words))
    for other in report.otherConditions { sentence(words.sentence(other), .label) }
    sentence(words.timingKey, .label)
    if report.lapse != nil { sentence(words(.keySlips), .label) }
    if let lean = report.lean { scale(of: lean, words(.onTime), zero: words.milliseconds(0), words.onTime) }
    timeline(report.timelineHere, orElse: Self.usualMilliseconds, calendar: calendar)
  }

  /// Adds the threshold alone, in a line.
  mutating func summary(_ report: TimingReport) {
    guard let threshold = report.threshold else { return }
    skipToNextPart()
    table([(words(.timing), words.milliseconds(threshold))])
  }

  /// The usual range of thresholds in milliseconds.
  private static let usualMilliseconds = 2.0...50.0

  /// Draws a lean, such as the place of "on time": a scale with negative values on the left and 0 in its middle, a band
  /// on it, and the estimate in the band. `zero` and `value` name its numbers.
  mutating func scale(of lean: Banded, _ name: String, zero: String, _ value: (Double) -> String) {
    skip(measures.smallGap)
    axisName(name)
    let farthest = max(abs(lean.band.lowerBound), abs(lean.band.upperBound))
    let limit = [10.0, 20, 50, 100, 200, 500].first { $0 >= farthest } ?? 1000
    let (left, width) = (plotLeft, plotWidth)
    func x(_ number: Double) -> Double { left + width * (min(max(number / limit, -1), 1) + 1) / 2 }
    let height = measures.isCells ? Measures.cellHeight : 20
    let (top, bottom, middle) = (y, y + height, y + height / 2)
    add(.line(from: Point(x(-limit), middle), to: Point(x(limit), middle), ink: .rule, width: 1, isDashed: false))
    add(.line(from: Point(x(0), top), to: Point(x(0), bottom), ink: .rule, width: 1, isDashed: false))
    let ends = [x(lean.band.lowerBound), x(lean.band.upperBound)]
    add(
      .band(
        upper: ends.map { Point($0, top + height / 5) }, lower: ends.map { Point($0, bottom - height / 5) }, ink: .band,
        stops: ends.map { StrengthStop(x: $0, strength: 0.75) }))
    add(.dot(Point(x(lean.value), middle), radius: 3.5, ink: .curve))
    skip(height + (measures.isCells ? 0 : 3))
    for (number, anchor) in [(-limit, Text.Anchor.start), (0, .middle), (limit, .end)] {
      add(
        .text(
          Text(
            number == 0 ? zero : value(number), at: Point(x(number), y + measures.ascent(.tick)), anchor: anchor,
            role: .tick)))
    }
    skip(measures.lineHeight(.tick) + measures.smallGap)
  }
}

extension TimingReport {
  /// The history in the condition of the numbers.
  var timelineHere: [TimelineBucket] { timeline.filter { $0.timing == condition } }

  /// The numbers of the report; none without a threshold.
  func countedStatistics(_ words: PictureWords) -> [Statistic] {
    guard let threshold, let share = thresholdShare else { return [] }
    var statistics = [
      Statistic(
        name: words(.threshold), value: words.milliseconds(threshold.value), note: words.between(threshold.band)),
      Statistic(
        name: words(.timingShare), value: words.percent(share.value),
        note: words(.percent, ["value": words.between(share.band)])),
    ]
    if let lean {
      statistics.append(
        Statistic(name: words(.onTime), value: words.onTime(lean.value), note: words.between(lean.magnitude.band)))
    }
    if let lapse { statistics.append(Statistic(slips: lapse, words)) }
    if let trend { statistics.append(Statistic(trend, words)) }
    return statistics + [Statistic(answers: answers, here: answersHere, words)]
  }
}

extension Banded {
  /// The size of a value that is surely on one side of 0, with its band.
  public var magnitude: Banded {
    value < 0 ? Banded(-value, -band.upperBound ... -band.lowerBound) : self
  }
}

extension PictureWords {
  /// The name of a condition of early or late: `Straight sixteenths, note 3, about 80 beats per minute, heard twice`.
  public func name(of condition: TimingCondition) -> String {
    let heard: PictureWord? =
      switch condition.loops {
      case .unknown: nil
      case .one: .heardOnce
      case .two: .heardTwice
      case .few: .heardFew
      case .many: .heardMany
      }
    let parts: [String?] = [
      condition.pattern.map { name(of: $0) } ?? self(.rhythmUnknown),
      condition.position.map { self(.rhythmNote, ["position": "\($0)"]) },
      condition.tempo.map { self(.rhythmTempo, ["tempo": "\($0)"]) },
      heard.map { self($0) },
    ]
    return parts.compactMap(\.self).joined(separator: ", ")
  }

  /// The text shown until `report` has a threshold: the number of answers kept, and the number still missing.
  public func beginning(_ report: TimingReport) -> String { report.first.map(words) ?? self(.invitation) }

  /// The exercise and, if there are numbers, their condition.
  func heading(_ report: TimingReport) -> String {
    guard report.threshold != nil else { return self(.timing) }
    return self(.conditionHeading, ["name": self(.timing), "condition": name(of: report.condition)])
  }

  /// The threshold in another condition, in a line.
  func sentence(_ report: TimingConditionReport) -> String {
    self(
      .conditionOther,
      [
        "condition": name(of: report.condition), "value": milliseconds(report.threshold.value),
        "band": between(report.threshold.band), "answers": answers(report.answers),
      ])
  }

  /// How thresholds at other tempos follow from one.
  var timingKey: String { self(.timingKey, ["corner": number(TimingReport.corner)]) }

  /// `8 ms`.
  func milliseconds(_ value: Double) -> String { self(.milliseconds, ["value": number(value)]) }

  /// `8 ms (5 to 11)`.
  func milliseconds(_ value: Banded) -> String { "\(milliseconds(value.value)) (\(between(value.band)))" }

  /// `8 ms late`, `5 ms early`.
  func onTime(_ milliseconds: Double) -> String {
    self(milliseconds > 0 ? .late : .early, ["value": number(abs(milliseconds))])
  }

  /// `12%`.
  func percent(_ value: Double) -> String { self(.percent, ["value": number(value)]) }
}
