import Foundation
import Pitch

/// The state of a player's ear at one moment, as numbers to show: the one source of pictures, sentences, pages and
/// JSON. Unknown values are absent (nil, empty), never zero.
///
/// Thresholds are lapse-free 75 %-correct points in cents (0.6745 σ); every band is a 90 % credible interval.
public struct ProfileReport: Hashable, Sendable {
  /// The set range of notes, over which the curves are drawn.
  public var range: NoteRange
  /// One report for each answered interval class, unison first; empty without answers.
  public var comparisons: [ComparisonReport]
  /// Unison, then intervals, then chords, then temperaments; only the practised ones.
  public var matchings: [MatchingReport]
  /// Early or late; nil without answers.
  public var timing: TimingReport?
  /// Beats; nil without answers.
  public var beats: BeatsReport?
  /// Sureness; nil without enough rated answers.
  public var calibration: CalibrationReport?

  /// Whether anything has been estimated: a threshold, the average or spread of matches, or the share of right answers.
  public var isKnown: Bool {
    comparisons.contains { $0.threshold != nil } || matchings.contains { $0.bias != nil || $0.spread != nil }
      || timing?.threshold != nil || beats?.threshold != nil || calibration != nil
  }

  /// Memberwise.
  public init(
    range: NoteRange, comparisons: [ComparisonReport] = [], matchings: [MatchingReport] = [],
    timing: TimingReport? = nil, beats: BeatsReport? = nil, calibration: CalibrationReport? = nil
  ) {
    self.range = range
    self.comparisons = comparisons
    self.matchings = matchings
    self.timing = timing
    self.beats = beats
    self.calibration = calibration
  }
}

/// The report on hearing "higher" and "lower" in one interval class.
public struct ComparisonReport: Hashable, Sendable {
  /// The interval class.
  public var intervalClass: IntervalClass
  /// The condition of the numbers: length of the notes, gap, loudness. Timeline and trend cover all conditions.
  public var condition: Condition
  /// The number of answers it rests on, including those in other conditions: all are evidence of the one curve.
  public var answers: Int
  /// The number of these answers that were given in `condition`.
  public var answersHere: Int
  /// The threshold in each other condition with enough answers; most answers first.
  public var otherConditions: [ConditionReport]
  /// The distance to a first threshold; nil if there is a threshold.
  public var first: FirstEstimate?
  /// The threshold over the keyboard, lowest note first. Unknown notes are left out: gaps stay open.
  public var curve: [CurvePoint]
  /// The mean of the curve over its notes, of log thresholds, each note weighted by the square of its answers'
  /// information, with its band. Nil before the first evidence.
  public var threshold: Banded?
  /// The variation of the curve over its notes: standard deviation in octaves of threshold; nil if unknown.
  public var deviation: Double?
  /// The lapse rate, 0…1, up to `highestLapse`, with its band. Nil while the band includes a rate of up to
  /// `usualLapse`: until then the answers contain no evidence of many lapses.
  public var lapse: Banded?
  /// The lean of each region with answers, towards "higher" or "lower". Only for unison.
  public var leans: [RegionLean]
  /// The difference between this ear's interval and the tuning's, in cents: wider, or narrower below 0, with its band.
  /// A preference, not an error. Nil for unison, and while too uncertain.
  public var width: Banded?
  /// The history, oldest first; without days that had no answers.
  public var timeline: [TimelineBucket]
  /// The trend; nil without enough evidence.
  public var trend: Trend?
  /// The change of the threshold over the minutes of a session; nil without evidence of one.
  public var session: SessionCourse?

  /// The highest lapse rate, 0…1, that says nothing of an ear: attention lapses in up to one answer in twenty.
  public static let usualLapse = 0.05
  /// Whether a lapse rate is reported: its band lies above every usual one, so that the answers have shown something.
  public static func reports(lapse: Banded) -> Bool { lapse.band.lowerBound > usualLapse }
  /// The limit of the model of lapses: higher rates read as this one.
  public static let highestLapse = ThresholdGrid.lapses.max()

  /// Memberwise.
  public init(
    intervalClass: IntervalClass, condition: Condition = .usual, answers: Int, answersHere: Int? = nil,
    curve: [CurvePoint] = [],
    threshold: Banded? = nil, otherConditions: [ConditionReport] = [], deviation: Double? = nil, lapse: Banded? = nil,
    leans: [RegionLean] = [], width: Banded? = nil, timeline: [TimelineBucket] = [], trend: Trend? = nil,
    session: SessionCourse? = nil
  ) {
    self.width = width
    self.intervalClass = intervalClass
    self.condition = condition
    self.answers = answers
    self.answersHere = answersHere ?? answers
    self.otherConditions = otherConditions
    self.curve = curve
    self.threshold = threshold
    self.deviation = deviation
    self.lapse = lapse
    self.leans = leans
    self.timeline = timeline
    self.trend = trend
    self.session = session
  }
}

/// The threshold in a condition other than the main one.
public struct ConditionReport: Hashable, Sendable {
  /// Length of the notes, gap, loudness.
  public var condition: Condition
  /// The number of answers given in it.
  public var answers: Int
  /// The threshold, over the same notes as the main one.
  public var threshold: Banded
}

/// An estimate and its 90 % credible band.
public struct Banded: Hashable, Sendable {
  /// The estimate; within the band.
  public var value: Double
  /// The band.
  public var band: ClosedRange<Double>

  /// Memberwise.
  public init(_ value: Double, _ band: ClosedRange<Double>) {
    self.value = value
    self.band = band
  }
}

/// The threshold at one note.
public struct CurvePoint: Hashable, Sendable {
  /// The note.
  public var note: Note
  /// The threshold in cents, with its band.
  public var threshold: Banded
  /// The certainty at this note, 0…1: pictures fade the band by it.
  public var knowledge: Double
  /// Whether the note is weak: its whole band lies above the curve's mean.
  public var isWeak: Bool
}

/// A lean towards one answer among the references of one octave.
public struct RegionLean: Hashable, Sendable {
  /// The notes, C…B, cut to the keyboard.
  public var notes: NoteRange
  /// The lean in σ of the ear's own noise; positive: "higher" is answered too often. With its band.
  public var lean: Banded

  /// Whether the band excludes 0: only then is a lean reported.
  public var isSure: Bool { !lean.band.contains(0) }
}

/// A stretch of time and its result.
public struct TimelineBucket: Hashable, Sendable {
  /// The length of a stretch.
  public enum Span: String, Hashable, Sendable, CaseIterable { case day, week, month }
  /// The length: a day for the last 14 days, a week for the 10 weeks before them, a month before those.
  public var span: Span
  /// Its first moment, at midnight of the player's own time zone.
  public var start: Date
  /// The number of answers (or matches) in it.
  public var count: Int
  /// The threshold (for matching: the spread) in cents, in early or late in milliseconds, in beats in per cent,
  /// in calibration the share of right answers, 0…1, with its band.
  public var value: Banded
  /// The condition of the answers; a stretch in which several conditions were practised appears once for each. Nil for
  /// matching, whose errors are not separated by condition, for early or late and for beats.
  public var condition: Condition?
  /// The condition of answers to early or late, in the same way; nil for all others.
  public var timing: TimingCondition?
  /// The condition of answers to beats, in the same way; nil for all others.
  public var beats: BeatsCondition?
}

/// The direction of the threshold, reported only on evidence: see `TrendJudge`. The raw values are the words in events,
/// JSON and the screen.
public enum Trend: String, Hashable, Sendable, CaseIterable {
  /// The threshold becomes smaller.
  case improving
  /// No evidence of a change.
  case stable
  /// The threshold becomes larger.
  case declining
}

/// The report on matching.
public struct MatchingReport: Hashable, Sendable {
  /// Whether intervals are matched, rather than unison.
  public var asksIntervals: Bool
  /// Whether the reference kept sounding, at any level; otherwise it was matched from memory.
  public var isHeld: Bool
  /// The chord that was tuned; nil for pairs of notes. In chords, intervals are matched and the reference is held.
  public var chord: Chord?
  /// Whether temperaments were laid: intervals, with the reference held. Errors are then counted in the direction of
  /// the circle of fifths, and the bias is the drift per fifth.
  public var isTemperament: Bool
  /// The number of matches it rests on.
  public var matches: Int
  /// Mean signed error in cents, positive = sharp, with its band.
  public var bias: Banded?
  /// The lag: the distance in cents by which the player stops short of the bias, on the side of the start (below 0:
  /// beyond it), with its band; nil until there are enough matches from either side.
  public var lag: Banded?
  /// The lag if its band excludes 0: only then is it reported.
  public var sureLag: Banded? { lag.flatMap { $0.band.contains(0) ? nil : $0 } }
  /// Standard deviation of the error about bias and lag, in cents, with its band.
  public var spread: Banded?
  /// Cents per step of the control, for the coarsest control in recent use: below it, the control's resolution hides
  /// the spread. Nil if no control had steps.
  public var centsPerStep: Double?
  /// The same by region; only regions with enough matches.
  public var regions: [MatchingRegion]
  /// The history, oldest first; the value is the spread.
  public var timeline: [TimelineBucket]

  /// Memberwise.
  public init(
    asksIntervals: Bool, isHeld: Bool = false, chord: Chord? = nil, isTemperament: Bool = false,
    matches: Int, bias: Banded? = nil, lag: Banded? = nil, spread: Banded? = nil, centsPerStep: Double? = nil,
    regions: [MatchingRegion] = [], timeline: [TimelineBucket] = []
  ) {
    self.asksIntervals = asksIntervals
    self.isHeld = isHeld
    self.chord = chord
    self.isTemperament = isTemperament
    self.matches = matches
    self.bias = bias
    self.lag = lag
    self.spread = spread
    self.centsPerStep = centsPerStep
    self.regions = regions
    self.timeline = timeline
  }

  /// The report in `reports` on the same kind of matching against a sounding reference; nil if `reports` has none, or
  /// if this one is not from memory.
  public func held(among reports: [MatchingReport]) -> MatchingReport? {
    isHeld
      ? nil
      : reports.first {
        $0.isHeld && $0.asksIntervals == asksIntervals && $0.chord == nil && !$0.isTemperament
      }
  }
}

/// Bias and spread among the targets of one octave.
public struct MatchingRegion: Hashable, Sendable {
  /// The notes, C…B, cut to the keyboard.
  public var notes: NoteRange
  /// The number of matches.
  public var matches: Int
  /// As in `MatchingReport`.
  public var bias: Banded
  /// As in `MatchingReport`.
  public var spread: Banded
}
