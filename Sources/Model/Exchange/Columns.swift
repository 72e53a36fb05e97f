/// The columns of a format, each with a place in a `Row`.
protocol ExchangeColumn: RawRepresentable<Int>, CaseIterable {
  /// The names in the order of the places.
  static var names: [String] { get }
}

extension ExchangeColumn {
  /// The name in a file.
  var name: String { Self.names[rawValue] }
}

/// The columns of our own formats: those of the tables `comparison` and `matching`, under the tables' names. What both have is
/// one column. A value that a kind does not have is left empty.
///
/// The id comes last: a row that was cut off cannot then be taken for a whole one.
enum RecordColumn: Int, ExchangeColumn {
  case time, mode, referenceNote, referenceHertz, targetNote, targetHertz, cents, interval, tuning, concertPitch
  case noteDuration, noteGap, loudnessOffset
  // Comparison alone.
  case strategy, answer, correct, responseTime, withdrawn
  // Matching alone.
  case startHertz, startCents, rangeCents, finalHertz, gesture, control, centsPerStep, timeTaken
  // Both.
  case controller, source, playbackLatency, exerciseIndex, epoch, id
  // JSON Lines alone, where each line says which version it is of.
  case version

  static let names = [
    "time", "mode", "reference_note", "reference_hertz", "target_note", "target_hertz", "cents", "interval", "tuning",
    "concert_pitch", "note_duration", "note_gap", "loudness_offset", "strategy", "answer", "correct", "response_time",
    "withdrawn", "start_hertz", "start_cents", "range_cents", "final_hertz", "gesture", "control", "cents_per_step",
    "time_taken", "controller", "source", "playback_latency", "exercise_index", "epoch", "id", "peach_record",
  ]

  /// Those of a CSV file.
  static let inCSV = allCases.dropLast()
  /// Those without which no row means anything.
  static let required: [RecordColumn] = [.time, .mode, .id]
  /// Whether the column has a meaning for comparisons, for matches.
  var isOfComparison: Bool { !(Self.startHertz.rawValue...Self.timeTaken.rawValue).contains(rawValue) }
  var isOfMatching: Bool { !(Self.strategy.rawValue...Self.withdrawn.rawValue).contains(rawValue) }
}

/// The columns of Peach's CSV that are read; those of rhythm are not.
enum PeachColumn: Int, ExchangeColumn {
  case trainingType, timestamp, referenceNote, targetNote, interval, tuningSystem, centOffset, isCorrect
  case initialCentOffset, userCentError

  static let names = [
    "trainingType", "timestamp", "referenceNote", "targetNote", "interval", "tuningSystem", "centOffset", "isCorrect",
    "initialCentOffset", "userCentError",
  ]
  /// Those without which no row means anything.
  static let required: [PeachColumn] = [.trainingType, .timestamp]
  /// All 19 of version 3, in the order in which they are written.
  static let written = [
    "trainingType", "timestamp", "referenceNote", "referenceNoteName", "targetNote", "targetNoteName", "interval",
    "tuningSystem", "centOffset", "isCorrect", "initialCentOffset", "userCentError", "tempoBPM", "offsetMs",
    "meanOffsetMs", "meanOffsetMsPosition0", "meanOffsetMsPosition1", "meanOffsetMsPosition2",
    "meanOffsetMsPosition3",
  ]
}
