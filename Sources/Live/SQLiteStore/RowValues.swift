import GRDB

// Written out: encoding a row by its `Codable` costs several times as much, which counts where there are a million.

extension ComparisonRow {
  /// The columns in the order of `values`.
  static let columnNames = [
    CodingKeys.id, .time, .mode, .referenceNote, .referenceHertz, .targetNote, .targetHertz, .cents, .interval,
    .tuning, .concertPitch, .noteDuration, .noteGap, .loudnessOffset, .strategy, .answer, .correct, .responseTime,
    .controller, .source, .playbackLatency, .withdrawn, .exerciseIndex, .epoch,
  ].map(\.rawValue)

  /// What the row holds.
  var values: [(any DatabaseValueConvertible)?] {
    [
      id, time, mode, referenceNote,
      referenceHertz, targetNote, targetHertz, cents,
      interval, tuning, concertPitch, noteDuration,
      noteGap, loudnessOffset, strategy, answer,
      correct, responseTime, controller, source,
      playbackLatency, withdrawn, exerciseIndex, epoch,
    ]
  }
}

extension MatchingRow {
  /// The columns in the order of `values`.
  static let columnNames = [
    CodingKeys.id, .time, .mode, .referenceNote, .referenceHertz, .targetNote, .targetHertz, .interval, .tuning,
    .concertPitch, .startHertz, .startCents, .rangeCents, .finalHertz, .cents, .noteDuration, .noteGap,
    .loudnessOffset, .gesture, .control, .centsPerStep, .timeTaken, .controller, .source, .playbackLatency,
    .exerciseIndex, .epoch,
  ].map(\.rawValue)

  /// What the row holds.
  var values: [(any DatabaseValueConvertible)?] {
    [
      id, time, mode, referenceNote,
      referenceHertz, targetNote, targetHertz, interval,
      tuning, concertPitch, startHertz, startCents,
      rangeCents, finalHertz, cents, noteDuration,
      noteGap, loudnessOffset, gesture, control,
      centsPerStep, timeTaken, controller, source,
      playbackLatency, exerciseIndex, epoch,
    ]
  }
}
