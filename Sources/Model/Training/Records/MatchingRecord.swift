import Foundation
import Pitch

/// How the pitch was committed. The same words in events, database and screen.
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

/// One finished matching exercise as it is kept: what sounded, how it was tuned and what came of it. See `SQLiteStore`.
public struct MatchingRecord: Hashable, Sendable, Identifiable {
  /// Given at the commit; merging two stores is by this.
  public var id: UUID
  /// Wall-clock time of the commit, to the millisecond.
  public var time: Date
  /// What sounded, and where it started.
  public var exercise: MatchingExercise
  /// The tuning's name (`equal`).
  public var tuning: String
  /// What A4 was set to.
  public var concertPitch: Hertz
  /// Length of the reference in seconds.
  public var noteDuration: Double
  /// Silence between the notes in seconds; not applied if the reference keeps sounding.
  public var noteGap: Double
  /// What the renderer held from the fade's first frame on.
  public var finalHertz: Hertz
  /// Signed distance of `finalHertz` from the correct pitch; positive is sharp.
  public var error: Cents
  /// How it was committed.
  public var gesture: CommitGesture
  /// The control that had the pitch, in the words of mapping files (`pitch-bend`, `cc 48`), or `steps` (Higher and
  /// Lower), `keys` or `page`; nil if
  /// nothing was moved.
  public var control: String?
  /// How many cents one step of that control moves the pitch, on the side it was used; nil if nothing was moved or the
  /// control has no steps.
  public var centsPerStep: Double?
  /// Seconds from the tunable note's first frame being heard for the first time to the commit's own time stamp.
  public var timeTaken: Double
  /// How often the reference was heard again meanwhile, 0 or more.
  public var repeats: Int
  /// The controller's name, nil for other sources.
  public var controller: String?
  /// Which surface committed.
  public var source: InputSource
  /// The playback latency that `timeTaken` was corrected by, in seconds.
  public var playbackLatency: Double
  /// See `ListedRecord`.
  public var isPartial = false
  /// How far the note could be moved from its start either way; nil if that is not known.
  public var range: Cents? { isPartial ? nil : exercise.range }

  /// Memberwise.
  public init(
    id: UUID, time: Date, exercise: MatchingExercise, tuning: String, concertPitch: Hertz, noteDuration: Double,
    noteGap: Double, finalHertz: Hertz, error: Cents, gesture: CommitGesture, control: String?, centsPerStep: Double?,
    timeTaken: Double, repeats: Int = 0, controller: String?, source: InputSource, playbackLatency: Double
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

extension MatchingRecord: ListedRecord {
  /// Of matching.
  public static let discipline = Discipline.matching
  /// Nothing takes a commit back.
  public static let canBeWithdrawn = false
  /// Peach's CSV has its matches.
  public static let canBePartial = true
  /// A match may end exactly on the pitch.
  public static let centsRule = NumberRule.cents
  /// Among records of all disciplines.
  public var asExerciseRecord: ExerciseRecord { .matching(self) }
  /// How far from the correct pitch it ended.
  public var cents: Cents {
    get { error }
    set { error = newValue }
  }

  /// Has `profile` learn it.
  public func teach(_ profile: inout PerceptualProfile) { profile.learn(self) }

  /// Shows the fields that matching alone has; see `ListedRecord`.
  public mutating func visitResult<Visitor: FieldVisitor>(_ visitor: inout Visitor) throws(Visitor.Failure) {
    if isPartial {
      for name in ["held_level", "start_hertz"] { try visitor.absent(name) }
      try visitor.cents("start_cents", &exercise.startOffset)
      for name in ["range_cents", "final_hertz", "gesture", "control", "cents_per_step", "time_taken"] {
        try visitor.absent(name)
      }
    } else {
      try visitor.number("held_level", &exercise.heldLevel, .heldLevel)
      try visitor.hertz("start_hertz", &exercise.startHertz)
      try visitor.cents("start_cents", &exercise.startOffset)
      try visitor.cents("range_cents", &exercise.range, .reach)
      try visitor.hertz("final_hertz", &finalHertz)
      try visitor.word("gesture", &gesture)
      try visitor.text("control", &control)
      try visitor.number("cents_per_step", &centsPerStep, .reach)
      try visitor.number("time_taken", &timeTaken, .seconds)
    }
    try visitor.count("repeats", &repeats)
    try visitor.hands(&controller, &source, &playbackLatency, isPartial)
  }

  /// A match that says nothing.
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
