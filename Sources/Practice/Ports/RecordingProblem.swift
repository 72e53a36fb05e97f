/// What is wrong with a recording, and where. Texts are in the catalogues.
public struct RecordingProblem: Error, Hashable, Sendable {
  /// What is wrong.
  public enum Reason: Hashable, Sendable {
    /// There is nothing in it.
    case empty
    /// It is not UTF-8.
    case notUTF8
    /// The line is no JSON object.
    case notJSON
    /// The line is none of a recording's.
    case unknownLine
    /// A key that is needed is not there.
    case missing(key: String)
    /// What stands at a key means nothing there.
    case unexpected(key: String)
    /// It is of a format that this program does not read.
    case format(found: Int, known: Int)
    /// It does not begin with its settings, and so can only be played where it has no sound of its own.
    case noHeader
    /// The settings say what cannot be.
    case badSettings
    /// The time goes back.
    case timeGoesBack
    /// No controller has been connected there before.
    case unknownController(port: String)
    /// The mapping is not in the recording, or cannot be read.
    case badMapping(name: String)
  }

  /// Counted from 1.
  public var line: Int
  /// Counted from 1, in characters.
  public var column: Int
  /// What is wrong.
  public var reason: Reason

  /// Memberwise.
  public init(line: Int, column: Int = 1, reason: Reason) {
    self.line = line
    self.column = column
    self.reason = reason
  }
}

/// Where a replay differs from its recording.
public struct ReplayDifference: Error, Hashable, Sendable {
  /// The line of the recording, counted from 1.
  public var line: Int
  /// What was recorded there; nil if nothing more was.
  public var recorded: String?
  /// What is told now; nil if nothing is.
  public var replayed: String?

  /// Memberwise.
  package init(line: Int, recorded: String?, replayed: String?) {
    self.line = line
    self.recorded = recorded
    self.replayed = replayed
  }
}
