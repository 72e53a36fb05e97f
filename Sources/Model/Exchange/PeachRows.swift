import Foundation
import Pitch
import Training

/// What Peach's CSV does not say of a record, and Peach for Linux keeps. None of it is known; these are what they stand for.
enum PeachDefaults {
  /// The original's own default.
  static let concertPitch = ConcertPitch.standard
  /// Seconds, likewise.
  static let noteDuration = 1.0
  /// Seconds, likewise.
  static let noteGap = 0.0
  /// The only rule it has.
  static let strategy = StrategyName.kazez
  /// Answers were given on a screen.
  static let source = InputSource.page
  /// Matches as well.
  static let gesture = CommitGesture.page
  /// How far the original's slider reaches about the start; more where start or error say so.
  static let matchingRange = 20.0
  /// Cents either way that are believed of a row.
  static let cents = -1200.0...1200.0
}

/// A kind of record of Peach's CSV.
enum PeachKind {
  case discrimination, matching
  /// Of a version before 3, where columns were others: it cannot be written again as it came.
  case rhythm
  /// Of a discipline that is not ours, in version 3.
  case foreign

  /// All words there have been, in the order in which they came; each was written under its successor's version for a while.
  private static let words: [(String, PeachKind)] = [
    ("comparison", .discrimination), ("pitchComparison", .discrimination), ("pitchDiscrimination", .discrimination),
    ("pitchMatching", .matching), ("rhythmOffsetDetection", .rhythm), ("rhythmMatching", .rhythm),
    ("continuousRhythmMatching", .rhythm),
  ]

  init(_ row: Row, version: Int) throws(RowRefusal) {
    let word = try row.text(PeachColumn.trainingType)
    let kind = Self.words.first { $0.0 == word }?.1
    if version == ExchangeFormat.peachVersion, kind == nil || kind == .rhythm {
      self = .foreign
    } else if let kind {
      self = kind
    } else {
      throw row.refusal(PeachColumn.trainingType, .notAWord(Self.words.map(\.0)))
    }
  }
}

extension Row {
  private typealias C = PeachColumn

  /// The record of a row of Peach's CSV in this version, with `PeachDefaults` for what it does not say.
  ///
  /// Pitches are computed from notes, tuning and cents as practice would here. (The original's just intonation was rooted on
  /// A, so what sounded there could be off; which, cannot be told from the row.)
  func peachItem(version: Int) throws(RowRefusal) -> ExchangeItem {
    switch try PeachKind(self, version: version) {
    case .rhythm: .rhythm
    case .foreign: .foreign(ForeignRow(time: CalendarTime.date(try time(C.timestamp)), line: try line()))
    case .discrimination: try discrimination()
    case .matching: try matching()
    }
  }

  private func discrimination() throws(RowRefusal) -> ExchangeItem {
    let frame = try PeachFrame(self)
    let cents = try cents(.centOffset)
    guard cents.value != 0 else { throw refusal(C.centOffset, .zero) }
    let isCorrect = try flag(C.isCorrect)
    let exercise = ComparisonExercise(
      epoch: Epoch(0), index: 0, mode: frame.interval == .prime ? .comparison : .intervalComparison,
      reference: frame.reference, referenceHertz: frame.referenceHertz, target: frame.target,
      offset: Cents(cents.value), targetHertz: frame.pitch(Cents(cents.value)), interval: frame.interval,
      loudnessOffset: 0)
    let record = ComparisonRecord(
      id: frame.identifier(kind: "pitchDiscrimination", cents: cents.value), time: CalendarTime.date(frame.time),
      exercise: exercise, tuning: frame.tuning.name, concertPitch: PeachDefaults.concertPitch.hertz,
      noteDuration: PeachDefaults.noteDuration, noteGap: PeachDefaults.noteGap,
      strategy: PeachDefaults.strategy.rawValue,
      answer: isCorrect ? exercise.correctAnswer : exercise.correctAnswer.opposite, correct: isCorrect,
      responseTime: 0, controller: nil, source: PeachDefaults.source, playbackLatency: 0)
    return .record(.comparison(record), .content(tolerance: cents.tolerance))
  }

  private func matching() throws(RowRefusal) -> ExchangeItem {
    let frame = try PeachFrame(self)
    let start = try cents(.initialCentOffset).value
    let error = try cents(.userCentError)
    let range = max(PeachDefaults.matchingRange, start.magnitude, (error.value - start).magnitude)
    let exercise = MatchingExercise(
      epoch: Epoch(0), index: 0, mode: frame.interval == .prime ? .matching : .intervalMatching,
      reference: frame.reference, referenceHertz: frame.referenceHertz, target: frame.target,
      targetHertz: frame.pitch(.zero), interval: frame.interval, startOffset: Cents(start),
      startHertz: frame.pitch(Cents(start)), range: Cents(range), loudnessOffset: 0)
    let record = MatchingRecord(
      id: frame.identifier(kind: "pitchMatching", cents: error.value), time: CalendarTime.date(frame.time),
      exercise: exercise, tuning: frame.tuning.name, concertPitch: PeachDefaults.concertPitch.hertz,
      noteDuration: PeachDefaults.noteDuration, noteGap: PeachDefaults.noteGap,
      finalHertz: frame.pitch(Cents(error.value)), error: Cents(error.value), gesture: PeachDefaults.gesture,
      control: nil, centsPerStep: nil, timeTaken: 0, controller: nil, source: PeachDefaults.source, playbackLatency: 0)
    return .record(.matching(record), .content(tolerance: error.tolerance))
  }

  private func cents(_ column: PeachColumn) throws(RowRefusal) -> DecimalNumber {
    let number = try number(column)
    guard PeachDefaults.cents.contains(number.value) else {
      throw refusal(
        column, .outOfRange(low: PeachDefaults.cents.lowerBound, high: PeachDefaults.cents.upperBound))
    }
    return number
  }
}

/// What rows of both kinds say.
private struct PeachFrame {
  /// Milliseconds since 1970.
  var time: Int
  var reference: Note
  var target: Note
  var interval: DirectedInterval
  var tuning: Tuning
  var referenceHertz: Hertz

  init(_ row: Row) throws(RowRefusal) {
    time = try row.time(PeachColumn.timestamp)
    reference = try row.note(PeachColumn.referenceNote)
    target = try row.note(PeachColumn.targetNote)
    guard let interval = DirectedInterval(semitones: target.number - reference.number) else {
      throw row.refusal(
        PeachColumn.targetNote,
        .outOfRange(low: Double(max(reference.number - 12, 0)), high: Double(min(reference.number + 12, 127))))
    }
    // The column has the size alone; the notes have the direction as well.
    if let size = try row.optionalText(PeachColumn.interval),
      (Self.otherNames[size] ?? size) != interval.abbreviation
    {
      throw row.refusal(PeachColumn.interval, .notTheInterval(notes: interval.abbreviation))
    }
    self.interval = interval
    switch try row.optionalText(PeachColumn.tuningSystem) {
    case nil, "equalTemperament": tuning = .equal
    case "justIntonation": tuning = .just
    default: throw row.refusal(PeachColumn.tuningSystem, .notAWord(["equalTemperament", "justIntonation"]))
    }
    referenceHertz = tuning.reference(reference, concertPitch: PeachDefaults.concertPitch)
  }

  /// What the browser version called an interval until it took the others' name.
  private static let otherNames = ["A4": "d5"]

  /// What lies `offset` from the correct pitch.
  func pitch(_ offset: Cents) -> Hertz {
    tuning.target(from: reference, at: referenceHertz, interval: interval, offset: offset)
  }

  /// The same id for the same row wherever it is read: two stores that took in the same file then merge by id.
  func identifier(kind: String, cents: Double) -> UUID {
    let content = "\(kind) \(CalendarTime.second(of: time)) \(reference.number) \(target.number) \(cents)"
    return UUID(content: content)
  }
}

extension UUID {
  /// The UUID that stands for `content`: its 128-bit FNV-1a hash (G. Fowler, L. C. Noll, K.-P. Vo) as version 8, variant 1, of
  /// RFC 9562.
  init(content: String) {
    var hash: UInt128 = 0x6c62_272e_07bb_0142_62b8_2175_6295_c58d
    for byte in content.utf8 {
      hash ^= UInt128(byte)
      hash &*= 0x0000_0000_0100_0000_0000_0000_0000_013b
    }
    hash &= ~(0xf << 76 | 0x3 << 62)
    hash |= 0x8 << 76 | 0x2 << 62
    self.init(number: hash)
  }
}
