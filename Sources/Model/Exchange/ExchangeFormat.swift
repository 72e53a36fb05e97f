/// A file format for records. The raw values are the words of the command line.
public enum ExchangeFormat: String, Sendable, CaseIterable {
  /// Our own CSV: all stored fields of a record, exactly.
  case csv
  /// Our own JSON Lines: the same, one object per record.
  case jsonl
  /// Peach's CSV in version 3: the fields that the other Peach programs store.
  case peach3

  /// The format for the ending of `fileName`: JSON Lines for `.jsonl` and `.ndjson`, otherwise our own CSV.
  public init(fileName: String) {
    let lower = fileName.lowercased()
    self = lower.hasSuffix(".jsonl") || lower.hasSuffix(".ndjson") ? .jsonl : .csv
  }

  /// The beginning of the first line of our own CSV; the version follows.
  static let recordsMark = "# peach-records:"
  /// The version of our own formats that this program writes, and the newest it reads.
  public static let recordsVersion = 1
  /// The beginning of the first line of our own CSV of timed practices; the version follows.
  static let workoutsMark = "# peach-workouts:"
  /// The version of our own formats of timed practices that this program writes, and the newest it reads.
  public static let workoutsVersion = 1
  /// The beginning of the first line of Peach's CSV; the version follows.
  static let peachMark = "# peach-export-format:"
  /// The newest version of Peach's CSV that is read. It is the one that is written.
  public static let peachVersion = 3
}
