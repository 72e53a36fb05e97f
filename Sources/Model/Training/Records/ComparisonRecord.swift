import Foundation
import Pitch

/// The surface of an input. The same words in events, database and screen.
public enum InputSource: String, Sendable, CaseIterable {
  /// A MIDI controller.
  case controller
  /// The computer keyboard in the terminal.
  case keys
  /// A page in a browser.
  case page
  /// A simulated listener (`peach render`).
  case simulated
}

/// The record of one answered comparison: the exercise, the answer and its circumstances. See `SQLiteStore`.
public struct ComparisonRecord: Hashable, Sendable, Identifiable {
  /// The record's id, assigned at the answer; stores are merged by it.
  public var id: UUID
  /// Wall-clock time of the answer, to the millisecond.
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
  /// The answer given.
  public var answer: Answer
  /// Whether that was right.
  public var correct: Bool
  /// Seconds from the target's first frame being heard to the key's own time stamp.
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
  public var withdrawn: Bool
  /// See `ListedRecord`.
  public var isPartial = false

  /// Memberwise.
  public init(
    id: UUID, time: Date, exercise: ComparisonExercise, tuning: String, concertPitch: Hertz, noteDuration: Double,
    noteGap: Double, strategy: String, answer: Answer, correct: Bool, responseTime: Double,
    isSure: Bool? = nil, controller: String?, source: InputSource, playbackLatency: Double, withdrawn: Bool = false
  ) {
    self.id = id
    self.time = time
    self.exercise = exercise
    self.tuning = tuning
    self.concertPitch = concertPitch
    self.noteDuration = noteDuration
    self.noteGap = noteGap
    self.strategy = strategy
    self.answer = answer
    self.correct = correct
    self.responseTime = responseTime
    self.isSure = isSure
    self.controller = controller
    self.source = source
    self.playbackLatency = playbackLatency
    self.withdrawn = withdrawn
  }
}

extension ComparisonRecord: PairRecord {
  /// The discipline: comparison.
  public static let discipline = Discipline.comparison
  /// True: an answer may be the first key of a stop chord.
  public static let canBeWithdrawn = true
  /// The frequency of the reference: Peach's CSV contains answers without it.
  public static let wholeField: String? = "reference_hertz"
  /// Excludes zero: a comparison never has two equal notes.
  public static let centsRule = NumberRule.distinctCents
  /// The record as an `ExerciseRecord`.
  public var asExerciseRecord: ExerciseRecord { .comparison(self) }
  /// The target's distance from the correct pitch.
  public var cents: Cents {
    get { exercise.offset }
    set { exercise.offset = newValue }
  }

  /// Teaches the record to `profile`.
  public func teach(_ profile: inout PerceptualProfile) { profile.learn(self) }

  /// Shows the fields of comparison; see `ListedRecord`.
  public mutating func visitResult<Visitor: FieldVisitor>(_ visitor: inout Visitor) throws(Visitor.Failure) {
    if isPartial { try visitor.absent("strategy") } else { try visitor.text("strategy", &strategy) }
    try visitor.word("answer", &answer)
    try visitor.flag("correct", &correct)
    try visitor.hand(&responseTime, &isSure, isPartial)
    try visitor.flag("withdrawn", &withdrawn)
    try visitor.hands(&controller, &source, &playbackLatency, isPartial)
  }

  /// An empty answer.
  public static let blank = ComparisonRecord(
    id: UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)), time: .distantPast,
    exercise: ComparisonExercise(
      epoch: Epoch(0), index: 0, mode: .comparison, reference: Note(literal: 60), referenceHertz: Hertz(440),
      target: Note(literal: 60), offset: .zero, targetHertz: Hertz(440), interval: .prime, loudnessOffset: 0),
    tuning: "", concertPitch: Hertz(440), noteDuration: 1, noteGap: 0, strategy: "", answer: .higher, correct: true,
    responseTime: 0, controller: nil, source: .controller, playbackLatency: 0)
}
