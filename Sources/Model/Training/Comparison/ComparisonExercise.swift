import Pitch

/// The player's judgement: of the target against the correct pitch, or of a note against its place in the beat. Both
/// are given by the same two keys.
public enum Answer: String, Sendable, CaseIterable {
  /// The target sounded sharp of the correct pitch; or the note was late.
  case higher
  /// The target sounded flat of the correct pitch; or the note was early.
  case lower

  /// The other answer.
  public var opposite: Answer { self == .higher ? .lower : .higher }
}

/// One comparison exercise, or a pair for listening: everything that will sound, fixed before its first frame.
public struct ComparisonExercise: PairExercise {
  /// The epoch of the exercise.
  public var epoch: Epoch
  /// 1 for the first exercise since practice was started at the hub.
  public var index: Int
  /// `.comparison` or `.intervalComparison`, or one of listening.
  public var mode: Mode
  /// The first note: an exact note of the tuning.
  public var reference: Note
  /// The frequency of the reference.
  public var referenceHertz: Hertz
  /// The correct note: the reference transposed by `interval`.
  public var target: Note
  /// Signed distance of the sounding target from the correct pitch: positive means "higher" is right. Never zero.
  public var offset: Cents
  /// The frequency of the target, `offset` included.
  public var targetHertz: Hertz
  /// The interval from the reference to the correct pitch; the prime for unison.
  public var interval: DirectedInterval
  /// Added to the target's level, in dB (loudness variation); the reference stays at 0.
  public var loudnessOffset: Double
  /// The timbres of reference and target.
  public var timbres: TimbrePair

  /// Memberwise.
  public init(
    epoch: Epoch, index: Int, mode: Mode, reference: Note, referenceHertz: Hertz, target: Note, offset: Cents,
    targetHertz: Hertz, interval: DirectedInterval, loudnessOffset: Double, timbres: TimbrePair = .sines
  ) {
    self.epoch = epoch
    self.index = index
    self.mode = mode
    self.reference = reference
    self.referenceHertz = referenceHertz
    self.target = target
    self.offset = offset
    self.targetHertz = targetHertz
    self.interval = interval
    self.loudnessOffset = loudnessOffset
    self.timbres = timbres
  }

  /// Loudness variation at its full setting, in dB up and down.
  public static let loudnessSpan = 10.0

  /// The right answer.
  public var correctAnswer: Answer { offset.value > 0 ? .higher : .lower }
}
