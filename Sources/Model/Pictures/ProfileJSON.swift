import Foundation
import Pitch
import Training

/// A report as JSON, for programs: `docs/playing/reference/profile.md` documents each key. Later versions keep all
/// keys, and may add some.
public struct ProfileJSON: Sendable {
  private let report: ProfileReport
  private let calendar: Calendar

  /// Creates the JSON; days follow the time zone of `calendar`, the player's.
  public init(_ report: ProfileReport, calendar: Calendar) {
    self.report = report
    self.calendar = calendar
  }

  /// Returns the text, with keys in alphabetical order and numbers rounded to 10⁻⁶; unknown values are left out.
  /// - Throws: `EncodingError` for a number that is infinite or NaN; a report has none.
  public func encoded() throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .prettyPrinted, .withoutEscapingSlashes]
    return String(decoding: try encoder.encode(page), as: UTF8.self)
  }

  private var page: Page {
    Page(
      range: Page.Notes(report.range),
      comparisons: report.comparisons.map { comparison in
        Page.Comparison(
          interval: comparison.intervalClass.abbreviation, condition: Page.Heard(comparison.condition),
          otherConditions: comparison.otherConditions.map {
            Page.OtherCondition(
              condition: Page.Heard($0.condition), answers: $0.answers, thresholdCents: Page.Value($0.threshold))
          },
          answers: comparison.answers, answersInCondition: comparison.answersHere,
          answersToEstimate: comparison.first?.more,
          thresholdCents: comparison.threshold.map(Page.Value.init),
          deviationOctaves: comparison.deviation.map(Page.rounded), lapseShare: comparison.lapse.map(Page.Value.init),
          widthCents: comparison.width.map(Page.Value.init),
          trend: comparison.trend?.rawValue, session: comparison.session.map(Page.Session.init),
          curve: comparison.curve.map { point in
            Page.CurveNote(
              note: point.note.number, name: point.note.name, thresholdCents: Page.Value(point.threshold),
              knowledge: Page.rounded(point.knowledge), weak: point.isWeak)
          },
          leans: comparison.leans.map {
            Page.Lean(notes: Page.Notes($0.notes), leanSigma: Page.Value($0.lean), sure: $0.isSure)
          },
          timeline: comparison.timeline.map { bucket($0, isSpread: false) })
      },
      matchings: report.matchings.map { matching in
        Page.Matching(
          intervals: matching.asksIntervals, reference: matching.isHeld ? "sounding" : "first",
          chord: matching.chord?.rawValue, temperament: matching.isTemperament ? true : nil,
          matches: matching.matches, biasCents: matching.bias.map(Page.Value.init),
          lagCents: matching.lag.map(Page.Value.init),
          spreadCents: matching.spread.map(Page.Value.init), stepCents: matching.centsPerStep.map(Page.rounded),
          regions: matching.regions.map {
            Page.Region(
              notes: Page.Notes($0.notes), matches: $0.matches, biasCents: Page.Value($0.bias),
              spreadCents: Page.Value($0.spread))
          },
          timeline: matching.timeline.map { bucket($0, isSpread: true) })
      }, timing: report.timing.map(timing), beats: report.beats.map(beats),
      sureness: report.calibration.map { calibration in
        Page.Sureness(
          sure: rated(calibration.sure), unsure: rated(calibration.unsure),
          exercise: calibration.discipline.rawValue, trend: calibration.trend?.rawValue)
      })
  }

  private func timing(_ report: TimingReport) -> Page.Timing {
    Page.Timing(
      condition: Page.Rhythm(report.condition), gapMilliseconds: Page.rounded(report.gap),
      otherConditions: report.otherConditions.map {
        Page.OtherRhythm(
          condition: Page.Rhythm($0.condition), gapMilliseconds: Page.rounded($0.gap), answers: $0.answers,
          thresholdMilliseconds: Page.Value($0.threshold), thresholdPercent: Page.Value($0.thresholdShare))
      },
      answers: report.answers, answersInCondition: report.answersHere, answersToEstimate: report.first?.more,
      thresholdMilliseconds: report.threshold.map(Page.Value.init),
      thresholdPercent: report.thresholdShare.map(Page.Value.init), leanMilliseconds: report.lean.map(Page.Value.init),
      lapseShare: report.lapse.map(Page.Value.init), trend: report.trend?.rawValue,
      timeline: report.timeline.map { bucket in
        Page.TimingBucket(
          span: bucket.span.rawValue, start: firstDay(of: bucket), count: bucket.count,
          condition: bucket.timing.map(Page.Rhythm.init), thresholdMilliseconds: Page.Value(bucket.value))
      })
  }

  private func beats(_ report: BeatsReport) -> Page.Beats {
    Page.Beats(
      condition: Page.Beating(report.condition),
      otherConditions: report.otherConditions.map {
        Page.OtherBeating(
          condition: Page.Beating($0.condition), answers: $0.answers, thresholdPercent: Page.Value($0.threshold))
      },
      answers: report.answers, answersInCondition: report.answersHere, answersToEstimate: report.first?.more,
      thresholdPercent: report.threshold.map(Page.Value.init), leanPercent: report.lean.map(Page.Value.init),
      lapseShare: report.lapse.map(Page.Value.init), trend: report.trend?.rawValue,
      timeline: report.timeline.map { bucket in
        Page.BeatsBucket(
          span: bucket.span.rawValue, start: firstDay(of: bucket), count: bucket.count,
          condition: bucket.beats.map(Page.Beating.init), thresholdPercent: Page.Value(bucket.value))
      })
  }

  private func rated(_ share: RatedShare) -> Page.Rated {
    Page.Rated(
      answers: share.answers, rightShare: Page.Value(share.right),
      timeline: share.timeline.map { bucket in
        Page.RatedBucket(
          span: bucket.span.rawValue, start: firstDay(of: bucket), count: bucket.count,
          rightShare: Page.Value(bucket.value))
      })
  }

  /// The first day of a bucket: `2026-11-21`.
  private func firstDay(of bucket: TimelineBucket) -> String {
    let parts = calendar.dateComponents([.year, .month, .day], from: bucket.start)
    func digits(_ value: Int?, _ count: Int) -> String {
      let text = "\(value ?? 0)"
      return String(repeating: "0", count: max(count - text.count, 0)) + text
    }
    return "\(digits(parts.year, 4))-\(digits(parts.month, 2))-\(digits(parts.day, 2))"
  }

  private func bucket(_ bucket: TimelineBucket, isSpread: Bool) -> Page.Bucket {
    let value = Page.Value(bucket.value)
    return Page.Bucket(
      span: bucket.span.rawValue, start: firstDay(of: bucket), count: bucket.count,
      condition: bucket.condition.map(Page.Heard.init), thresholdCents: isSpread ? nil : value,
      spreadCents: isSpread ? value : nil)
  }
}

/// The JSON document.
private struct Page: Encodable {
  struct Value: Encodable {
    var value, low, high: Double

    init(_ banded: Banded) {
      value = rounded(banded.value)
      low = rounded(banded.band.lowerBound)
      high = rounded(banded.band.upperBound)
    }
  }

  struct Notes: Encodable {
    var low, high: Int

    init(_ range: NoteRange) {
      low = range.low.number
      high = range.high.number
    }
  }

  struct Heard: Encodable {
    /// All nil if the condition is unknown.
    var noteSeconds, gapSeconds: Double?
    var loudnessVaries: Bool?
    var timbre, timbreOfSecond: String?

    init(_ condition: Condition) {
      guard condition.isKnown else { return }
      noteSeconds = rounded(condition.noteDuration)
      gapSeconds = rounded(condition.noteGap)
      loudnessVaries = condition.loudnessVaries
      timbre = condition.timbres.first.rawValue
      timbreOfSecond = condition.timbres.second.rawValue
    }
  }

  struct OtherCondition: Encodable {
    var condition: Heard
    var answers: Int
    var thresholdCents: Value
  }

  struct Session: Encodable {
    struct ResponseSeconds: Encodable { var beginning, later: Double }

    var minutes: Int
    var thresholdFactor: Value
    var responseSeconds: ResponseSeconds?

    init(_ course: SessionCourse) {
      minutes = course.minutes
      thresholdFactor = Value(course.change)
      responseSeconds = course.responseTimes.map {
        ResponseSeconds(beginning: rounded($0.beginning), later: rounded($0.later))
      }
    }
  }

  struct CurveNote: Encodable {
    var note: Int
    var name: String
    var thresholdCents: Value
    var knowledge: Double
    var weak: Bool
  }

  struct Lean: Encodable {
    var notes: Notes
    var leanSigma: Value
    var sure: Bool
  }

  struct Bucket: Encodable {
    var span, start: String
    var count: Int
    var condition: Heard?
    var thresholdCents, spreadCents: Value?
  }

  struct Comparison: Encodable {
    var interval: String
    var condition: Heard
    var otherConditions: [OtherCondition]
    var answers, answersInCondition: Int
    var answersToEstimate: Int?
    var thresholdCents: Value?
    var deviationOctaves: Double?
    var lapseShare: Value?
    var widthCents: Value?
    var trend: String?
    var session: Session?
    var curve: [CurveNote]
    var leans: [Lean]
    var timeline: [Bucket]
  }

  struct Region: Encodable {
    var notes: Notes
    var matches: Int
    var biasCents, spreadCents: Value
  }

  struct Matching: Encodable {
    var intervals: Bool
    var reference: String
    var chord: String?
    var temperament: Bool?
    var matches: Int
    var biasCents, lagCents, spreadCents: Value?
    var stepCents: Double?
    var regions: [Region]
    var timeline: [Bucket]
  }

  struct Rhythm: Encodable {
    /// Nil: unknown.
    var pattern: String?
    var position, tempo, loops: Int?

    init(_ condition: TimingCondition) {
      pattern = condition.pattern?.rawValue
      position = condition.position
      tempo = condition.tempo
      loops = condition.loops.least
    }
  }

  struct OtherRhythm: Encodable {
    var condition: Rhythm
    var gapMilliseconds: Double
    var answers: Int
    var thresholdMilliseconds, thresholdPercent: Value
  }

  struct TimingBucket: Encodable {
    var span, start: String
    var count: Int
    var condition: Rhythm?
    var thresholdMilliseconds: Value
  }

  struct Timing: Encodable {
    var condition: Rhythm
    var gapMilliseconds: Double
    var otherConditions: [OtherRhythm]
    var answers, answersInCondition: Int
    var answersToEstimate: Int?
    var thresholdMilliseconds, thresholdPercent, leanMilliseconds, lapseShare: Value?
    var trend: String?
    var timeline: [TimingBucket]
  }

  struct Beating: Encodable {
    var interval, timbre: String

    init(_ condition: BeatsCondition) {
      interval = condition.interval.rawValue
      timbre = condition.timbre.rawValue
    }
  }

  struct OtherBeating: Encodable {
    var condition: Beating
    var answers: Int
    var thresholdPercent: Value
  }

  struct BeatsBucket: Encodable {
    var span, start: String
    var count: Int
    var condition: Beating?
    var thresholdPercent: Value
  }

  struct Beats: Encodable {
    var condition: Beating
    var otherConditions: [OtherBeating]
    var answers, answersInCondition: Int
    var answersToEstimate: Int?
    var thresholdPercent, leanPercent, lapseShare: Value?
    var trend: String?
    var timeline: [BeatsBucket]
  }

  struct RatedBucket: Encodable {
    var span, start: String
    var count: Int
    var rightShare: Value
  }

  struct Rated: Encodable {
    var answers: Int
    var rightShare: Value
    var timeline: [RatedBucket]
  }

  struct Sureness: Encodable {
    var sure, unsure: Rated
    var exercise: String
    var trend: String?
  }

  var range: Notes
  var comparisons: [Comparison]
  var matchings: [Matching]
  var timing: Timing?
  var beats: Beats?
  var sureness: Sureness?

  /// Rounds to 10⁻⁶, so that equal values look equal.
  static func rounded(_ value: Double) -> Double { (value * 1e6).rounded() / 1e6 }
}
