/// The kind of a row in a file of timed practices. The raw values are the words in files.
enum WorkoutRowKind: String, CaseIterable {
  /// A timed practice; the rows of its sets follow.
  case workout
  /// A set; the rows of its rounds follow.
  case set
  /// A round.
  case round
}

/// The columns of our own formats for timed practices: those of the tables `workout`, `workout_set` and
/// `workout_round`, and the timer's configuration. Kinds of rows share a column for the same value. A column is empty
/// if the kind does not have the value.
///
/// The id comes last, so that a row that was cut off cannot pass for a whole one.
enum WorkoutColumn: Int, ListedColumn {
  case row
  // The position and result of a timed practice or a set.
  case started, ended, changed, state, stage, stageSet, stageElapsed
  // The timer's configuration.
  case kind, capSeconds, durationSeconds, intervals, intervalSeconds, rounds, source, sets, restSeconds
  case countdownSeconds, cues
  // Sets and rounds.
  case set, elapsed, round, interval, began, done, split
  // In all rows. In the rows of sets and rounds it is the id of their timed practice.
  case id
  // Only in JSON Lines, where each line has its version.
  case version

  static let names = [
    "row", "started", "ended", "changed", "state", "stage", "stage_set", "stage_elapsed", "kind", "cap_seconds",
    "duration_seconds", "intervals", "interval_seconds", "rounds", "source", "sets", "rest_seconds",
    "countdown_seconds", "cues", "set", "elapsed", "round", "interval", "began", "done", "split", "id",
    "peach_workout",
  ]

  /// The columns of a CSV file.
  static let inCSV = allCases.dropLast()
  /// The columns without which a row is meaningless.
  static let required: [WorkoutColumn] = [.row, .id]
  /// The word for no cues: an empty cell would mean no value.
  static let noCues = "none"
}
