/// How records are written to a file. The raw values are the words of the command line.
public enum ExchangeFormat: String, Sendable, CaseIterable {
  /// Our own CSV: everything that is kept of a record, exactly.
  case csv
  /// Our own JSON Lines: the same, one object a record.
  case jsonl
  /// Peach's CSV in version 3: what the other Peach programs keep of a record.
  case peach3

  /// The format that the ending of `fileName` stands for: JSON Lines for `.jsonl` and `.ndjson`, else our own CSV.
  public init(fileName: String) {
    let lower = fileName.lowercased()
    self = lower.hasSuffix(".jsonl") || lower.hasSuffix(".ndjson") ? .jsonl : .csv
  }

  /// What begins the first line of our own CSV; its version follows.
  static let recordsMark = "# peach-records:"
  /// The version of our own formats that this program writes, and the newest it reads.
  public static let recordsVersion = 1
  /// What begins the first line of our own CSV of timed practices; its version follows.
  static let workoutsMark = "# peach-workouts:"
  /// The version of our own formats of timed practices that this program writes, and the newest it reads.
  public static let workoutsVersion = 1
  /// What begins the first line of Peach's CSV; its version follows.
  static let peachMark = "# peach-export-format:"
  /// The newest version of Peach's CSV that is read. It is the one that is written.
  public static let peachVersion = 3
}
