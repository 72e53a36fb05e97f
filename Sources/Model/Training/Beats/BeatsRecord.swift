import Foundation
import Pitch

/// The record of one answer to beats: the exercise, the answer and its circumstances. See `SQLiteStore`.
public struct BeatsRecord: Hashable, Sendable, Identifiable {
  /// The record's id, assigned at the answer; stores are merged by it.
  public var id: UUID
  /// Wall-clock time of the answer, to the millisecond.
  public var time: Date
  /// The exercise that sounded.
  public var exercise: BeatsExercise
  /// The strategy that chose it.
  public var strategy: String
  /// The answer given: "higher" means that the second sound beats faster.
  public var answer: Answer
  /// Whether that was right.
  public var correct: Bool
  /// Seconds from the second sound's first frame being heard to the key's own time stamp.
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
}

extension BeatsRecord {
  /// The record of `answer`, given at the wall-clock time `time`, heard through `playbackLatency` seconds.
  public init(_ answer: BeatsResponse, id: UUID, time: Date, playbackLatency: Double) {
    self.init(
      id: id, time: time, exercise: answer.exercise, strategy: StrategyName.edge.rawValue, answer: answer.answer,
      correct: answer.correct, responseTime: answer.responseTime.seconds, isSure: answer.isSure,
      controller: answer.controller, source: answer.source, playbackLatency: playbackLatency)
  }
}

extension BeatsRecord: ListedRecord {
  /// The discipline: beats.
  public static let discipline = Discipline.beats
  /// True: an answer may be the first key of a stop chord.
  public static let canBeWithdrawn = true
  /// Nil: Peach's CSV contains no beats.
  public static let wholeField: String? = nil
  /// See `wholeField`.
  public var isPartial: Bool {
    get { false }
    set {}
  }
  /// The record as an `ExerciseRecord`.
  public var asExerciseRecord: ExerciseRecord { .beats(self) }

  /// Teaches the record to `profile`.
  public func teach(_ profile: inout PerceptualProfile) { profile.learn(self) }

  /// Shows the fields of beats.
  public mutating func visitFields<Visitor: FieldVisitor>(_ visitor: inout Visitor) throws(Visitor.Failure) {
    try visitor.time("time", &time)
    try visitor.word("mode", &exercise.mode)
    try visitor.word("beats_interval", &exercise.interval)
    try visitor.word("timbre", &exercise.timbre)
    try visitor.sound("first", &exercise.first, exercise.interval)
    try visitor.sound("second", &exercise.second, exercise.interval)
    // Follows from both rates; written for readers with other programs.
    var difference = min(max(exercise.difference, -1e9), 1e9)
    try visitor.number("difference_percent", &difference, .within(-1e9...1e9))
    try visitor.text("strategy", &strategy)
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
  public static let blank = {
    let notes = BeatingNotes(bass: Note(literal: 60), bassHertz: Hertz(261), rate: 1)
    return BeatsRecord(
      id: ComparisonRecord.blank.id, time: .distantPast,
      exercise: BeatsExercise(
        epoch: Epoch(0), index: 0, interval: .third, timbre: .string, first: notes, second: notes),
      strategy: "", answer: .higher, correct: true, responseTime: 0, controller: nil, source: .controller,
      playbackLatency: 0)
  }()
}

extension FieldVisitor {
  /// The rates of any program: exercises keep to `BeatsSpace.rates`.
  private static var beats: NumberRule { NumberRule(range: -1000...1000, excludesZero: true) }

  /// Shows one sound of beats. The upper note and the width follow from the other fields; they are written for readers
  /// with other programs.
  mutating func sound(
    _ name: String, _ notes: inout BeatingNotes, _ interval: BeatsInterval
  ) throws(Failure) {
    try note("\(name)_bass", &notes.bass)
    try hertz("\(name)_bass_hertz", &notes.bassHertz)
    try number("\(name)_rate", &notes.rate, Self.beats)
    var upper = notes.upperHertz(interval).value
    try number("\(name)_upper_hertz", &upper, .within(-1e10...1e10))
    // A bass of another program may be too low for its beats.
    let cents = notes.width(interval).value
    var width: Double? = cents.isFinite ? cents : nil
    try number("\(name)_width", &width, .within(-1e6...1e6))
  }
}
