import Foundation

/// A record of any discipline, as exchanged with stores and files. Code that treats all records alike uses `listed` and
/// need not know the cases.
public enum ExerciseRecord: Hashable, Sendable, Identifiable {
  /// An answered comparison.
  case comparison(ComparisonRecord)
  /// A finished match.
  case matching(MatchingRecord)
  /// A pair of listening.
  case listening(ListeningRecord)

  /// Returns an empty record of `discipline`.
  public static func blank(of discipline: Discipline) -> ExerciseRecord { discipline.records.blank.asExerciseRecord }

  /// The record as its own type.
  public var listed: any ListedRecord {
    switch self {
    case .comparison(let record): record
    case .matching(let record): record
    case .listening(let record): record
    }
  }

  /// The discipline of the record.
  public var discipline: Discipline {
    switch self {
    case .comparison: .comparison
    case .matching: .matching
    case .listening: .listening
    }
  }
  /// The record's own id.
  public var id: UUID { listed.id }
  /// Wall-clock time of the answer or the commit.
  public var time: Date { listed.time }

  /// Shows every field to `visitor`; see `ListedRecord`.
  public mutating func visitFields<Visitor: FieldVisitor>(_ visitor: inout Visitor) throws(Visitor.Failure) {
    var record = listed
    try record.visitFields(&visitor)
    self = record.asExerciseRecord
  }
}

extension Discipline {
  /// The kind of its records.
  public var records: any ListedRecord.Type {
    switch self {
    case .comparison: ComparisonRecord.self
    case .matching: MatchingRecord.self
    case .listening: ListeningRecord.self
    }
  }
}
