import Foundation
import Pitch
import Training

/// The words in pictures. The raw values are the catalogue's keys after `picture.`.
public enum PictureWord: String, Hashable, Sendable, CaseIterable {
  // Names of numbers.
  case threshold, variation, slips, answers, matches, trend, width, bias, spread
  // The same spread, if a picture shows both kinds.
  case spreadFromMemory = "spread.memory"
  case heldSpread = "spread.held"
  // The control's step, on a separate line: `{value}`.
  case step
  // The placeholder for an unknown number.
  case unknown
  // The format of numbers: `{value}`, `{low}` and `{high}` are filled in. Measured cents have one decimal, so they have
  // no singular.
  case percent, between, cents, sharp, flat, wide, narrow
  // The trend of the threshold.
  case improving = "trend.improving"
  case stable = "trend.stable"
  case declining = "trend.declining"
  // Headings and how to read them.
  case axis, timeline, spreadTimeline = "timeline.spread", matching, intervalMatching = "interval-matching", others
  case heldMatching = "matching.held"
  case heldIntervalMatching = "interval-matching.held"
  case chordMinorThird = "chord.minor-third", chordMajorThird = "chord.major-third", chordFourth = "chord.fourth"
  case chordFifth = "chord.fifth", chordDominantSeventh = "chord.dominant-seventh", chordOctave = "chord.octave"
  case temperament
  case keyLine = "key.line", keyBand = "key.band"
  // The band, and the text under numbers.
  case keyUnder = "key.under"
  // The bars of a picture on a page; and the ranges in the plain table.
  case keyBar = "key.bar", keyRanges = "key.ranges"
  case keyWeak = "key.weak"
  // The places where the length of stretches changes; `{older}` and `{newer}` are these lengths.
  case keySpans = "key.spans", spanDay = "span.day", spanWeek = "span.week", spanMonth = "span.month"
  // The number of answers in the condition of the numbers: `{count}`.
  case answersHere = "answers.here"
  case keyNumbers = "key.numbers"
  case keySlips = "key.slips"
  case keyWidth = "key.width"
  case keySpread = "key.spread"
  case keyStep = "key.step"
  case keyBias = "key.bias", keyDrift = "key.drift"
  // The condition of a threshold: `{duration}` and `{gap}` are seconds; then `{condition}` is the text so far,
  // `{timbre}` both notes' timbre, and `{first}` and `{second}` are different ones.
  case condition, conditionGap = "condition.gap", conditionVaries = "condition.varies"
  case conditionTimbre = "condition.timbre", conditionTimbres = "condition.timbres"
  case conditionUnknown = "condition.unknown"
  // The timbres in it.
  case sine = "timbre.sine", string = "timbre.string", reed = "timbre.reed", brass = "timbre.brass"
  case voice = "timbre.voice", organ = "timbre.organ"
  // A class with its condition, another condition with its number, and the meaning of a line in the timeline.
  case conditionHeading = "condition.heading", conditionOther = "condition.other", keyConditions = "key.conditions"
  // The change of the threshold over the minutes of a session: `{minutes}`, `{value}`, `{low}` and `{high}` in percent;
  // and response times in seconds, `{beginning}` and `{later}`.
  case sessionRises = "session.rises", sessionFalls = "session.falls", sessionResponse = "session.response"
  // The numbers of matching in a line: `{bias}` and `{spread}`; and a pointer to the parts that the window has no room
  // for.
  case summary, more
  // Leans: `{low}` and `{high}` are notes.
  case leanHigher = "lean.higher"
  case leanLower = "lean.lower"
  // Lags: `{value}` is one in cents, `{low}` and `{high}` its band.
  case lagShort = "lag.short"
  case lagBeyond = "lag.beyond"
  // Early or late: its heading, numbers and what they mean; `{value}` is one in milliseconds or in percent.
  case timing, milliseconds, timingShare = "timing.share", timingKey = "timing.key"
  case onTime = "timing.on-time", late = "timing.late", early = "timing.early"
  // Its conditions: `{position}`, `{tempo}`, and the number of times that the beat was heard.
  case rhythmUnknown = "timing.unknown", rhythmNote = "timing.note", rhythmTempo = "timing.tempo"
  case heardOnce = "timing.heard.1", heardTwice = "timing.heard.2", heardFew = "timing.heard.3"
  case heardMany = "timing.heard.5"
  // Beats: their heading and conditions, with `{interval}` and `{timbre}`, and the rates that sound equally fast.
  case beats, beatsCondition = "beats.condition", unisons = "beats.unison", thirds = "beats.third"
  case fifths = "beats.fifth", octaves = "beats.octave"
  case equallyFast = "beats.equal", secondFaster = "beats.faster", secondSlower = "beats.slower"
  // Sureness: an exercise with a trend, the heading, the shares of right answers, `{value}` of 100, and how clearly it
  // separates them.
  case comparison, calibration = "sureness", rightIfSure = "sureness.sure", rightIfUnsure = "sureness.unsure"
  case ofHundred = "sureness.share", calibrationTrend = "sureness.trend"
  case moreClearly = "sureness.trend.improving", asClearly = "sureness.trend.stable"
  case lessClearly = "sureness.trend.declining"
  // The texts before the first results.
  case invitation
  case matchingInvitation = "invitation.matching"
  // Columns of the plain table.
  case note, band, weaker
  // Dates: `{day}`, `{month}`, `{year}`.
  case dayOfMonth = "date.day"
  case monthOfYear = "date.month"
  case january, february, march, april, may, june, july, august, september, october, november, december

  /// The heading of `report`.
  public init(_ report: MatchingReport) {
    if report.isTemperament {
      self = .temperament
      return
    }
    if let chord = report.chord {
      self = Self(chord)
      return
    }
    switch (report.asksIntervals, report.isHeld) {
    case (false, false): self = .matching
    case (false, true): self = .heldMatching
    case (true, false): self = .intervalMatching
    case (true, true): self = .heldIntervalMatching
    }
  }

  /// The name of the note tuned in `chord`.
  private init(_ chord: Chord) {
    switch chord {
    case .minorThird: self = .chordMinorThird
    case .majorThird: self = .chordMajorThird
    case .fourth: self = .chordFourth
    case .fifth: self = .chordFifth
    case .dominantSeventh: self = .chordDominantSeventh
    case .octave: self = .chordOctave
    }
  }

  /// The word for `trend`.
  public init(_ trend: Trend) {
    switch trend {
    case .improving: self = .improving
    case .stable: self = .stable
    case .declining: self = .declining
    }
  }

  /// The name of `timbre`.
  public init(_ timbre: Timbre) {
    switch timbre {
    case .sine: self = .sine
    case .string: self = .string
    case .reed: self = .reed
    case .brass: self = .brass
    case .voice: self = .voice
    case .organ: self = .organ
    }
  }

  static let months: [PictureWord] = [
    .january, .february, .march, .april, .may, .june, .july, .august, .september, .october, .november, .december,
  ]
}

/// Words with a count, each in the plural forms of its language. The raw values are the catalogue's keys after
/// `picture.` and before the form.
public enum CountedPictureWord: String, Hashable, Sendable, CaseIterable {
  // The text while there are too few answers: `{answers}` so far and `{more}` to come; then that few are missing.
  case first, firstSoon = "first.soon"
  // A number of answers or matches: `{count}`.
  case answers = "count.answers", matches = "count.matches"
}

/// The words of one language, and its number format: pictures contain no other text.
public struct PictureWords: Sendable {
  /// The language code as in `lang`: `en`.
  public let language: String
  /// The mark between whole numbers and fractions.
  public let decimalMark: String
  private let texts: [PictureWord: String]
  private let counted: @Sendable (CountedPictureWord, Double) -> String
  private let names: [IntervalClass: String]
  private let patterns: [TimingPattern: String]
  private let notes: NoteNames

  /// The words from `text`, and from `counted` for words with a count; names of interval classes, rhythms and notes.
  public init(
    language: String, decimalMark: String, text: (PictureWord) -> String,
    counted: @escaping @Sendable (CountedPictureWord, Double) -> String, name: (IntervalClass) -> String,
    pattern: (TimingPattern) -> String, notes: NoteNames
  ) {
    self.counted = counted
    self.language = language
    self.notes = notes
    self.decimalMark = decimalMark
    names = Dictionary(uniqueKeysWithValues: IntervalClass.all.map { ($0, name($0)) })
    patterns = Dictionary(uniqueKeysWithValues: TimingPattern.allCases.map { ($0, pattern($0)) })
    texts = Dictionary(uniqueKeysWithValues: PictureWord.allCases.map { ($0, text($0)) })
  }

  /// The words for `word`, with `{name}` replaced by `values["name"]`.
  public func callAsFunction(_ word: PictureWord, _ values: [String: String] = [:]) -> String {
    Self.filled(texts[word] ?? "", values)
  }

  private func callAsFunction(_ word: CountedPictureWord, _ count: Double, _ values: [String: String]) -> String {
    Self.filled(counted(word, count), values)
  }

  private static func filled(_ text: String, _ values: [String: String]) -> String {
    values.reduce(text) { $0.replacing("{\($1.key)}", with: $1.value) }
  }

  /// The name of a class: `Major third`.
  public func name(of intervalClass: IntervalClass) -> String { names[intervalClass] ?? "" }

  /// The name of a rhythm: `Straight sixteenths`.
  public func name(of pattern: TimingPattern) -> String { patterns[pattern] ?? "" }

  /// The name of a note with its octave: `C#4`, `Cis4`.
  public func name(of note: Note) -> String { notes(note) }

  /// Returns a number with up to one decimal, in the format of this language: `12`, `0.4`.
  public func number(_ value: Double) -> String {
    let text = Decimals.text(abs(value), places: 1).replacing(".", with: decimalMark)
    return value < 0 && text != "0" ? "−\(text)" : text
  }

  /// Returns a measured number with exactly one decimal, so that a value and its band look alike: `12.0`, `0.4`.
  public func measured(_ value: Double) -> String {
    let text = number(value)
    return text.contains(decimalMark) ? text : "\(text)\(decimalMark)0"
  }

  /// `12.0 cents`.
  public func cents(_ value: Double) -> String { self(.cents, ["value": measured(value)]) }

  /// `3.0 cents sharp`, `1.5 cents flat`, `0.0 cents`.
  public func signedCents(_ value: Double) -> String { cents(value, over: .sharp, under: .flat) }

  /// The bias of `report`, or one end of its band: of a temperament the drift per fifth, wide or narrow.
  public func bias(_ value: Double, of report: MatchingReport) -> String {
    report.isTemperament ? width(value) : signedCents(value)
  }

  /// `9.0 cents wide`, `1.5 cents narrow`, `0.0 cents`: of an interval, against the tuning.
  public func width(_ value: Double) -> String { cents(value, over: .wide, under: .narrow) }

  private func cents(_ value: Double, over: PictureWord, under: PictureWord) -> String {
    if number(value) == "0" { return cents(0) }
    return self(value > 0 ? over : under, ["value": measured(abs(value))])
  }

  /// Returns its band: one that excludes 0 in the words' own direction, `4 to 14`; otherwise with both ends in words.
  func between(widths width: Banded) -> String {
    let (low, high) = (width.band.lowerBound, width.band.upperBound)
    if low >= 0 { return between(low...high) }
    if high <= 0 { return between(-high ... -low) }
    return self(.between, ["low": self.width(low), "high": self.width(high)])
  }

  /// Returns the name of a condition: `1 s notes without a gap`. Two sines, the usual timbres, are not named.
  public func name(of condition: Condition) -> String {
    guard condition.isKnown else { return self(.conditionUnknown) }
    let times = self(
      condition.noteGap > 0 ? .conditionGap : .condition,
      ["duration": number(condition.noteDuration), "gap": number(condition.noteGap)])
    let heard = condition.timbres == .sines ? times : name(of: condition.timbres, after: times)
    return condition.loudnessVaries ? self(.conditionVaries, ["condition": heard]) : heard
  }

  private func name(of timbres: TimbrePair, after times: String) -> String {
    let (first, second) = (self(PictureWord(timbres.first)), self(PictureWord(timbres.second)))
    return timbres.isUniform
      ? self(.conditionTimbre, ["condition": times, "timbre": first])
      : self(.conditionTimbres, ["condition": times, "first": first, "second": second])
  }

  /// The name of a class and, if there are numbers, their condition.
  public func heading(_ report: ComparisonReport) -> String {
    let name = name(of: report.intervalClass)
    guard !report.curve.isEmpty else { return name }
    return self(.conditionHeading, ["name": name, "condition": self.name(of: report.condition)])
  }

  /// The threshold in another condition, in a line.
  public func sentence(_ report: ConditionReport) -> String {
    self(
      .conditionOther,
      [
        "condition": name(of: report.condition), "value": cents(report.threshold.value),
        "band": between(report.threshold.band), "answers": answers(report.answers),
      ])
  }

  /// A threshold with its band and the number of its answers: `12.0 cents (10.0 to 15.2), 28 answers`.
  public func threshold(_ threshold: Banded, answers count: Int) -> String {
    "\(cents(threshold.value)) (\(between(threshold.band))), \(answers(count))"
  }

  /// `28 answers`.
  public func answers(_ count: Int) -> String { self(.answers, Double(count), ["count": "\(count)"]) }

  /// `28 matches`.
  public func matches(_ count: Int) -> String { self(.matches, Double(count), ["count": "\(count)"]) }

  /// The text shown until `report` has a threshold: the number of answers kept, and the number still missing.
  public func beginning(_ report: ComparisonReport?) -> String {
    report?.first.map(words) ?? self(.invitation)
  }

  /// Returns the text for the number of answers kept, and the number still missing. The last few are not counted: the
  /// estimate is not that exact, and unexpected answers may delay the end.
  public func words(_ first: FirstEstimate) -> String {
    let word = first.more <= FirstEstimate.uncertainty ? CountedPictureWord.firstSoon : .first
    return self(word, Double(first.answers), ["answers": "\(first.answers)", "more": "\(first.more)"])
  }

  /// Returns a sentence about the lag: how far a player stops short of the note or goes beyond it.
  public func sentence(lag: Banded) -> String {
    let isShort = lag.value > 0
    let ends = [abs(lag.band.lowerBound), abs(lag.band.upperBound)].sorted()
    return self(
      isShort ? .lagShort : .lagBeyond,
      ["value": cents(abs(lag.value)), "low": measured(ends[0]), "high": measured(ends[1])])
  }

  /// Returns a sentence that explains the line after which the bars of a timeline have another length of time.
  func sentence(from older: TimelineBucket.Span, to newer: TimelineBucket.Span) -> String {
    func name(_ span: TimelineBucket.Span) -> String {
      switch span {
      case .day: self(.spanDay)
      case .week: self(.spanWeek)
      case .month: self(.spanMonth)
      }
    }
    return self(.keySpans, ["older": name(older), "newer": name(newer)])
  }

  /// Returns a sentence about the lean in a region.
  public func sentence(_ lean: RegionLean) -> String {
    self(
      lean.lean.value > 0 ? .leanHigher : .leanLower,
      ["low": name(of: lean.notes.low), "high": name(of: lean.notes.high)])
  }

  /// The sentences about the minutes of a session: the threshold, then, less prominent, the response time.
  public func sentences(_ course: SessionCourse) -> [String] {
    let rises = course.change.value > 1
    func share(_ factor: Double) -> String { number((100 * (rises ? factor - 1 : 1 - factor)).rounded()) }
    let band = course.change.band
    let threshold = self(
      rises ? .sessionRises : .sessionFalls,
      [
        "minutes": "\(course.minutes)", "value": share(course.change.value),
        "low": share(rises ? band.lowerBound : band.upperBound),
        "high": share(rises ? band.upperBound : band.lowerBound),
      ])
    let response = course.responseTimes.map { times in
      self(
        .sessionResponse,
        [
          "minutes": "\(course.minutes)", "beginning": measured(times.beginning), "later": measured(times.later),
        ])
    }
    return [threshold] + (response.map { [$0] } ?? [])
  }

  /// Returns a change by `octaves` as a factor: `1.3`.
  public func factor(_ octaves: Double) -> String { measured(exp2(octaves)) }

  /// Returns the band of a measured number as text: `10.0 to 15.2`.
  public func between(_ band: ClosedRange<Double>) -> String {
    self(.between, ["low": measured(band.lowerBound), "high": measured(band.upperBound)])
  }

  /// Returns the band of a share as text, in whole percent: `0 to 10%`.
  func percent(between band: ClosedRange<Double>) -> String {
    func whole(_ share: Double) -> String { number((share * 100).rounded()) }
    return self(
      .percent, ["value": self(.between, ["low": whole(band.lowerBound), "high": whole(band.upperBound)])])
  }
}

/// Numbers as text, the same on every machine, independent of the locale.
enum Decimals {
  /// `value` rounded to this many `places`, without zeros at the end; `0` for NaN.
  static func text(_ value: Double, places: Int) -> String {
    let scale = (0..<places).reduce(1) { scale, _ in scale * 10 }
    let scaled = (value * Double(scale)).rounded()
    guard scaled.isFinite, abs(scaled) < 1e15 else { return "0" }
    let units = Int(scaled)
    let (whole, rest) = abs(units).quotientAndRemainder(dividingBy: scale)
    guard rest != 0 else { return (units < 0 ? "-" : "") + "\(whole)" }
    let digits = String(rest)
    let fraction = (String(repeating: "0", count: places - digits.count) + digits).reversed().drop { $0 == "0" }
    return (units < 0 ? "-" : "") + "\(whole)." + String(fraction.reversed())
  }
}
