import Foundation
import GRDB
import Pitch
import Training

/// One row of the table `comparison`, and one answer in a rescue file: the columns in their order, in plain values.
struct ComparisonRow: Codable, Hashable, Sendable, FetchableRecord, PersistableRecord {
  static let databaseTableName = "comparison"

  var id: String
  var time: String
  var mode: String
  var referenceNote: Int
  var referenceHertz: Double
  var targetNote: Int
  var targetHertz: Double
  var cents: Double
  var interval: Int
  var tuning: String
  var concertPitch: Double
  var noteDuration: Double
  var noteGap: Double
  var loudnessOffset: Double
  var strategy: String
  var answer: String
  var correct: Bool
  var responseTime: Double
  var controller: String?
  var source: String
  var playbackLatency: Double
  var withdrawn: Bool
  var exerciseIndex: Int
  var epoch: Int

  enum CodingKeys: String, CodingKey {
    case id, time, mode
    case referenceNote = "reference_note"
    case referenceHertz = "reference_hertz"
    case targetNote = "target_note"
    case targetHertz = "target_hertz"
    case cents, interval, tuning
    case concertPitch = "concert_pitch"
    case noteDuration = "note_duration"
    case noteGap = "note_gap"
    case loudnessOffset = "loudness_offset"
    case strategy, answer, correct
    case responseTime = "response_time"
    case controller, source
    case playbackLatency = "playback_latency"
    case withdrawn
    case exerciseIndex = "exercise_index"
    case epoch
  }

  /// The columns that are used by name.
  enum Columns {
    static let number = Column("number")
    static let id = Column(CodingKeys.id)
    static let withdrawn = Column(CodingKeys.withdrawn)
  }
}

extension ComparisonRow {
  /// The row of `record`; its time is kept to the millisecond.
  init(_ record: ComparisonRecord) {
    let exercise = record.exercise
    self.init(
      id: record.id.uuidString, time: Timestamp.text(record.time), mode: exercise.mode.rawValue,
      referenceNote: exercise.reference.number, referenceHertz: exercise.referenceHertz.value,
      targetNote: exercise.target.number, targetHertz: exercise.targetHertz.value, cents: exercise.offset.value,
      interval: exercise.interval.semitones, tuning: record.tuning, concertPitch: record.concertPitch.value,
      noteDuration: record.noteDuration, noteGap: record.noteGap, loudnessOffset: exercise.loudnessOffset,
      strategy: record.strategy, answer: record.answer.rawValue, correct: record.correct,
      responseTime: record.responseTime, controller: record.controller, source: record.source.rawValue,
      playbackLatency: record.playbackLatency, withdrawn: record.withdrawn, exerciseIndex: exercise.index,
      epoch: Int(exercise.epoch.number))
  }

  /// The record of this row, nil if a value is none that this version knows.
  var record: ComparisonRecord? {
    guard let id = UUID(uuidString: id), let time = Timestamp.date(time), let mode = Mode(rawValue: mode),
      let reference = Note(referenceNote), let target = Note(targetNote),
      let interval = DirectedInterval(semitones: interval), let answer = Answer(rawValue: answer),
      let source = InputSource(rawValue: source), let epoch = UInt32(exactly: epoch)
    else { return nil }
    let exercise = ComparisonExercise(
      epoch: Epoch(epoch), index: exerciseIndex, mode: mode, reference: reference,
      referenceHertz: Hertz(referenceHertz), target: target, offset: Cents(cents), targetHertz: Hertz(targetHertz),
      interval: interval, loudnessOffset: loudnessOffset)
    return ComparisonRecord(
      id: id, time: time, exercise: exercise, tuning: tuning, concertPitch: Hertz(concertPitch),
      noteDuration: noteDuration, noteGap: noteGap, strategy: strategy, answer: answer, correct: correct,
      responseTime: responseTime, controller: controller, source: source, playbackLatency: playbackLatency,
      withdrawn: withdrawn)
  }
}
