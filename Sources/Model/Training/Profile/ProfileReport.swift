import Foundation
import Pitch

/// The state of a player's ear at one moment, as numbers to show: the one source of pictures, sentences, pages and
/// JSON. Unknown values are absent (nil, empty), never zero.
///
/// Thresholds are lapse-free 75 %-correct points in cents (0.6745 σ); every band is a 90 % credible interval.
public struct ProfileReport: Hashable, Sendable {
  /// The set range of notes: what the curves are drawn over.
  public var range: NoteRange
  /// One for each interval class that has been answered, unison first. Empty: nothing has been answered.
  public var comparisons: [ComparisonReport]
  /// Unison, then intervals; only what has been practised.
  public var matchings: [MatchingReport]

  /// Memberwise.
  public init(range: NoteRange, comparisons: [ComparisonReport] = [], matchings: [MatchingReport] = []) {
    self.range = range
    self.comparisons = comparisons
    self.matchings = matchings
  }
}

/// The report on hearing "higher" and "lower" in one interval class.
public struct ComparisonReport: Hashable, Sendable {
  /// Which class.
  public var intervalClass: IntervalClass
  /// What the numbers are of: length of the notes, gap, loudness. Timeline and trend are of all that was practised.
  public var condition: Condition
  /// The number of answers it rests on, those in other conditions included: all are evidence of the one curve.
  public var answers: Int
  /// How many of them were given in `condition`.
  public var answersHere: Int
  /// The threshold in each other condition that enough was answered in; most answers first.
  public var otherConditions: [ConditionReport]
  /// How far it is to a first threshold; nil where there is one.
  public var first: FirstEstimate?
  /// The threshold over the keyboard, lowest note first. Notes that nothing is known of are left out: gaps stay open.
  public var curve: [CurvePoint]
  /// The mean of the curve over its notes, of log thresholds, each note weighted by the square of its answers'
  /// information, with its band. Nil before the first evidence.
  public var threshold: Banded?
  /// How much the curve varies over its notes: standard deviation in octaves of threshold; nil while nothing is known.
  public var deviation: Double?
  /// The share of answers that are guesses, 0…1, up to `highestLapse`, with its band. Nil while the band includes the
  /// rate expected of every ear: until then answers have said nothing about it.
  public var lapse: Banded?
  /// Where "higher" or "lower" is said too often; only regions with answers. Of unison alone.
  public var leans: [RegionLean]
  /// Where this ear puts the interval: by how many cents wider than the tuning has it, below 0 narrower, with its band.
  /// A preference, and no error. Nil of unison, and while too little is known.
  public var width: Banded?
  /// Oldest first; without days that had no answers.
  public var timeline: [TimelineBucket]
  /// The trend; nil without enough evidence.
  public var trend: Trend?
  /// How the threshold goes with the minutes of a session; nil without evidence that it does.
  public var session: SessionCourse?

  /// The limit of the model of guesses: higher rates read as this one.
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

/// The threshold in a condition other than the one that is shown first.
public struct ConditionReport: Hashable, Sendable {
  /// Length of the notes, gap, loudness.
  public var condition: Condition
  /// How many answers were given in it.
  public var answers: Int
  /// Over the same notes as the first one's.
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
  /// Where.
  public var note: Note
  /// In cents, with its band.
  public var threshold: Banded
  /// How much is known here, 0…1: pictures fade the band by it.
  public var knowledge: Double
  /// Whether the whole band lies above the curve's mean: only then is a note called weak.
  public var isWeak: Bool
}

/// A lean towards one answer among the references of one octave.
public struct RegionLean: Hashable, Sendable {
  /// The notes, C…B, cut to the keyboard.
  public var notes: NoteRange
  /// In σ of the ear's own noise; positive: "higher" is said too often. With its band.
  public var lean: Banded

  /// Whether the band excludes 0: only then is a lean reported.
  public var isSure: Bool { !lean.band.contains(0) }
}

/// A stretch of time and what was heard in it.
public struct TimelineBucket: Hashable, Sendable {
  /// How long it is.
  public enum Span: String, Hashable, Sendable, CaseIterable { case day, week, month }
  /// How long it is: the last 14 days each have their own, the 10 weeks before them, and months before those.
  public var span: Span
  /// Its first moment, at midnight of the player's own time zone.
  public var start: Date
  /// How many answers (or matches) lie in it.
  public var count: Int
  /// Cents: the threshold (of matching: the spread), with its band.
  public var value: Banded
  /// The condition of the answers; a stretch in which several conditions were practised appears once for each. Nil for
  /// matching, whose errors are not separated by condition.
  public var condition: Condition?
}

/// The direction of the threshold, reported only on evidence: see `TrendJudge`. The raw values are the words in events,
/// JSON and the screen.
public enum Trend: String, Hashable, Sendable, CaseIterable {
  /// It becomes smaller.
  case improving
  /// No evidence of a change.
  case stable
  /// It becomes larger.
  case declining
}

/// The report on matching.
public struct MatchingReport: Hashable, Sendable {
  /// Whether of intervals, or of unison.
  public var asksIntervals: Bool
  /// Whether the reference went on sounding meanwhile, however quietly; else it was from memory.
  public var isHeld: Bool
  /// How many matches it rests on.
  public var matches: Int
  /// Mean signed error in cents, positive = sharp, with its band.
  public var bias: Banded?
  /// How far the player stops short of the bias, in cents, on whichever side the note was tuned from (below 0: beyond
  /// it), with its band; nil until there are matches enough from either side.
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
  /// Oldest first; the value is the spread.
  public var timeline: [TimelineBucket]

  /// Memberwise.
  public init(
    asksIntervals: Bool, isHeld: Bool = false, matches: Int, bias: Banded? = nil, lag: Banded? = nil,
    spread: Banded? = nil,
    centsPerStep: Double? = nil,
    regions: [MatchingRegion] = [], timeline: [TimelineBucket] = []
  ) {
    self.asksIntervals = asksIntervals
    self.isHeld = isHeld
    self.matches = matches
    self.bias = bias
    self.lag = lag
    self.spread = spread
    self.centsPerStep = centsPerStep
    self.regions = regions
    self.timeline = timeline
  }

  /// The report in `reports` on the same kind of matching against a sounding reference; nil if there is none, or if
  /// this one is not from memory.
  public func held(among reports: [MatchingReport]) -> MatchingReport? {
    isHeld ? nil : reports.first { $0.isHeld && $0.asksIntervals == asksIntervals }
  }
}

/// Bias and spread among the targets of one octave.
public struct MatchingRegion: Hashable, Sendable {
  /// The notes, C…B, cut to the keyboard.
  public var notes: NoteRange
  /// How many matches.
  public var matches: Int
  /// As in `MatchingReport`.
  public var bias: Banded
  /// As in `MatchingReport`.
  public var spread: Banded
}
