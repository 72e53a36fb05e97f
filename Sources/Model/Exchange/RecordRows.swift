import Foundation
import Training

extension Row {
  /// Returns the record of a row of our own formats. Values that the database would refuse are refused here, because
  /// here the column is known.
  func record() throws(RowRefusal) -> ExerciseRecord {
    let mode: Mode = try word(RecordColumn.mode)
    var reader = RowReader(row: self, discipline: mode.discipline, columns: RecordColumn.of(mode.discipline))
    var record = ExerciseRecord.blank(of: mode.discipline)
    try record.visitFields(&reader)
    switch record {
    case .timing(let record): try check(record.exercise, isPartial: record.isPartial)
    case .timingListening(let record): try check(record.exercise)
    case .matching(let record): try check(record.exercise)
    case .beats(let record): try check(record.exercise)
    case .comparison, .listening: break
    }
    guard let exercise = record.pair?.exercise else { return record }
    let notes = exercise.target.number - exercise.reference.number
    guard exercise.interval.semitones == notes else {
      throw refusal(RecordColumn.interval, .notTheInterval(notes: "\(notes)"))
    }
    return record
  }

  /// Throws unless a chord or a place in a temperament belongs to its mode, and the interval to the chord.
  private func check(_ exercise: MatchingExercise) throws(RowRefusal) {
    if exercise.mode == .temperament, exercise.temperament == nil {
      throw refusal(RecordColumn.temperament, .missing)
    }
    guard exercise.mode == .temperament || exercise.temperament == nil else {
      throw refusal(RecordColumn.mode, .notAWord([Mode.temperament.rawValue]))
    }
    guard let chord = exercise.chord else {
      if exercise.mode == .chords { throw refusal(RecordColumn.chord, .missing) }
      return
    }
    guard exercise.mode == .chords else { throw refusal(RecordColumn.mode, .notAWord([Mode.chords.rawValue])) }
    guard chord.interval == exercise.interval else {
      throw refusal(RecordColumn.interval, .notTheInterval(notes: "\(chord.interval.semitones)"))
    }
  }

  /// Throws unless the displacement has a direction and stays within the gap beside the note, which may be unknown.
  private func check(_ exercise: TimingExercise, isPartial: Bool = false) throws(RowRefusal) {
    guard exercise.offset != 0 else { throw refusal(RecordColumn.offset, .zero) }
    guard isPartial || abs(exercise.offsetPercent) <= 100 else {
      let gap = (exercise.gap * 1e6).rounded(.down)
      throw refusal(RecordColumn.offset, .outOfRange(low: -gap, high: gap))
    }
  }

  /// Throws unless one of the sounds beats faster.
  private func check(_ exercise: BeatsExercise) throws(RowRefusal) {
    guard exercise.difference != 0 else { throw refusal(RecordColumn.beatsDifference, .zero) }
  }
}

/// Reads the fields of a record from the values of a row.
private struct RowReader: FieldVisitor {
  let row: Row
  let discipline: Discipline
  /// The places of the remaining fields.
  var columns: ArraySlice<RecordColumn>

  mutating func time(_: String, _ value: inout Date) throws(RowRefusal) {
    value = CalendarTime.date(try row.time(columns.removeFirst()))
  }

  mutating func identifier(_: String, _ value: inout UUID) throws(RowRefusal) {
    value = try row.identifier(columns.removeFirst())
  }

  mutating func text(_: String, _ value: inout String) throws(RowRefusal) {
    value = try row.text(columns.removeFirst())
  }

  mutating func text(_: String, _ value: inout String?) throws(RowRefusal) {
    value = try row.optionalText(columns.removeFirst())
  }

  mutating func word<Word: RawRepresentable<String> & CaseIterable>(
    _: String, _ value: inout Word
  ) throws(RowRefusal) {
    value = try row.word(columns.removeFirst())
  }

  mutating func word<Word: RawRepresentable<String> & CaseIterable>(
    _: String, _ value: inout Word?
  ) throws(RowRefusal) {
    let column = columns.removeFirst()
    value = row.has(column) ? try row.word(column) : nil
  }

  mutating func flag(_: String, _ value: inout Bool) throws(RowRefusal) { value = try row.flag(columns.removeFirst()) }

  mutating func flag(_: String, _ value: inout Bool?) throws(RowRefusal) {
    let column = columns.removeFirst()
    value = row.has(column) ? try row.flag(column) : nil
  }

  mutating func integer(_: String, _ value: inout Int, in range: ClosedRange<Int>) throws(RowRefusal) {
    value = try row.integer(columns.removeFirst(), in: range)
  }

  mutating func count(_: String, _ value: inout Int) throws(RowRefusal) {
    let column = columns.removeFirst()
    value = row.has(column) ? try row.integer(column, in: 0...Int(Int32.max)) : 0
  }

  mutating func number(_: String, _ value: inout Double, _ rule: NumberRule) throws(RowRefusal) {
    value = try row.double(columns.removeFirst(), rule)
  }

  mutating func number(_: String, _ value: inout Double?, _ rule: NumberRule) throws(RowRefusal) {
    let column = columns.removeFirst()
    value = row.has(column) ? try row.double(column, rule) : nil
  }

  mutating func absent(_: String) throws(RowRefusal) {
    // Only whole records have this field, and the row lacks the one that makes it whole.
    let column = columns.removeFirst()
    if row.has(column) { throw row.refusal(RecordColumn.whole(of: discipline) ?? column, .missing) }
  }
}

extension ExerciseRecord {
  /// Calls `body` with each column of this kind and its value, nil if the record has none.
  func forEachColumn(_ body: (RecordColumn, FieldValue?) -> Void) {
    var columns = RecordColumn.of(discipline)
    listed.forEachField { _, value in body(columns.removeFirst(), value) }
  }
}
