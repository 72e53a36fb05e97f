import Ports

extension Catalogue {
  /// Returns one line on a problem of the recording in `file`, with its position.
  public func line(_ problem: RecordingProblem, in file: String) -> String {
    let text =
      switch problem.reason {
      case .empty: self(.recordingEmpty)
      case .notUTF8: self(.fileNotUtf8)
      case .notJSON: self(.recordingNotJSON)
      case .unknownLine: self(.recordingUnknownLine)
      case .missing(let key): self(.recordingMissing, ["key": key])
      case .unexpected(let key): self(.recordingUnexpected, ["key": key])
      case .format(let found, let known): self(.recordingFormat, ["found": "\(found)", "known": "\(known)"])
      case .noHeader: self(.recordingNoHeader)
      case .badSettings: self(.recordingBadSettings)
      case .timeGoesBack: self(.recordingTimeGoesBack)
      case .unknownController(let port): self(.recordingUnknownController, ["port": port])
      case .badMapping(let name): self(.recordingBadMapping, ["mapping": name])
      }
    return self(
      .filePlace, ["file": file, "line": "\(problem.line)", "column": "\(problem.column)", "text": text])
  }

  /// Returns one line on a difference between a replay and the recording in `file`.
  public func line(_ difference: ReplayDifference, in file: String) -> String {
    // A SysEx message may be long; the position identifies the rest.
    let recorded = difference.recorded.map { String($0.prefix(240)) } ?? self(.replayNothing)
    let replayed = difference.replayed.map { String($0.prefix(240)) } ?? self(.replayNothing)
    return line(
      self(.replayDiffers, ["recorded": recorded, "replayed": replayed]), in: file, line: difference.line)
  }

  /// Returns `text` about a line of `file`.
  public func line(_ text: String, in file: String, line: Int) -> String {
    self(.fileLine, ["file": file, "line": "\(line)", "text": text])
  }
}
