import Foundation
import Pictures
import Pitch

@testable import Training

/// Reports as they are after no, few, many and strange answers; made by formulas, so that they are the same everywhere.
enum SampleReports {
  static let all: [(name: String, report: ProfileReport)] = [
    ("empty", ProfileReport(range: .standard)), ("begun", begun), ("sparse", sparse), ("populated", populated),
    ("skewed", skewed), ("conditions", conditions), ("timing", timing), ("timing-begun", timingBegun),
    ("beats", beats), ("beats-begun", beatsBegun), ("sureness", sureness),
  ]

  /// Days of these pictures are those of Berlin.
  static let calendar: Calendar = {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = TimeZone(identifier: "Europe/Berlin") ?? .gmt
    return calendar
  }()

  /// Too few answers for anything to be shown of the ear.
  static let begun: ProfileReport = {
    var unison = ComparisonReport(intervalClass: .unison, answers: 20)
    unison.first = FirstEstimate(answers: 20, more: 10)
    return ProfileReport(range: .standard, comparisons: [unison])
  }()

  /// Two dozen answers around middle C and a handful high up, on one day.
  static let sparse = ProfileReport(
    range: .standard,
    comparisons: [
      ComparisonReport(
        intervalClass: .unison, answers: 31,
        curve: curve([52...67, 79...79]) { note in
          (
            34 + Double(abs(note - 60)), 0.85, note == 79 ? 0.15 : max(0.06, 0.5 - Double(abs(note - 60)) * 0.055),
            false
          )
        }, threshold: Banded(36.2, 21.4...58), deviation: 0.21, lapse: Banded(0.034, 0.002...0.11),
        timeline: [bucket(.day, 2026, 11, 21, 31, 36.2, 21.4...58)])
    ])

  /// Months of practice.
  static let populated = ProfileReport(
    range: .standard,
    comparisons: [
      ComparisonReport(
        intervalClass: .unison, answers: 3412,
        curve: curve([36...84]) { note in
          let bowl = 9.2 * exp2(pow(Double(note - 67) / 22, 2)) * (1 + 0.06 * sin(Double(note) * 1.3))
          return (bowl, 0.16 + 0.012 * Double(abs(note - 64)), max(0.3, 1 - Double(abs(note - 64)) * 0.025), note < 44)
        }, threshold: Banded(12.3, 11.4...13.2), deviation: 0.41, lapse: Banded(0.021, 0.012...0.033),
        leans: [
          lean(36, 47, 0.42, 0.2...0.64), lean(48, 59, 0.21, 0.02...0.4), lean(60, 71, 0.03, -0.12...0.18),
        ], timeline: timeline, trend: .improving),
      ComparisonReport(
        intervalClass: interval(4), answers: 640,
        curve: curve([40...84]) { (21 + Double(abs($0 - 64)) / 3, 0.4, 0.6, false) },
        threshold: Banded(24.6, 20.1...29.9), deviation: 0.2, lapse: Banded(0.03, 0.01...0.06),
        width: Banded(-2.1, -6.4...2.2), trend: .stable),
      ComparisonReport(
        intervalClass: interval(7), answers: 512, curve: curve([40...80]) { _ in (17, 0.4, 0.6, false) },
        threshold: Banded(17, 14.2...20.5), deviation: 0.1, lapse: Banded(0.03, 0.01...0.06), width: Banded(9, 4...14)),
      ComparisonReport(intervalClass: interval(12), answers: 3),
    ],
    matchings: [
      MatchingReport(
        asksIntervals: false, matches: 388, bias: Banded(-2.1, -2.9 ... -1.3), lag: Banded(2.6, 1.9...3.3),
        spread: Banded(6.4, 5.9...6.9),
        centsPerStep: 1.6,
        regions: [
          region(36, 47, 21, Banded(-7.2, -11.9 ... -2.4), Banded(11.9, 9.4...15.6)),
          region(48, 59, 96, Banded(-3, -4.4 ... -1.6), Banded(7.9, 7.1...8.9)),
          region(60, 71, 190, Banded(-0.8, -1.5 ... -0.1), Banded(4.9, 4.5...5.4)),
          region(72, 83, 81, Banded(0.9, -0.2...2), Banded(5.6, 4.9...6.4)),
        ],
        timeline: [
          bucket(.month, 2026, 8, 1, 90, 9.4, 8.3...10.6), bucket(.week, 2026, 10, 5, 120, 7.4, 6.6...8.3),
          bucket(.day, 2026, 11, 20, 88, 6.2, 5.5...7.1), bucket(.day, 2026, 11, 21, 90, 6.4, 5.6...7.2),
        ])
    ])

  /// Splendid up high, at the end of the scale down low, one weak note on its own, a narrow range of white and black
  /// ends, declining, few and coarse matches, more against a sounding reference.
  static let skewed = ProfileReport(
    range: NoteRange(note(37), note(90)) ?? .standard,
    comparisons: [
      ComparisonReport(
        intervalClass: .unison, answers: 901,
        curve: curve([37...58, 63...90]) { number in
          if number < 59 { return (168 * exp2(-Double(number - 37) / 34), 0.3, 0.9, number != 52) }
          return number == 80 ? (19, 0.1, 0.95, true) : (1.4 + Double(90 - number) * 0.02, 0.42, 0.9, false)
        }, threshold: Banded(11.1, 9.7...12.8), deviation: 2.62, lapse: Banded(0.118, 0.07...0.17),
        leans: [lean(36, 47, -1.2, -1.6 ... -0.8)],
        timeline: [
          bucket(.month, 2025, 12, 1, 300, 0.7, 0.5...0.98), bucket(.month, 2026, 7, 1, 201, 4.2, 2...8.8),
          bucket(.day, 2026, 11, 14, 200, 220, 120...400), bucket(.day, 2026, 11, 21, 200, 11.1, 9.7...12.8),
        ], trend: .declining)
    ],
    matchings: [
      MatchingReport(
        asksIntervals: true, matches: 12, bias: Banded(31, 12...50), spread: Banded(38, 29...57), centsPerStep: 20,
        regions: [region(84, 95, 12, Banded(31, 12...50), Banded(38, 29...57))],
        timeline: [bucket(.day, 2026, 11, 21, 12, 38, 29...57)]),
      MatchingReport(
        asksIntervals: true, isHeld: true, matches: 40, bias: Banded(-1.2, -2.1 ... -0.3),
        spread: Banded(3.4, 2.8...4.2)),
      MatchingReport(
        asksIntervals: true, isHeld: true, chord: .majorThird, matches: 52, bias: Banded(4.1, 2.9...5.3),
        lag: Banded(1.6, 0.6...2.6), spread: Banded(4.4, 3.7...5.4)),
      MatchingReport(asksIntervals: true, isHeld: true, chord: .dominantSeventh, matches: 3),
      MatchingReport(
        asksIntervals: true, isHeld: true, isTemperament: true, matches: 66, bias: Banded(-1.5, -2.1 ... -0.9),
        spread: Banded(3, 2.6...3.6)),
    ])

  /// Practised in five conditions, two of them on one day and two with timbres; tiring.
  static let conditions: ProfileReport = {
    let gap = Condition(noteDuration: 1, noteGap: 0.5, loudnessVaries: false)
    let varied = Condition(noteDuration: 0.6, noteGap: 0, loudnessVaries: true)
    let strings = Condition(noteDuration: 1, noteGap: 0, loudnessVaries: false, timbres: TimbrePair(.string, .string))
    let mixed = Condition(noteDuration: 1, noteGap: 0, loudnessVaries: true, timbres: TimbrePair(.sine, .reed))
    var comparison = ComparisonReport(
      intervalClass: .unison, condition: gap, answers: 1_120,
      curve: curve([48...72]) { (16 + Double(abs($0 - 60)) / 4, 0.3, 0.7, false) },
      threshold: Banded(16.8, 14.5...19.4),
      otherConditions: [
        ConditionReport(condition: .usual, answers: 520, threshold: Banded(9.4, 8.2...10.7)),
        ConditionReport(condition: strings, answers: 120, threshold: Banded(7.9, 6.3...9.9)),
        ConditionReport(condition: varied, answers: 64, threshold: Banded(12.1, 8.9...16.5)),
        ConditionReport(condition: mixed, answers: 60, threshold: Banded(31, 22...44)),
      ], deviation: 0.12, lapse: Banded(0.02, 0.01...0.05), trend: .stable,
      session: SessionCourse(
        minutes: 20, change: Banded(1.42, 1.22...1.66),
        responseTimes: SessionCourse.ResponseTimes(beginning: 0.84, later: 1.13)))
    comparison.timeline = [
      (8, 120, 10.1, Condition.usual), (9, 160, 9.6, .usual), (10, 90, 9.1, .usual), (10, 110, 17.9, gap),
      (11, 170, 16.9, gap), (13, 64, 12.1, varied), (14, 226, 16.2, gap),
    ].map { day, count, value, condition in
      var practised = bucket(.day, 2026, 11, day, count, value, value / 1.3...value * 1.3)
      practised.condition = condition
      return practised
    }
    return ProfileReport(range: .standard, comparisons: [comparison])
  }()

  /// Early or late alone, in three conditions, one of them from a file that names no rhythm; late notes sound on time.
  static let timing: ProfileReport = {
    let slow = TimingCondition(pattern: .gapped16ths3, position: 2, tempo: 60, loops: 1)
    let foreign = TimingCondition(pattern: nil, position: nil, tempo: 120, loops: nil)
    var report = TimingReport(
      condition: rhythm, gap: 187.5, answers: 640, answersHere: 410, threshold: Banded(9.2, 7.8...10.9),
      otherConditions: [
        TimingConditionReport(condition: slow, gap: 500, answers: 150, threshold: Banded(24, 17...34)),
        TimingConditionReport(condition: foreign, gap: 125, answers: 80, threshold: Banded(14, 10.1...19.5)),
      ], lean: Banded(8, 5...11), lapse: Banded(0.06, 0.03...0.1), trend: .improving)
    report.timeline = [(20, 60, 12.5, rhythm), (20, 30, 26, slow), (21, 58, 9.4, rhythm)].map {
      day, count, value, condition in
      var practised = bucket(.day, 2026, 11, day, count, value, value / 1.4...value * 1.4)
      practised.timing = condition
      return practised
    }
    return ProfileReport(range: .standard, timing: report)
  }()

  /// Too few answers to early or late.
  static let timingBegun = ProfileReport(
    range: .standard,
    timing: TimingReport(
      condition: rhythm, gap: 187.5, answers: 6, answersHere: 4, first: FirstEstimate(answers: 6, more: 14)))

  /// Beats alone, in three conditions; a second interval that beats slower sounds as fast.
  static let beats: ProfileReport = {
    let (thirds, fifths) = (BeatsCondition(.third, .string), BeatsCondition(.fifth, .organ))
    var report = BeatsReport(
      condition: thirds, answers: 640, answersHere: 410, threshold: Banded(3.1, 2.6...3.7),
      otherConditions: [
        BeatsConditionReport(condition: fifths, answers: 150, threshold: Banded(4.8, 3.4...6.8)),
        BeatsConditionReport(condition: BeatsCondition(.unison, .sine), answers: 80, threshold: Banded(6, 4.3...8.4)),
      ], lean: Banded(-2.5, -4 ... -1), lapse: Banded(0.06, 0.03...0.1), trend: .improving)
    report.timeline = [(20, 60, 4.2, thirds), (20, 30, 5.5, fifths), (21, 58, 3.2, thirds)].map {
      day, count, value, condition in
      var practised = bucket(.day, 2026, 11, day, count, value, value / 1.4...value * 1.4)
      practised.beats = condition
      return practised
    }
    return ProfileReport(range: .standard, beats: report)
  }()

  /// Too few answers to beats.
  static let beatsBegun = ProfileReport(
    range: .standard,
    beats: BeatsReport(
      condition: BeatsCondition(.octave, .voice), answers: 6, answersHere: 6, first: FirstEstimate(answers: 6, more: 14)
    ))

  /// Sureness alone, with two days of it.
  static let sureness: ProfileReport = {
    func days(_ first: Double, _ second: Double) -> [TimelineBucket] {
      [(20, 60, first), (21, 45, second)].map { day, count, share in
        bucket(.day, 2026, 11, day, count, share, share - 0.08...min(share + 0.06, 1))
      }
    }
    return ProfileReport(
      range: .standard,
      calibration: CalibrationReport(
        sure: RatedShare(answers: 230, right: Banded(0.94, 0.9...0.97), timeline: days(0.91, 0.96)),
        unsure: RatedShare(answers: 310, right: Banded(0.63, 0.57...0.69), timeline: days(0.66, 0.6)),
        discipline: .timing, trend: .improving))
  }()

  private static let rhythm = TimingCondition(pattern: .straight16ths, position: 3, tempo: 80, loops: 7)

  static func note(_ number: Int) -> Note { Note(number) ?? NoteRange.standard.low }

  private static func interval(_ semitones: Int) -> IntervalClass { IntervalClass(semitones: semitones) ?? .unison }

  /// A curve over these notes: threshold, half its band in octaves, knowledge, weakness.
  private static func curve(
    _ runs: [ClosedRange<Int>], _ value: (Int) -> (Double, Double, Double, Bool)
  ) -> [CurvePoint] {
    runs.flatMap { $0 }.map { number in
      let (threshold, width, knowledge, isWeak) = value(number)
      return CurvePoint(
        note: note(number), threshold: Banded(threshold, threshold * exp2(-width)...threshold * exp2(width)),
        knowledge: knowledge, isWeak: isWeak)
    }
  }

  /// Five months, ten weeks with one missing, and some of fourteen days.
  private static var timeline: [TimelineBucket] {
    let months = [(4, 31.0), (5, 26), (6, 24), (7, 22), (8, 19)].map { month, value in
      bucket(.month, 2026, month, 1, 300, value, value / 1.2...value * 1.2)
    }
    let weeks = (0..<10).filter { $0 != 4 }.compactMap { week -> TimelineBucket? in
      let value = 18 - Double(week) * 0.45
      return calendar.date(byAdding: .day, value: week * 7, to: day(2026, 8, 31)).map {
        TimelineBucket(span: .week, start: $0, count: 90, value: Banded(value, value / 1.25...value * 1.25))
      }
    }
    let days = [8, 9, 10, 12, 13, 14, 17, 18, 20, 21].map { number in
      let value = 13 + sin(Double(number) * 2.1) * 1.4
      return bucket(.day, 2026, 11, number, 30, value, value / 1.45...value * 1.45)
    }
    return months + weeks + days
  }

  private static func lean(_ low: Int, _ high: Int, _ value: Double, _ band: ClosedRange<Double>) -> RegionLean {
    RegionLean(notes: NoteRange(note(low), note(high)) ?? .standard, lean: Banded(value, band))
  }

  private static func region(_ low: Int, _ high: Int, _ matches: Int, _ bias: Banded, _ spread: Banded)
    -> MatchingRegion
  {
    MatchingRegion(notes: NoteRange(note(low), note(high)) ?? .standard, matches: matches, bias: bias, spread: spread)
  }

  private static func bucket(
    _ span: TimelineBucket.Span, _ year: Int, _ month: Int, _ number: Int, _ count: Int, _ value: Double,
    _ band: ClosedRange<Double>
  ) -> TimelineBucket {
    TimelineBucket(span: span, start: day(year, month, number), count: count, value: Banded(value, band))
  }

  private static func day(_ year: Int, _ month: Int, _ number: Int) -> Date {
    calendar.date(from: DateComponents(year: year, month: month, day: number)) ?? .distantPast
  }
}
