import Foundation
import Timers
import Training

/// How a record from a file is found again in a store.
public enum RecordIdentity: Hashable, Sendable {
  /// By its id: the file was written by Peach for Linux. A partial record not found by its id is found by its content,
  /// as below.
  case id
  /// By its content: whole second, reference, target, kind, cents, and whether the answer was right or where the match
  /// began. The file comes from a program whose records have no ids: the same content n times means n records.
  case content
}

/// A row of Peach's CSV of a discipline that Peach for Linux does not have, as it came: nothing is learnt from it, and
/// it is written again when that format is.
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

/// What a row of a file turned out to be.
public enum ExchangeItem: Hashable, Sendable {
  /// A record.
  case record(ExerciseRecord, RecordIdentity)
  /// A timed practice, with all its sets and rounds. Found again in a store by its id.
  case workout(Workout)
  /// A timed practice is left out because one of its rows was refused.
  case leftOut
  /// Nothing that could be understood.
  case refused(RowProblem)
  /// A record of a discipline that Peach for Linux does not have.
  case foreign(ForeignRow)
  /// Such a record in a version of Peach's CSV that is not written any more: it is left out.
  case rhythm
}
