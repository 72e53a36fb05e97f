/// A problem of a recording, with its position. Texts are in the catalogues.
public struct RecordingProblem: Error, Hashable, Sendable {
  /// A kind of problem.
  public enum Reason: Hashable, Sendable {
    /// The file is empty.
    case empty
    /// The file is not UTF-8.
    case notUTF8
    /// The line is not a JSON object.
    case notJSON
    /// The line is not valid in a recording.
    case unknownLine
    /// A required key is missing.
    case missing(key: String)
    /// The value of a key is not valid there.
    case unexpected(key: String)
    /// The format version is not supported by this program.
    case format(found: Int, known: Int)
    /// The settings at the start are missing, so the recording can only be played without its own sound.
    case noHeader
    /// The settings are contradictory or invalid.
    case badSettings
    /// The time goes backwards.
    case timeGoesBack
    /// No controller was connected at this port before.
    case unknownController(port: String)
    /// The mapping is not in the recording, or cannot be read.
    case badMapping(name: String)
  }

  /// The line, counted from 1.
  public var line: Int
  /// The column, counted from 1, in characters.
  public var column: Int
  /// The kind of problem.
  public var reason: Reason

  /// Memberwise.
  public init(line: Int, column: Int = 1, reason: Reason) {
    self.line = line
    self.column = column
    self.reason = reason
  }
}

/// A difference between a replay and its recording.
public struct ReplayDifference: Error, Hashable, Sendable {
  /// The line of the recording, counted from 1.
  public var line: Int
  /// The recorded output; nil if the recording has no more.
  public var recorded: String?
  /// The replayed output; nil if the replay has no more.
  public var replayed: String?

  /// Memberwise.
  package init(line: Int, recorded: String?, replayed: String?) {
    self.line = line
    self.recorded = recorded
    self.replayed = replayed
  }
}
