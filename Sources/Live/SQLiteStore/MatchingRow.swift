import Foundation
import GRDB
import Pitch
import Training

/// One row of the table `matching`, and one commit in a rescue file: the columns in their order, in plain values.
struct MatchingRow: Codable, Hashable, Sendable, FetchableRecord, PersistableRecord {
  static let databaseTableName = "matching"

  var id: String
  var time: String
  var mode: String
  var referenceNote: Int
  var referenceHertz: Double
  var targetNote: Int
  var targetHertz: Double
  var interval: Int
  var tuning: String
  var concertPitch: Double
  var startHertz: Double
  var startCents: Double
  var rangeCents: Double
  var finalHertz: Double
  var cents: Double
  var noteDuration: Double
  var noteGap: Double
  var loudnessOffset: Double
  var gesture: String
  var control: String?
  var centsPerStep: Double?
  var timeTaken: Double
  var controller: String?
  var source: String
  var playbackLatency: Double
  var exerciseIndex: Int
  var epoch: Int

  enum CodingKeys: String, CodingKey {
    case id, time, mode
    case referenceNote = "reference_note"
    case referenceHertz = "reference_hertz"
    case targetNote = "target_note"
    case targetHertz = "target_hertz"
    case interval, tuning
    case concertPitch = "concert_pitch"
    case startHertz = "start_hertz"
    case startCents = "start_cents"
    case rangeCents = "range_cents"
    case finalHertz = "final_hertz"
    case cents
    case noteDuration = "note_duration"
    case noteGap = "note_gap"
    case loudnessOffset = "loudness_offset"
    case gesture, control
    case centsPerStep = "cents_per_step"
    case timeTaken = "time_taken"
    case controller, source
    case playbackLatency = "playback_latency"
    case exerciseIndex = "exercise_index"
    case epoch
  }

  /// The columns that are used by name.
  enum Columns {
    static let number = Column("number")
    static let id = Column(CodingKeys.id)
  }
}

extension MatchingRow {
  /// The row of `record`; its time is kept to the millisecond.
  init(_ record: MatchingRecord) {
    let exercise = record.exercise
    self.init(
      id: record.id.uuidString, time: Timestamp.text(record.time), mode: exercise.mode.rawValue,
      referenceNote: exercise.reference.number, referenceHertz: exercise.referenceHertz.value,
      targetNote: exercise.target.number, targetHertz: exercise.targetHertz.value,
      interval: exercise.interval.semitones, tuning: record.tuning, concertPitch: record.concertPitch.value,
      startHertz: exercise.startHertz.value, startCents: exercise.startOffset.value, rangeCents: exercise.range.value,
      finalHertz: record.finalHertz.value, cents: record.error.value, noteDuration: record.noteDuration,
      noteGap: record.noteGap, loudnessOffset: exercise.loudnessOffset, gesture: record.gesture.rawValue,
      control: record.control, centsPerStep: record.centsPerStep, timeTaken: record.timeTaken,
      controller: record.controller, source: record.source.rawValue, playbackLatency: record.playbackLatency,
      exerciseIndex: exercise.index, epoch: Int(exercise.epoch.number))
  }

  /// The record of this row, nil if a value is none that this version knows.
  var record: MatchingRecord? {
    guard let id = UUID(uuidString: id), let time = Timestamp.date(time), let mode = Mode(rawValue: mode),
      let reference = Note(referenceNote), let target = Note(targetNote),
      let interval = DirectedInterval(semitones: interval), let gesture = CommitGesture(rawValue: gesture),
      let source = InputSource(rawValue: source), let epoch = UInt32(exactly: epoch)
    else { return nil }
    let exercise = MatchingExercise(
      epoch: Epoch(epoch), index: exerciseIndex, mode: mode, reference: reference,
      referenceHertz: Hertz(referenceHertz), target: target, targetHertz: Hertz(targetHertz), interval: interval,
      startOffset: Cents(startCents), startHertz: Hertz(startHertz), range: Cents(rangeCents),
      loudnessOffset: loudnessOffset)
    return MatchingRecord(
      id: id, time: time, exercise: exercise, tuning: tuning, concertPitch: Hertz(concertPitch),
      noteDuration: noteDuration, noteGap: noteGap, finalHertz: Hertz(finalHertz), error: Cents(cents),
      gesture: gesture, control: control, centsPerStep: centsPerStep, timeTaken: timeTaken, controller: controller,
      source: source, playbackLatency: playbackLatency)
  }
}
