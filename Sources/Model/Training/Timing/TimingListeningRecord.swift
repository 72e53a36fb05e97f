import Foundation

/// The record of one pattern of listening to early or late. See `SQLiteStore`.
public struct TimingListeningRecord: Hashable, Sendable, Identifiable {
  /// The record's id, assigned when its answer was given; stores are merged by it.
  public var id: UUID
  /// The wall-clock time of that moment, to the millisecond.
  public var time: Date
  /// The exercise that sounded.
  public var exercise: TimingExercise
  /// The strategy that chose it.
  public var strategy: String
}

extension TimingListeningRecord: ListedRecord {
  /// The discipline: listening to early or late.
  public static let discipline = Discipline.timingListening
  /// False: no input can withdraw it.
  public static let canBeWithdrawn = false
  /// Nil: Peach's CSV contains no patterns that were only heard.
  public static let wholeField: String? = nil
  /// See `wholeField`.
  public var isPartial: Bool {
    get { false }
    set {}
  }
  /// The record as an `ExerciseRecord`.
  public var asExerciseRecord: ExerciseRecord { .timingListening(self) }

  /// Does nothing: without an answer there is nothing to learn.
  public func teach(_ profile: inout PerceptualProfile) {}

  /// Shows the fields of listening to early or late.
  public mutating func visitFields<Visitor: FieldVisitor>(_ visitor: inout Visitor) throws(Visitor.Failure) {
    try visitor.time("time", &time)
    try visitor.word("mode", &exercise.mode)
    try visitor.word("pattern", &exercise.pattern)
    try visitor.integer("position", &exercise.position, in: exercise.pattern.positions)
    try visitor.integer("tempo", &exercise.tempo, in: 1...1000)
    try visitor.displacement(of: &exercise)
    try visitor.share(of: exercise)
    var repetitions = exercise.repetitions ?? 1
    try visitor.integer("repetitions", &repetitions, in: 1...Int(Int32.max))
    exercise.repetitions = repetitions
    try visitor.text("strategy", &strategy)
    try visitor.integer("exercise_index", &exercise.index, in: 0...Int(Int32.max))
    try visitor.epoch("epoch", &exercise.epoch)
    try visitor.identifier("id", &id)
  }

  /// An empty pattern.
  public static let blank = {
    var blank = TimingListeningRecord(
      id: TimingRecord.blank.id, time: .distantPast, exercise: TimingRecord.blank.exercise, strategy: "")
    blank.exercise.mode = .timingListening
    blank.exercise.repetitions = TimingExercise.heardRepetitions
    return blank
  }()
}

extension FieldVisitor {
  /// Shows the displacement of `exercise` in nanoseconds.
  mutating func displacement(of exercise: inout TimingExercise) throws(Failure) {
    var offset = Int(exercise.offset)
    try integer("offset_ns", &offset, in: TimingRecord.offsets)
    exercise.offset = Int64(offset)
  }

  /// Shows the displacement of `exercise` in per cent. It follows from the other fields; written for readers with other
  /// programs.
  mutating func share(of exercise: TimingExercise) throws(Failure) {
    var percent = exercise.offsetPercent
    try number("offset_percent", &percent, .within(-100...100))
  }
}
