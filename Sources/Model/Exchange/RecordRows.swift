import Foundation
import Pitch
import Training

extension Row {
  private typealias C = RecordColumn

  /// The record of a row of our own formats. What the database would refuse is refused here, where the column is known.
  func record() throws(Refusal) -> ExchangeRecord {
    let mode: Mode = try word(C.mode)
    return mode.isComparison ? .comparison(try comparison(mode)) : .matching(try matching(mode))
  }

  private func comparison(_ mode: Mode) throws(Refusal) -> ComparisonRecord {
    let offset = try double(C.cents)
    guard offset != 0 else { throw refusal(C.cents, .zero) }
    let exercise = ComparisonExercise(
      epoch: try epoch(), index: try integer(C.exerciseIndex, in: .min ... .max), mode: mode,
      reference: try note(C.referenceNote), referenceHertz: Hertz(try positive(C.referenceHertz)),
      target: try note(C.targetNote), offset: Cents(offset), targetHertz: Hertz(try positive(C.targetHertz)),
      interval: try interval(), loudnessOffset: try double(C.loudnessOffset))
    return ComparisonRecord(
      id: try identifier(C.id), time: CalendarTime.date(try time(C.time)), exercise: exercise,
      tuning: try text(C.tuning),
      concertPitch: Hertz(try positive(C.concertPitch)), noteDuration: try positive(C.noteDuration),
      noteGap: try notNegative(C.noteGap), strategy: try text(C.strategy), answer: try word(C.answer),
      correct: try flag(C.correct), responseTime: try double(C.responseTime),
      controller: try optionalText(C.controller),
      source: try word(C.source), playbackLatency: try double(C.playbackLatency), withdrawn: try flag(C.withdrawn))
  }

  private func matching(_ mode: Mode) throws(Refusal) -> MatchingRecord {
    let exercise = MatchingExercise(
      epoch: try epoch(), index: try integer(C.exerciseIndex, in: .min ... .max), mode: mode,
      reference: try note(C.referenceNote), referenceHertz: Hertz(try positive(C.referenceHertz)),
      target: try note(C.targetNote), targetHertz: Hertz(try positive(C.targetHertz)), interval: try interval(),
      startOffset: Cents(try double(C.startCents)), startHertz: Hertz(try positive(C.startHertz)),
      range: Cents(try positive(C.rangeCents)), loudnessOffset: try double(C.loudnessOffset))
    return MatchingRecord(
      id: try identifier(C.id), time: CalendarTime.date(try time(C.time)), exercise: exercise,
      tuning: try text(C.tuning),
      concertPitch: Hertz(try positive(C.concertPitch)), noteDuration: try positive(C.noteDuration),
      noteGap: try notNegative(C.noteGap), finalHertz: Hertz(try positive(C.finalHertz)),
      error: Cents(try double(C.cents)), gesture: try word(C.gesture), control: try optionalText(C.control),
      centsPerStep: has(C.centsPerStep) ? try positive(C.centsPerStep) : nil, timeTaken: try double(C.timeTaken),
      controller: try optionalText(C.controller), source: try word(C.source),
      playbackLatency: try double(C.playbackLatency))
  }

  private func epoch() throws(Refusal) -> Epoch {
    Epoch(UInt32(try integer(C.epoch, in: 0...Int(UInt32.max))))
  }

  private func interval() throws(Refusal) -> DirectedInterval {
    guard let interval = DirectedInterval(semitones: try integer(C.interval, in: -12...12)) else {
      throw refusal(C.interval, .outOfRange(low: -12, high: 12))
    }
    return interval
  }
}

/// A value as it is written in our own formats.
enum RecordValue {
  case text(String)
  case number(Double)
  case integer(Int)
  case flag(Bool)
  /// Milliseconds since 1970.
  case time(Int)
}

extension ExchangeRecord {
  /// What stands in `column`; nil if this kind has no such value, or this record none.
  func value(of column: RecordColumn) -> RecordValue? {
    switch self {
    case .comparison(let record): Self.value(of: column, in: record)
    case .matching(let record): Self.value(of: column, in: record)
    }
  }

  private static func value(of column: RecordColumn, in record: ComparisonRecord) -> RecordValue? {
    let exercise = record.exercise
    return switch column {
    case .time: .time(CalendarTime.milliseconds(of: record.time))
    case .mode: .text(exercise.mode.rawValue)
    case .referenceNote: .integer(exercise.reference.number)
    case .referenceHertz: .number(exercise.referenceHertz.value)
    case .targetNote: .integer(exercise.target.number)
    case .targetHertz: .number(exercise.targetHertz.value)
    case .cents: .number(exercise.offset.value)
    case .interval: .integer(exercise.interval.semitones)
    case .tuning: .text(record.tuning)
    case .concertPitch: .number(record.concertPitch.value)
    case .noteDuration: .number(record.noteDuration)
    case .noteGap: .number(record.noteGap)
    case .loudnessOffset: .number(exercise.loudnessOffset)
    case .strategy: .text(record.strategy)
    case .answer: .text(record.answer.rawValue)
    case .correct: .flag(record.correct)
    case .responseTime: .number(record.responseTime)
    case .withdrawn: .flag(record.withdrawn)
    case .controller: record.controller.map(RecordValue.text)
    case .source: .text(record.source.rawValue)
    case .playbackLatency: .number(record.playbackLatency)
    case .exerciseIndex: .integer(exercise.index)
    case .epoch: .integer(Int(exercise.epoch.number))
    case .id: .text(record.id.uuidString)
    case .version: .integer(ExchangeFormat.recordsVersion)
    case .startHertz, .startCents, .rangeCents, .finalHertz, .gesture, .control, .centsPerStep, .timeTaken: nil
    }
  }

  private static func value(of column: RecordColumn, in record: MatchingRecord) -> RecordValue? {
    let exercise = record.exercise
    return switch column {
    case .time: .time(CalendarTime.milliseconds(of: record.time))
    case .mode: .text(exercise.mode.rawValue)
    case .referenceNote: .integer(exercise.reference.number)
    case .referenceHertz: .number(exercise.referenceHertz.value)
    case .targetNote: .integer(exercise.target.number)
    case .targetHertz: .number(exercise.targetHertz.value)
    case .cents: .number(record.error.value)
    case .interval: .integer(exercise.interval.semitones)
    case .tuning: .text(record.tuning)
    case .concertPitch: .number(record.concertPitch.value)
    case .noteDuration: .number(record.noteDuration)
    case .noteGap: .number(record.noteGap)
    case .loudnessOffset: .number(exercise.loudnessOffset)
    case .startHertz: .number(exercise.startHertz.value)
    case .startCents: .number(exercise.startOffset.value)
    case .rangeCents: .number(exercise.range.value)
    case .finalHertz: .number(record.finalHertz.value)
    case .gesture: .text(record.gesture.rawValue)
    case .control: record.control.map(RecordValue.text)
    case .centsPerStep: record.centsPerStep.map(RecordValue.number)
    case .timeTaken: .number(record.timeTaken)
    case .controller: record.controller.map(RecordValue.text)
    case .source: .text(record.source.rawValue)
    case .playbackLatency: .number(record.playbackLatency)
    case .exerciseIndex: .integer(exercise.index)
    case .epoch: .integer(Int(exercise.epoch.number))
    case .id: .text(record.id.uuidString)
    case .version: .integer(ExchangeFormat.recordsVersion)
    case .strategy, .answer, .correct, .responseTime, .withdrawn: nil
    }
  }
}
