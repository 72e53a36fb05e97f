import Pitch
import Time

/// Two notes that sound together and beat.
public struct BeatingNotes: Hashable, Sendable {
  /// The lower note.
  public var bass: Note
  /// Its frequency.
  public var bassHertz: Hertz
  /// Beats per second of the partials that nearly coincide: positive if the interval is wider than pure, negative if it
  /// is narrower. Never 0.
  public var rate: Double

  /// Memberwise.
  public init(bass: Note, bassHertz: Hertz, rate: Double) {
    self.bass = bass
    self.bassHertz = bassHertz
    self.rate = rate
  }

  /// The frequency of the upper note, if the interval is `interval`.
  public func upperHertz(_ interval: BeatsInterval) -> Hertz {
    interval.partials.upperNote(over: bassHertz, beating: rate)
  }

  /// The interval's distance from pure `interval`; positive is wider.
  public func width(_ interval: BeatsInterval) -> Cents {
    Cents(from: bassHertz, to: upperHertz(interval)) - interval.partials.pure
  }
}

/// One exercise of beats: everything that will sound, fixed before its first frame.
public struct BeatsExercise: CourseExercise {
  /// The length of each sound in seconds: at the slowest rate three beats, enough to measure the time between two of
  /// them twice, and as long as a tuner listens before moving the pin.
  public static let duration = 3.0

  /// The epoch of the exercise.
  public var epoch: Epoch
  /// 1 for the first exercise since practice was started at the hub.
  public var index: Int
  /// `.beats`.
  public var mode = Mode.beats
  /// The interval of both sounds.
  public var interval: BeatsInterval
  /// The timbre that sounds.
  public var timbre: Timbre
  /// The first sound.
  public var first: BeatingNotes
  /// The second sound, which begins on the frame after the first.
  public var second: BeatingNotes

  /// Memberwise.
  public init(
    epoch: Epoch, index: Int, interval: BeatsInterval, timbre: Timbre, first: BeatingNotes, second: BeatingNotes
  ) {
    self.epoch = epoch
    self.index = index
    self.interval = interval
    self.timbre = timbre
    self.first = first
    self.second = second
  }

  /// The right answer: "higher" means that the second sound beats faster.
  public var correctAnswer: Answer { second.rate.magnitude > first.rate.magnitude ? .higher : .lower }

  /// The difference of the rates in per cent of the slower one; positive if the second sound beats faster.
  public var difference: Double {
    let (one, other) = (first.rate.magnitude, second.rate.magnitude)
    return other > one ? 100 * (other / one - 1) : -100 * (one / other - 1)
  }

  /// The condition of its threshold.
  public var condition: BeatsCondition { BeatsCondition(interval, timbre) }

  /// Always nil: no interval is asked.
  public var askedInterval: DirectedInterval? { nil }

  /// The exercises that `settings` leave.
  public static func space(_ mode: Mode, _ settings: TrainingSettings) throws(ExerciseRefusal) -> BeatsSpace {
    BeatsSpace(settings)
  }
}

/// An answered exercise of beats, with everything that its record keeps.
public struct BeatsResponse: Hashable, Sendable {
  /// The exercise that sounded.
  public var exercise: BeatsExercise
  /// The answer given: "higher" means that the second sound beats faster.
  public var answer: Answer
  /// Whether the player marked the answer as sure; nil without a rating, or if the control has no place for one.
  public var isSure: Bool?
  /// The time stamp of the key.
  public var inputTime: MonotonicTime
  /// The time from when the second sound's first frame is heard to `inputTime`; never negative.
  public var responseTime: Duration
  /// The surface of the answer.
  public var source: InputSource
  /// The controller's name, nil for other sources.
  public var controller: String?

  /// Whether it was right.
  public var correct: Bool { answer == exercise.correctAnswer }
}

extension BeatsResponse: AnsweredOutcome {}
