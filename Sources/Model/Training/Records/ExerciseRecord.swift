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
  /// An answer to early or late.
  case timing(TimingRecord)
  /// A pattern of listening to early or late.
  case timingListening(TimingListeningRecord)
  /// An answer to beats.
  case beats(BeatsRecord)

  /// Returns an empty record of `discipline`.
  public static func blank(of discipline: Discipline) -> ExerciseRecord { discipline.records.blank.asExerciseRecord }

  /// The record as its own type.
  public var listed: any ListedRecord {
    switch self {
    case .comparison(let record): record
    case .matching(let record): record
    case .listening(let record): record
    case .timing(let record): record
    case .timingListening(let record): record
    case .beats(let record): record
    }
  }

  /// The record as one of two notes; nil if its exercise is of another kind.
  public var pair: (any PairRecord)? { listed as? any PairRecord }

  /// The discipline of the record.
  public var discipline: Discipline {
    switch self {
    case .comparison: .comparison
    case .matching: .matching
    case .listening: .listening
    case .timing: .timing
    case .timingListening: .timingListening
    case .beats: .beats
    }
  }
  /// The record's own id.
  public var id: UUID { listed.id }
  /// Wall-clock time of the answer or the commit.
  public var time: Date { listed.time }

  /// Whether the answer was withdrawn and does not count. False for a record that cannot be withdrawn, which stays
  /// unchanged if this is set.
  public var withdrawn: Bool {
    get {
      switch self {
      case .comparison(let record): record.withdrawn
      case .timing(let record): record.withdrawn
      case .beats(let record): record.withdrawn
      case .matching, .listening, .timingListening: false
      }
    }
    set {
      switch self {
      case .comparison(var record):
        record.withdrawn = newValue
        self = .comparison(record)
      case .timing(var record):
        record.withdrawn = newValue
        self = .timing(record)
      case .beats(var record):
        record.withdrawn = newValue
        self = .beats(record)
      case .matching, .listening, .timingListening: break
      }
    }
  }

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
    case .timing: TimingRecord.self
    case .timingListening: TimingListeningRecord.self
    case .beats: BeatsRecord.self
    }
  }
}
