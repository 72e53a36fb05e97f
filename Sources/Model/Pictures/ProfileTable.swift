import Foundation
import Pitch
import Training

/// A profile as plain lines in columns, for output that is not a terminal.
public enum ProfileTable {
  /// The semitones between two rows: the notes between add no information.
  static let semitones = 4

  /// Returns the content of `ProfilePicture.page` for the same report. Lines have no padding at their end.
  public static func lines(
    _ report: ProfileReport, of intervalClass: IntervalClass? = nil, words: PictureWords, calendar: Calendar
  ) -> [String] {
    let shown = intervalClass ?? report.mainClass
    let comparison =
      report.comparisons.first { $0.intervalClass == shown } ?? ComparisonReport(intervalClass: shown, answers: 0)
    let statistics = comparison.countedStatistics(words).map { [$0.name, $0.value, $0.note ?? ""] }
    var parts = [[words.heading(comparison)] + columns(statistics)]
    parts.append(
      columns(
        comparison.otherConditions.map {
          [words.name(of: $0.condition)] + cells($0.threshold, words) + [words.answers($0.answers)]
        }))
    if comparison.curve.isEmpty {
      parts.append([words.beginning(comparison)])
    } else {
      let head = [words(.note), words(.threshold), words(.band), ""]
      let rows = told(comparison.curve).map { point in
        [
          words.name(of: point.note), words.cents(point.threshold.value), words.between(point.threshold.band),
          point.isWeak ? words(.weaker) : "",
        ]
      }
      parts.append(columns([head] + rows))
      parts.append([words(.keyNumbers)] + (comparison.lapse == nil ? [] : [words(.keySlips)]))
      if comparison.width != nil { parts.append([words(.keyWidth)]) }
      parts.append(comparison.sureLeans.map(words.sentence))
      parts.append(comparison.session.map(words.sentences) ?? [])
    }
    parts.append(timeline(words(.timeline), comparison.timeline, words, calendar))
    guard intervalClass == nil else { return joined(parts) }
    let others = report.comparisons.filter { $0.intervalClass != shown }
    if !others.isEmpty {
      parts.append(
        [words(.others)]
          + columns(
            others.map { other in
              [words.name(of: other.intervalClass)]
                + (other.threshold.map { cells($0, words) + [words.answers(other.answers)] }
                  ?? [words(.unknown), "", words.beginning(other)])
                + (other.width.map { [words.width($0.value), words.between(widths: $0)] } ?? [])
            })
          + (others.contains { $0.width != nil } ? [words(.keyWidth)] : []))
    }
    for matching in report.matchings { parts += lines(matching, among: report.matchings, words, calendar) }
    if let timing = report.timing { parts += lines(timing, words, calendar) }
    if let beats = report.beats { parts += lines(beats, words, calendar) }
    if let calibration = report.calibration { parts += lines(calibration, words, calendar) }
    return joined(parts + [report.isKnown ? [words(.keyRanges)] : []])
  }

  /// Returns a note every four semitones, and at least one of each weak or other stretch.
  static func told(_ curve: [CurvePoint]) -> [CurvePoint] {
    let runs = CurveShapes.runs(curve, where: \.isWeak) + CurveShapes.runs(curve) { !$0.isWeak }
    return runs.flatMap { run in
      let even = run.filter { $0.note.number.isMultiple(of: semitones) }
      return even.isEmpty ? [run[run.count / 2]] : even
    }.sorted { $0.note < $1.note }
  }

  private static func lines(
    _ matching: MatchingReport, among reports: [MatchingReport], _ words: PictureWords, _ calendar: Calendar
  ) -> [[String]] {
    let bias = matching.bias.map { [words.bias($0.value, of: matching), words.between($0.band)] } ?? [words(.unknown)]
    let summary =
      [words(PictureWord(matching))]
      + columns(
        [[words(.matches), "\(matching.matches)"], [words(.bias)] + bias]
          + matching.spreads(among: reports).map { [words($0.name)] + cells($0.spread, words) })
      + (matching.spread == nil ? [] : [words(.keySpread)])
      + (matching.sureLag.map { [words.sentence(lag: $0)] } ?? [])
      + (matching.centsPerStep.map { [words(.step, ["value": words.cents($0)])] } ?? [])
    let regions = matching.regions.map { region in
      [
        "\(words.name(of: region.notes.low))–\(words.name(of: region.notes.high))",
        words.bias(region.bias.value, of: matching),
        words.between(region.bias.band), words.cents(region.spread.value), words.between(region.spread.band),
      ]
    }
    let head = [[words(.note), words(.bias), words(.band), words(.spread), words(.band)]]
    return [
      summary, regions.isEmpty ? [] : columns(head + regions),
      timeline(words(.spreadTimeline), matching.timeline, words, calendar),
    ]
  }

  private static func lines(_ timing: TimingReport, _ words: PictureWords, _ calendar: Calendar) -> [[String]] {
    guard timing.threshold != nil else { return [[words(.timing), words.beginning(timing)]] }
    let statistics = timing.countedStatistics(words).map { [$0.name, $0.value, $0.note ?? ""] }
    let others = timing.otherConditions.map { other in
      [words.name(of: other.condition), words.milliseconds(other.threshold.value), words.between(other.threshold.band)]
    }
    let history = timing.timelineHere.map { bucket in
      [words.date(bucket, calendar), words.milliseconds(bucket.value.value), words.between(bucket.value.band)]
    }
    return [
      [words.heading(timing)] + columns(statistics), columns(others),
      [words.timingKey] + (timing.lapse == nil ? [] : [words(.keySlips)]),
      history.count > 1 ? [words(.timeline)] + columns(history) : [],
    ]
  }

  private static func lines(_ beats: BeatsReport, _ words: PictureWords, _ calendar: Calendar) -> [[String]] {
    guard beats.threshold != nil else { return [[words(.beats), words.beginning(beats)]] }
    let statistics = beats.countedStatistics(words).map { [$0.name, $0.value, $0.note ?? ""] }
    func cells(_ threshold: Banded) -> [String] { [words.percent(threshold.value), words.percentBetween(threshold)] }
    let others = beats.otherConditions.map { [words.name(of: $0.condition)] + cells($0.threshold) }
    let history = beats.timelineHere.map { [words.date($0, calendar)] + cells($0.value) }
    return [
      [words.heading(beats)] + columns(statistics), columns(others), beats.lapse == nil ? [] : [words(.keySlips)],
      history.count > 1 ? [words(.timeline)] + columns(history) : [],
    ]
  }

  private static func lines(
    _ report: CalibrationReport, _ words: PictureWords, _ calendar: Calendar
  ) -> [[String]] {
    let statistics = report.statistics(words).map { [$0.name, $0.value, $0.note ?? ""] }
    let histories = [(PictureWord.rightIfSure, report.sure), (.rightIfUnsure, report.unsure)].map { word, rated in
      let history = rated.timeline.map { bucket in
        [words.date(bucket, calendar), words.ofHundred(bucket.value.value), words.percent(between: bucket.value.band)]
      }
      return history.count > 1 ? ["\(words(word)) (\(words(report.exercise)))"] + columns(history) : []
    }
    return [[words(.calibration)] + columns(statistics)] + histories
  }

  private static func timeline(
    _ heading: String, _ buckets: [TimelineBucket], _ words: PictureWords, _ calendar: Calendar
  ) -> [String] {
    guard buckets.count > 1 else { return [] }
    let isMixed = Set(buckets.map(\.condition)).count > 1
    return [heading]
      + columns(
        buckets.map { bucket in
          [words.date(bucket, calendar)] + cells(bucket.value, words)
            + (isMixed ? [bucket.condition.map(words.name) ?? ""] : [])
        })
  }

  private static func cells(_ value: Banded?, _ words: PictureWords) -> [String] {
    value.map { [words.cents($0.value), words.between($0.band)] } ?? [words(.unknown)]
  }

  /// Returns lines with columns as wide as their longest text, two spaces apart.
  private static func columns(_ rows: [[String]]) -> [String] {
    let count = rows.map(\.count).max() ?? 0
    let widths = (0..<count).map { column in rows.map { column < $0.count ? $0[column].count : 0 }.max() ?? 0 }
    return rows.map { row in
      let line = row.enumerated().map { $1 + String(repeating: " ", count: widths[$0] - $1.count) }
        .joined(separator: "  ")
      return String(line.reversed().drop { $0 == " " }.reversed())
    }
  }

  private static func joined(_ parts: [[String]]) -> [String] {
    Array(parts.filter { !$0.isEmpty }.joined(separator: [""]))
  }
}
