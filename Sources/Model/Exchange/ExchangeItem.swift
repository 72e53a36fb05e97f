import Foundation
import Timers
import Training

/// The way a record from a file is identified in a store.
public enum RecordIdentity: Hashable, Sendable {
  /// By its id: the file was written by Peach for Linux. A partial record whose id is unknown is found by its content,
  /// as below.
  case id
  /// By its content: whole second, kind, reference, target and cents (of early or late: tempo and displacement), and
  /// whether the answer was right or the start of the match. The file comes from a program whose records have no ids:
  /// the same content n times means n records.
  case content
}

/// A row of Peach's CSV of a discipline that Peach for Linux does not have, unchanged: it teaches nothing, and is
/// written again to files of that format.
public struct ForeignRow: Hashable, Sendable {
  /// The row's timestamp.
  public var time: Date
  /// Its values in the order of the format's columns, without the end of the line.
  public var line: String

  /// Memberwise.
  public init(time: Date, line: String) {
    self.time = time
    self.line = line
  }
}

/// The result of reading a row of a file.
public enum ExchangeItem: Hashable, Sendable {
  /// A record.
  case record(ExerciseRecord, RecordIdentity)
  /// A timed practice, with all its sets and rounds. Identified in a store by its id.
  case workout(Workout)
  /// A timed practice is left out because one of its rows was refused.
  case leftOut
  /// A row that could not be read.
  case refused(RowProblem)
  /// A record of a discipline that Peach for Linux does not have.
  case foreign(ForeignRow)
  /// Such a record in an older version of Peach's CSV: it is left out.
  case rhythm
}
