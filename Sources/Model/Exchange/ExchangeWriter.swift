import Foundation
import Training

/// Writes records as a file, piece by piece: output gathers in `bytes` until the caller takes it. Lines end with LF.
public struct ExchangeWriter: Sendable {
  /// The reason a record is left out of a file of this format.
  public enum LeftOut: Hashable, Sendable {
    /// It was withdrawn, which Peach's CSV cannot express: there it would count.
    case withdrawn
    /// An interval in a tuning that Peach's CSV has no word for.
    case tuning(String)
    /// It was only heard, for which Peach's CSV has no kind of record.
    case listening
    /// It was matched against a sounding reference: there it would count as matched from memory.
    case held
    /// It was a chord or a note of a temperament, for which Peach's CSV has no kind of record.
    case chord
    /// It was an answer to beats, for which Peach's CSV has no kind of record.
    case beats
  }

  private let format: ExchangeFormat
  /// The bytes written since the last `removeBytes`.
  public private(set) var bytes: [UInt8] = []

  /// A file of `format`; its first lines are written at once.
  public init(_ format: ExchangeFormat) {
    self.format = format
    switch format {
    case .csv:
      append("\(ExchangeFormat.recordsMark)\(ExchangeFormat.recordsVersion)\n")
      append(RecordColumn.inCSV.map(\.name).joined(separator: ",") + "\n")
    case .jsonl: break
    case .peach3:
      append("\(ExchangeFormat.peachMark)\(ExchangeFormat.peachVersion)\n")
      append(PeachColumn.names.joined(separator: ",") + "\n")
    }
  }

  /// Writes `record`, or returns the reason this format does not take it.
  public mutating func write(_ record: ExerciseRecord) -> LeftOut? {
    switch format {
    case .csv: writeCSV(record)
    case .jsonl: writeJSON(record)
    case .peach3: return writePeach(record)
    }
    return nil
  }

  /// Writes `row` unchanged. Only to Peach's CSV: other formats leave it out.
  public mutating func write(_ row: ForeignRow) {
    guard format == .peach3 else { return }
    append(row.line)
    append("\n")
  }

  /// Removes the bytes after the caller has stored them.
  public mutating func removeBytes() { bytes.removeAll(keepingCapacity: true) }

  private mutating func append(_ text: String) { bytes.append(contentsOf: text.utf8) }
  private mutating func append(_ character: Unicode.Scalar) { bytes.append(UInt8(ascii: character)) }

  // MARK: Our own

  private mutating func writeCSV(_ record: ExerciseRecord) {
    // The number of columns written or left empty.
    var columns = 0
    record.forEachColumn { column, value in
      while columns <= column.place {
        if columns > 0 { append(",") }
        columns += 1
      }
      switch value {
      case nil: break
      case .text(let text): appendQuoted(text)
      case .number(let number): append("\(number)")
      case .integer(let number): append("\(number)")
      case .flag(let flag): append(flag ? "true" : "false")
      case .time(let time): appendTime(time)
      }
    }
    append("\n")
  }

  private mutating func appendTime(_ time: Date) {
    CalendarTime.write(CalendarTime.milliseconds(of: time), withFraction: true, to: &bytes)
  }

  /// Appends `text`, quoted if RFC 4180 requires it, or if the text is empty: unquoted, it would mean no value.
  private mutating func appendQuoted(_ text: String) {
    let mustQuote = text.isEmpty || text.utf8.contains { [34, 44, 10, 13].contains($0) }
    guard mustQuote else { return append(text) }
    CSVRow.quote(text.utf8, to: &bytes)
  }

  private mutating func writeJSON(_ record: ExerciseRecord) {
    append("{\"\(RecordColumn.version.name)\":\(ExchangeFormat.recordsVersion)")
    record.forEachColumn { column, value in
      guard let value else { return }
      append(",\"\(column.name)\":")
      switch value {
      case .text(let text): appendJSON(text)
      // JSON has no word for infinity or NaN; practice never makes any.
      case .number(let number): append(number.isFinite ? "\(number)" : "null")
      case .integer(let number): append("\(number)")
      case .flag(let flag): append(flag ? "true" : "false")
      case .time(let time):
        append("\"")
        appendTime(time)
        append("\"")
      }
    }
    append("}\n")
  }

  private mutating func appendJSON(_ text: String) {
    append("\"")
    for byte in text.utf8 {
      switch byte {
      case 34, 92:
        append("\\")
        bytes.append(byte)
      case 0..<32:
        append("\\u00")
        append(byte < 16 ? "0" : "1")
        append(String(byte & 15, radix: 16))
      default: bytes.append(byte)
      }
    }
    append("\"")
  }

  // MARK: Peach's

  private mutating func writePeach(_ record: ExerciseRecord) -> LeftOut? {
    let (type, results): (String, String)
    let pair: any PairRecord
    switch record {
    case .comparison(let record):
      guard !record.withdrawn else { return .withdrawn }
      (type, results) = ("pitchDiscrimination", "\(record.exercise.offset.value),\(record.correct),,")
      pair = record
    case .matching(let record):
      guard !record.exercise.mode.playsTogether else { return .chord }
      guard record.exercise.heldLevel == nil else { return .held }
      (type, results) = ("pitchMatching", ",,\(record.exercise.startOffset.value),\(record.error.value)")
      pair = record
    case .timing(let record):
      guard !record.withdrawn else { return .withdrawn }
      append(record.peachLine)
      append("\n")
      return nil
    case .listening, .timingListening: return .listening
    case .beats(let record): return record.withdrawn ? .withdrawn : .beats
    }
    let (exercise, tuning): (any PairExercise, String) = (pair.exercise, pair.tuning)
    // A prime is the same in every tuning.
    guard let system = exercise.interval == .prime ? "equalTemperament" : Self.peachTunings[tuning] else {
      return .tuning(tuning)
    }
    append(type)
    append(",")
    CalendarTime.write(CalendarTime.milliseconds(of: record.time), withFraction: false, to: &bytes)
    append(",\(exercise.reference.number),\(exercise.reference.name)")
    append(",\(exercise.target.number),\(exercise.target.name)")
    append(",\(exercise.interval.abbreviation),\(system),")
    append(results)
    append(",,,,,,,\n")
    return nil
  }

  /// Peach's words for tunings, by ours.
  private static let peachTunings = ["equal": "equalTemperament", "just": "justIntonation"]
}
