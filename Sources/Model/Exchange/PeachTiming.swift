import Foundation
import Training

// Rows of early or late in Peach's CSV: time, correctness, tempo and displacement.

extension Row {
  private typealias C = PeachColumn

  /// Returns the partial record of a row of early or late, read from `line`. Nil if `peachLine` would not give the line
  /// back byte for byte, because it has other columns too, a tempo that is not whole, or another program's form of a
  /// value: such a row is better kept as it is. The id depends only on the row: two stores that imported the same file
  /// can be merged by id.
  func timing(line: String?) -> TimingRecord? {
    guard let time = try? time(C.timestamp), let tempo = try? integer(C.tempo, in: 1...1000),
      let isCorrect = try? flag(C.isCorrect), let text = try? text(C.offset),
      let offset = TimingRecord.nanoseconds(text)
    else { return nil }
    var record = TimingRecord.blank
    record.isPartial = true
    record.id = UUID(content: "\(TimingRecord.peachWord) \(CalendarTime.second(of: time)) \(tempo) \(offset)")
    record.time = CalendarTime.date(time)
    (record.exercise.tempo, record.exercise.offset, record.offsetText) = (tempo, offset, text)
    record.correct = isCorrect
    record.answer = isCorrect ? record.exercise.correctAnswer : record.exercise.correctAnswer.opposite
    return record.peachLine == line ? record : nil
  }
}

extension TimingRecord {
  /// The kind of row in Peach's CSV.
  package static let peachWord = "rhythmOffsetDetection"

  /// Returns the nearest nanosecond to a decimal number of milliseconds; nil if `text` is no number, for 0, and for
  /// more than any record may have.
  static func nanoseconds(_ text: String) -> Int64? {
    let bytes = Array(text.utf8)
    guard let milliseconds = bytes.withUnsafeBufferPointer({ DecimalNumber($0) })?.value else { return nil }
    let exact = (milliseconds * 1e6).rounded()
    guard exact != 0, let offset = Int(exactly: exact), offsets.contains(offset) else { return nil }
    return Int64(offset)
  }

  /// The row in Peach's CSV, without the end of the line.
  var peachLine: String {
    var time: [UInt8] = []
    CalendarTime.write(CalendarTime.milliseconds(of: self.time), withFraction: false, to: &time)
    let written = String(decoding: time, as: UTF8.self)
    return "\(Self.peachWord),\(written),,,,,,,,\(correct),,,\(exercise.tempo),\(peachOffset),,,,,"
  }

  /// The displacement in milliseconds: as it was read if it was, unless another program has changed one of the two.
  private var peachOffset: String {
    if let offsetText, Self.nanoseconds(offsetText) == exercise.offset { return offsetText }
    return "\(Double(exercise.offset) / 1e6)"
  }
}

extension ForeignRow {
  /// The record of a row of early or late, kept before there were such records; nil for any other row.
  package var timing: TimingRecord? {
    guard line.hasPrefix(TimingRecord.peachWord + ",") else { return nil }
    var row = Row(columns: PeachColumn.allCases.count)
    let bytes = Array(line.utf8)
    let found = bytes.withUnsafeBufferPointer {
      CSVRow.read($0, isLast: true, places: Array(PeachColumn.allCases.indices), into: &row)
    }
    // The whole line is compared, so that nothing after the row is lost.
    guard case .row = found else { return nil }
    return row.timing(line: line)
  }
}
