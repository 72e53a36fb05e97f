import Pitch
import Time

/// One exercise of early or late: everything that will sound, fixed before its first frame.
public struct TimingExercise: CourseExercise {
  /// The epoch of the exercise.
  public var epoch: Epoch
  /// 1 for the first exercise since practice was started at the hub.
  public var index: Int
  /// `.timing` or `.timingListening`.
  public var mode: Mode
  /// The pattern.
  public var pattern: TimingPattern
  /// The displaced note, counted from 1 without rests; never 1.
  public var position: Int
  /// Beats per minute.
  public var tempo: Int
  /// The number of times the beat is played; nil: until the answer.
  public var repetitions: Int?
  /// The displacement in nanoseconds, positive means late: sounded to the nearest frame. Never zero.
  public var offset: Int64
  /// The grid of this practice; nil for its first exercise, whose first frame begins the grid.
  public var grid: BeatGrid?

  /// Memberwise.
  public init(
    epoch: Epoch, index: Int, mode: Mode = .timing, pattern: TimingPattern, position: Int, tempo: Int,
    repetitions: Int?, offset: Int64, grid: BeatGrid?
  ) {
    self.epoch = epoch
    self.index = index
    self.mode = mode
    self.pattern = pattern
    self.position = position
    self.tempo = tempo
    self.repetitions = repetitions
    self.offset = offset
    self.grid = grid
  }

  /// The right answer: "higher" means late.
  public var correctAnswer: Answer { offset > 0 ? .higher : .lower }

  /// The shorter gap beside the displaced note's place, in milliseconds.
  public var gap: Double { TimingSpace.gap(pattern, position, tempo: tempo) }

  /// The displacement in per cent of `gap`; positive means late.
  public var offsetPercent: Double { Double(offset) / 1e4 / gap }

  /// The time from the accent to the moment from which answers count: the displaced note's place, and the largest
  /// displacement. It is the same for early and late.
  public var opening: Duration {
    let beat = 60.0 / Double(tempo)
    let place = beat * Double(pattern.cell(of: position)) / Double(pattern.cells.count)
    return .seconds(place + TimingSpace.reachOfGap * gap / 1000)
  }

  /// Always nil: no interval is asked.
  public var askedInterval: DirectedInterval? { nil }

  /// True: the displaced note's place opens it.
  public static let opensByMarker = true

  /// The pattern at its tempo; throws `patternTooFast`. In listening no answer ends the repetitions, so their number is
  /// fixed.
  public static func space(_ mode: Mode, _ settings: TrainingSettings) throws(ExerciseRefusal) -> TimingSpace {
    var space = try TimingSpace(settings)
    if mode == .timingListening { space.repetitions = heardRepetitions }
    return space
  }

  /// Returns the first beat of its grid on or after `frame`; `frame` if it begins the grid.
  public func start(from frame: Frame) -> Frame {
    guard let grid else { return frame }
    return grid.frame(beat: grid.beat(from: frame))
  }
}

/// An answered exercise of early or late, with everything that its record keeps.
public struct TimingResponse: Hashable, Sendable {
  /// The exercise that sounded.
  public var exercise: TimingExercise
  /// The strategy that chose it.
  public var strategy: StrategyName
  /// The answer given: "higher" means late.
  public var answer: Answer
  /// Whether the player marked the answer as sure; nil without a rating, or if the control has no place for one.
  public var isSure: Bool?
  /// The time stamp of the key.
  public var inputTime: MonotonicTime
  /// The time from when answers count, as heard, to `inputTime`; never negative.
  public var responseTime: Duration
  /// The number of times the displaced note was heard before the answer, 1 or more.
  public var loops: Int
  /// The surface of the answer.
  public var source: InputSource
  /// The controller's name, nil for other sources.
  public var controller: String?

  /// Whether it was right.
  public var correct: Bool { answer == exercise.correctAnswer }
}

extension TimingResponse: AnsweredOutcome {}
