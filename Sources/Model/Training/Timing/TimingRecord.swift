import Foundation
import Pitch

/// The record of one answer to early or late: the exercise, the answer and its circumstances. See `SQLiteStore`.
///
/// A partial record comes from Peach's CSV, which has only tempo, displacement and correctness.
public struct TimingRecord: Hashable, Sendable, Identifiable {
  /// The record's id, assigned at the answer; stores are merged by it.
  public var id: UUID
  /// Wall-clock time of the answer, to the millisecond.
  public var time: Date
  /// The exercise that sounded. In a partial record, pattern, position and repetitions mean nothing.
  public var exercise: TimingExercise
  /// The displacement as Peach's CSV has it, in milliseconds, so that a row is written as it was read; nil for our own.
  public var offsetText: String?
  /// The number of times the displaced note was heard before the answer, 1 or more.
  public var loops: Int
  /// The strategy that chose it.
  public var strategy: String
  /// The answer given: "higher" means late.
  public var answer: Answer
  /// Whether that was right.
  public var correct: Bool
  /// Seconds from when answers count, as heard, to the key's own time stamp.
  public var responseTime: Double
  /// Whether the player marked the answer as sure; nil without a rating.
  public var isSure: Bool?
  /// The controller's name, nil for other sources.
  public var controller: String?
  /// The surface of the answer.
  public var source: InputSource
  /// The playback latency that `responseTime` was corrected by, in seconds.
  public var playbackLatency: Double
  /// Whether the answer was the first key of a stop chord and does not count.
  public var withdrawn = false
  /// See `ListedRecord`.
  public var isPartial = false
}

extension TimingRecord {
  /// The record of `answer`, given at the wall-clock time `time`, heard through `playbackLatency` seconds.
  public init(_ answer: TimingResponse, id: UUID, time: Date, playbackLatency: Double) {
    self.init(
      id: id, time: time, exercise: answer.exercise, loops: answer.loops, strategy: answer.strategy.rawValue,
      answer: answer.answer, correct: answer.correct, responseTime: answer.responseTime.seconds,
      isSure: answer.isSure, controller: answer.controller, source: answer.source, playbackLatency: playbackLatency)
  }
}

extension TimingRecord: ListedRecord {
  /// The discipline: early or late.
  public static let discipline = Discipline.timing
  /// True: an answer may be the first key of a stop chord.
  public static let canBeWithdrawn = true
  /// The pattern: Peach's CSV contains answers without it.
  public static let wholeField: String? = "pattern"
  /// The record as an `ExerciseRecord`.
  public var asExerciseRecord: ExerciseRecord { .timing(self) }

  /// Teaches the record to `profile`.
  public func teach(_ profile: inout PerceptualProfile) { profile.learn(self) }

  /// The nanoseconds of a displacement: no gap is longer than a beat of the slowest tempo of any program.
  package static let offsets = -3_000_000_000...3_000_000_000

  /// Shows the fields of early or late.
  public mutating func visitFields<Visitor: FieldVisitor>(_ visitor: inout Visitor) throws(Visitor.Failure) {
    try visitor.time("time", &time)
    try visitor.word("mode", &exercise.mode)
    // See `wholeField`.
    var pattern = isPartial ? nil : exercise.pattern
    try visitor.word("pattern", &pattern)
    isPartial = pattern == nil
    exercise.pattern = pattern ?? exercise.pattern
    if isPartial {
      try visitor.absent("position")
    } else {
      try visitor.integer("position", &exercise.position, in: exercise.pattern.positions)
    }
    try visitor.integer("tempo", &exercise.tempo, in: 1...1000)
    try visitor.displacement(of: &exercise)
    try visitor.text("offset_text", &offsetText)
    if isPartial {
      for name in ["offset_percent", "repetitions", "loops", "strategy"] { try visitor.absent(name) }
    } else {
      try visitor.share(of: exercise)
      var repetitions = exercise.repetitions ?? 0
      try visitor.count("repetitions", &repetitions)
      exercise.repetitions = repetitions > 0 ? repetitions : nil
      try visitor.integer("loops", &loops, in: 1...Int(Int32.max))
      try visitor.text("strategy", &strategy)
    }
    try visitor.word("answer", &answer)
    try visitor.flag("correct", &correct)
    try visitor.hand(&responseTime, &isSure, isPartial)
    try visitor.flag("withdrawn", &withdrawn)
    try visitor.hands(&controller, &source, &playbackLatency, isPartial)
    try visitor.integer("exercise_index", &exercise.index, in: 0...Int(Int32.max))
    try visitor.epoch("epoch", &exercise.epoch)
    try visitor.identifier("id", &id)
  }

  /// An empty answer.
  public static let blank = TimingRecord(
    id: ComparisonRecord.blank.id, time: .distantPast,
    exercise: TimingExercise(
      epoch: Epoch(0), index: 0, pattern: .straight16ths, position: 3, tempo: 80, repetitions: nil, offset: 1,
      grid: nil),
    loops: 1, strategy: "", answer: .higher, correct: true, responseTime: 0, controller: nil, source: .controller,
    playbackLatency: 0)
}
