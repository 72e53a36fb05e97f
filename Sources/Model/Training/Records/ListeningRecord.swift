import Foundation
import Pitch

/// The record of one pair of listening. See `SQLiteStore`.
public struct ListeningRecord: Hashable, Sendable, Identifiable {
  /// The record's id, assigned when its answer was given; stores are merged by it.
  public var id: UUID
  /// The wall-clock time of that moment, to the millisecond.
  public var time: Date
  /// The exercise that sounded.
  public var exercise: ComparisonExercise
  /// The tuning's name (`equal`).
  public var tuning: String
  /// The frequency of A4.
  public var concertPitch: Hertz
  /// Length of each note in seconds.
  public var noteDuration: Double
  /// Silence between the notes in seconds.
  public var noteGap: Double
  /// The strategy that chose it (`kazez`).
  public var strategy: String
}

extension ListeningRecord: PairRecord {
  /// The discipline: listening.
  public static let discipline = Discipline.listening
  /// False: no input can withdraw it.
  public static let canBeWithdrawn = false
  /// Nil: Peach's CSV contains no pairs.
  public static let wholeField: String? = nil
  /// See `wholeField`.
  public var isPartial: Bool {
    get { false }
    set {}
  }
  /// The rule of comparison: these are its pairs.
  public static let centsRule = ComparisonRecord.centsRule
  /// The record as an `ExerciseRecord`.
  public var asExerciseRecord: ExerciseRecord { .listening(self) }
  /// The target's distance from the correct pitch.
  public var cents: Cents {
    get { exercise.offset }
    set { exercise.offset = newValue }
  }

  /// Does nothing: without an answer there is nothing to learn.
  public func teach(_ profile: inout PerceptualProfile) {}

  /// Shows the fields of listening; see `ListedRecord`.
  public mutating func visitResult<Visitor: FieldVisitor>(_ visitor: inout Visitor) throws(Visitor.Failure) {
    try visitor.text("strategy", &strategy)
  }

  /// An empty pair.
  public static let blank = {
    var blank = ListeningRecord(
      id: ComparisonRecord.blank.id, time: .distantPast, exercise: ComparisonRecord.blank.exercise, tuning: "",
      concertPitch: Hertz(440), noteDuration: 1, noteGap: 0, strategy: "")
    blank.exercise.mode = .listening
    return blank
  }()
}
