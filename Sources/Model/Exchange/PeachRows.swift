import Foundation
import Pitch
import PlainText
import Training

/// A kind of record of Peach's CSV.
enum PeachKind {
  case discrimination, matching, timing
  /// A row of rhythm from a version before 3, with other columns: it cannot be written again unchanged.
  case rhythm
  /// A row of another program's discipline, in version 3.
  case foreign

  /// All words ever used, in order of their introduction; each was still written for a while under its successor's
  /// version.
  private static let words: [(String, PeachKind)] = [
    ("comparison", .discrimination), ("pitchComparison", .discrimination), ("pitchDiscrimination", .discrimination),
    ("pitchMatching", .matching), ("rhythmOffsetDetection", .timing), ("rhythmMatching", .rhythm),
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

  /// Returns the record of a row of Peach's CSV in this version: a partial one, as the row does not hold how it
  /// sounded.
  func peachItem(version: Int) throws(RowRefusal) -> ExchangeItem {
    switch try PeachKind(self, version: version) {
    case .timing:
      if let record = timing(line: try? line()) {
        .record(.timing(record), .content)
      } else {
        try version == ExchangeFormat.peachVersion ? foreign() : .rhythm
      }
    case .rhythm: .rhythm
    case .foreign: try foreign()
    case .discrimination: try discrimination()
    case .matching: try matching()
    }
  }

  private func foreign() throws(RowRefusal) -> ExchangeItem {
    .foreign(ForeignRow(time: CalendarTime.date(try time(C.timestamp)), line: try line()))
  }

  private func discrimination() throws(RowRefusal) -> ExchangeItem {
    let frame = try PeachFrame(self)
    let cents = try cents(.centOffset)
    guard cents != .zero else { throw refusal(C.centOffset, .zero) }
    let isCorrect = try flag(C.isCorrect)
    var record: ComparisonRecord = frame.record("pitchDiscrimination", .comparison, .intervalComparison, cents)
    record.correct = isCorrect
    record.answer = isCorrect ? record.exercise.correctAnswer : record.exercise.correctAnswer.opposite
    return .record(.comparison(record), .content)
  }

  private func matching() throws(RowRefusal) -> ExchangeItem {
    let frame = try PeachFrame(self)
    let start = try cents(.initialCentOffset)
    var record: MatchingRecord = try frame.record(
      "pitchMatching", .matching, .intervalMatching, cents(.userCentError))
    record.exercise.startOffset = start
    return .record(.matching(record), .content)
  }

  private func cents(_ column: PeachColumn) throws(RowRefusal) -> Cents {
    Cents(try double(column, .cents))
  }
}

/// The common fields of both kinds of rows.
private struct PeachFrame {
  /// Milliseconds since 1970.
  var time: Int
  var reference: Note
  var target: Note
  var interval: DirectedInterval
  var tuning: String

  init(_ row: Row) throws(RowRefusal) {
    time = try row.time(PeachColumn.timestamp)
    reference = try row.note(PeachColumn.referenceNote)
    target = try row.note(PeachColumn.targetNote)
    guard let interval = DirectedInterval(semitones: target.number - reference.number) else {
      throw row.refusal(
        PeachColumn.targetNote,
        .outOfRange(low: Double(max(reference.number - 12, 0)), high: Double(min(reference.number + 12, 127))))
    }
    // The column has only the size; the notes also have the direction.
    if let size = try row.optionalText(PeachColumn.interval),
      (Self.otherNames[size] ?? size) != interval.abbreviation
    {
      throw row.refusal(PeachColumn.interval, .notTheInterval(notes: interval.abbreviation))
    }
    self.interval = interval
    switch try row.optionalText(PeachColumn.tuningSystem) {
    case nil, "equalTemperament": tuning = Tuning.equal.name
    case "justIntonation": tuning = Tuning.just.name
    default: throw row.refusal(PeachColumn.tuningSystem, .notAWord(["equalTemperament", "justIntonation"]))
    }
  }

  /// The browser version's former names of intervals.
  private static let otherNames = ["A4": "d5"]

  /// Returns the partial record of these cents; the caller fills in its result. Its id depends only on the row: two
  /// stores that imported the same file can then be merged by id.
  func record<Record: PairRecord>(_ kind: String, _ unison: Mode, _ asked: Mode, _ cents: Cents) -> Record {
    let content = "\(kind) \(CalendarTime.second(of: time)) \(reference.number) \(target.number) \(cents.value)"
    return .partial(
      id: UUID(content: content), time: CalendarTime.date(time), mode: interval == .prime ? unison : asked,
      reference: reference, target: target, interval: interval, tuning: tuning, cents: cents)
  }
}

extension UUID {
  /// Creates the UUID of `content`: its hash as version 8, variant 1, of RFC 9562.
  init(content: String) {
    let rest = FNV1a.hash128(content.utf8) & ~(0xf << 76 | 0x3 << 62)
    self.init(number: rest | 0x8 << 76 | 0x2 << 62)
  }

  /// The id of another record with the same content.
  package var ofAnotherAlike: UUID { UUID(content: uuidString) }
}
