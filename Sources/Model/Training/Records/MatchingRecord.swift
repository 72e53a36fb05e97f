import Foundation
import Pitch

/// The gesture that committed the pitch. The same words in events, database and screen.
public enum CommitGesture: String, Hashable, Sendable, CaseIterable {
  /// A control that returns to its rest by itself was let go.
  case springBack = "spring-back"
  /// A control that feels the finger was let go: a fader, or a key on which the finger tuned.
  case touch
  /// A control was not moved for the chosen time.
  case settle
  /// A control bound to `commit` was pressed (a button, a pedal).
  case button
  /// Higher and Lower were pressed together.
  case chord
  /// The space bar or Return of the computer keyboard.
  case key
  /// A page's slider was let go, or its button pressed.
  case page
  /// A simulated listener (`peach render`).
  case simulated
}

/// The record of one finished matching exercise: the exercise, the tuning and the result. See `SQLiteStore`.
public struct MatchingRecord: Hashable, Sendable, Identifiable {
  /// The record's id, assigned at the commit; stores are merged by it.
  public var id: UUID
  /// Wall-clock time of the commit, to the millisecond.
  public var time: Date
  /// The exercise that sounded, and its start.
  public var exercise: MatchingExercise
  /// The tuning's name (`equal`).
  public var tuning: String
  /// The frequency of A4.
  public var concertPitch: Hertz
  /// Length of the reference in seconds.
  public var noteDuration: Double
  /// Silence between the notes in seconds; not applied if the reference keeps sounding.
  public var noteGap: Double
  /// The frequency that the renderer held from the fade's first frame onwards.
  public var finalHertz: Hertz
  /// Signed distance of `finalHertz` from the correct pitch; positive is sharp.
  public var error: Cents
  /// Beats per second at `finalHertz`, as in `MatchingExercise.beats`; nil for pairs of notes.
  public var beats: Double?
  /// Beats per second at the correct pitch; nil for pairs of notes.
  public var targetBeats: Double?
  /// The gesture that committed the pitch.
  public var gesture: CommitGesture
  /// The control that set the pitch, in the words of mapping files (`pitch-bend`, `cc 48`), or `steps` (Higher and
  /// Lower), `keys` or `page`; nil if none was moved.
  public var control: String?
  /// Cents per step of that control, on the side used; nil if none was moved or the control has no steps.
  public var centsPerStep: Double?
  /// Seconds from the tunable note's first frame being heard for the first time to the commit's own time stamp.
  public var timeTaken: Double
  /// The number of times the reference was heard again during the match, 0 or more.
  public var repeats: Int
  /// The controller's name, nil for other sources.
  public var controller: String?
  /// The surface of the commit.
  public var source: InputSource
  /// The playback latency that `timeTaken` was corrected by, in seconds.
  public var playbackLatency: Double
  /// See `ListedRecord`.
  public var isPartial = false
  /// The range of the note from its start, either way; nil if unknown.
  public var range: Cents? { isPartial ? nil : exercise.range }

  /// Creates a record of these values, and of the exercise's own beats.
  public init(
    id: UUID, time: Date, exercise: MatchingExercise, tuning: String, concertPitch: Hertz, noteDuration: Double,
    noteGap: Double, finalHertz: Hertz, error: Cents, beats: Double? = nil, gesture: CommitGesture, control: String?,
    centsPerStep: Double?, timeTaken: Double, repeats: Int = 0, controller: String?, source: InputSource,
    playbackLatency: Double
  ) {
    self.id = id
    self.time = time
    self.exercise = exercise
    self.tuning = tuning
    self.concertPitch = concertPitch
    self.noteDuration = noteDuration
    self.noteGap = noteGap
    self.finalHertz = finalHertz
    self.error = error
    self.beats = beats
    targetBeats = exercise.targetBeats
    self.gesture = gesture
    self.control = control
    self.centsPerStep = centsPerStep
    self.timeTaken = timeTaken
    self.repeats = repeats
    self.controller = controller
    self.source = source
    self.playbackLatency = playbackLatency
  }
}

extension MatchingRecord: PairRecord {
  /// The discipline: matching.
  public static let discipline = Discipline.matching
  /// False: nothing withdraws a commit.
  public static let canBeWithdrawn = false
  /// The frequency of the reference: Peach's CSV contains matches without it.
  public static let wholeField: String? = "reference_hertz"
  /// Includes zero: a match may end exactly on the pitch.
  public static let centsRule = NumberRule.cents
  /// The record as an `ExerciseRecord`.
  public var asExerciseRecord: ExerciseRecord { .matching(self) }
  /// The final distance from the correct pitch.
  public var cents: Cents {
    get { error }
    set { error = newValue }
  }

  /// Teaches the record to `profile`.
  public func teach(_ profile: inout PerceptualProfile) { profile.learn(self) }

  /// Shows the fields of matching; see `ListedRecord`.
  public mutating func visitResult<Visitor: FieldVisitor>(_ visitor: inout Visitor) throws(Visitor.Failure) {
    if isPartial {
      for name in ["held_level", "chord", "companion_hertz"] + TemperamentPlace.fields + ["start_hertz"] {
        try visitor.absent(name)
      }
      try visitor.cents("start_cents", &exercise.startOffset)
      for name in [
        "range_cents", "final_hertz", "beats", "target_beats", "gesture", "control", "cents_per_step", "time_taken",
      ] {
        try visitor.absent(name)
      }
    } else {
      try visitor.number("held_level", &exercise.heldLevel, .heldLevel)
      try visitor.word("chord", &exercise.chord)
      try visitor.hertz("companion_hertz", &exercise.companionHertz)
      try visitor.temperament(&exercise.temperament)
      try visitor.hertz("start_hertz", &exercise.startHertz)
      try visitor.cents("start_cents", &exercise.startOffset)
      try visitor.cents("range_cents", &exercise.range, .reach)
      try visitor.hertz("final_hertz", &finalHertz)
      try visitor.number("beats", &beats, .beats)
      try visitor.number("target_beats", &targetBeats, .beats)
      try visitor.word("gesture", &gesture)
      try visitor.text("control", &control)
      try visitor.number("cents_per_step", &centsPerStep, .reach)
      try visitor.number("time_taken", &timeTaken, .seconds)
    }
    try visitor.count("repeats", &repeats)
    try visitor.hands(&controller, &source, &playbackLatency, isPartial)
  }

  /// An empty match.
  public static let blank = MatchingRecord(
    id: UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)), time: .distantPast,
    exercise: MatchingExercise(
      epoch: Epoch(0), index: 0, mode: .matching, reference: Note(literal: 60), referenceHertz: Hertz(440),
      target: Note(literal: 60), targetHertz: Hertz(440), interval: .prime, startOffset: .zero,
      startHertz: Hertz(440), range: .zero, loudnessOffset: 0),
    tuning: "", concertPitch: Hertz(440), noteDuration: 1, noteGap: 0, finalHertz: Hertz(440), error: .zero,
    gesture: .simulated, control: nil, centsPerStep: nil, timeTaken: 0, controller: nil, source: .controller,
    playbackLatency: 0)
}
