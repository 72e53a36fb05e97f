import Foundation
import Pitch

/// One pair that was heard, as it is kept: what sounded. See `SQLiteStore`.
public struct ListeningRecord: Hashable, Sendable, Identifiable {
  /// The record's id, assigned when its answer was given; stores are merged by it.
  public var id: UUID
  /// Wall-clock time of that, to the millisecond.
  public var time: Date
  /// What sounded.
  public var exercise: ComparisonExercise
  /// The tuning's name (`equal`).
  public var tuning: String
  /// What A4 was set to.
  public var concertPitch: Hertz
  /// Length of each note in seconds.
  public var noteDuration: Double
  /// Silence between the notes in seconds.
  public var noteGap: Double
  /// Which strategy chose it (`kazez`).
  public var strategy: String
}

extension ListeningRecord: ListedRecord {
  /// Of listening.
  public static let discipline = Discipline.listening
  /// False: no player's input can take it back.
  public static let canBeWithdrawn = false
  /// Peach's CSV has none.
  public static let canBePartial = false
  /// See `canBePartial`.
  public var isPartial: Bool {
    get { false }
    set {}
  }
  /// They are pairs of comparison.
  public static let centsRule = ComparisonRecord.centsRule
  /// Among records of all disciplines.
  public var asExerciseRecord: ExerciseRecord { .listening(self) }
  /// How far the target was from the correct pitch.
  public var cents: Cents {
    get { exercise.offset }
    set { exercise.offset = newValue }
  }

  /// Does nothing: without an answer there is nothing to learn.
  public func teach(_ profile: inout PerceptualProfile) {}

  /// Shows the fields that listening does not share with all; see `ListedRecord`.
  public mutating func visitResult<Visitor: FieldVisitor>(_ visitor: inout Visitor) throws(Visitor.Failure) {
    try visitor.text("strategy", &strategy)
  }

  /// A pair that says nothing.
  public static let blank = {
    var blank = ListeningRecord(
      id: ComparisonRecord.blank.id, time: .distantPast, exercise: ComparisonRecord.blank.exercise, tuning: "",
      concertPitch: Hertz(440), noteDuration: 1, noteGap: 0, strategy: "")
    blank.exercise.mode = .listening
    return blank
  }()
}
