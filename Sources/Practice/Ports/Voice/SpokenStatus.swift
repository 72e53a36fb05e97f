import Pitch
import Training

/// The state of practice that "where am I?" reads aloud.
public struct SpokenStatus: Hashable, Sendable {
  /// The result of the last exercise.
  public enum Result: Hashable, Sendable {
    /// An answer, right or wrong.
    case comparison(AnswerFeedback)
    /// A match.
    case matching(MatchingFeedback)
    /// The answer of an exercise in listening.
    case heard(Heard)
  }

  /// The answer of an exercise in listening, ready to put into words.
  public struct Heard: Hashable, Sendable {
    /// The direction of the second note, or of the displacement.
    public var answer: Answer
    /// The mode in practice. The second note of an interval is sharp or flat rather than higher or lower, and a note of
    /// a pattern is late or early.
    public var mode: Mode

    /// Memberwise.
    public init(_ answer: Answer, in mode: Mode) {
      self.answer = answer
      self.mode = mode
    }
  }

  /// How answers are marked as sure.
  public enum Sureness: Hashable, Sendable {
    /// By the place of the key, pad or button.
    case byPlace
    /// Not at all by the control of the last answer: it has no place for sure.
    case noPlace
  }

  /// The mode in practice; nil at the hub.
  public var mode: Mode?
  /// The list of further exercises, if it is open.
  public var menu: ExerciseMenu?
  /// The interval of the exercise, in interval modes.
  public var interval: DirectedInterval?
  /// The sounds of the exercise, in beats.
  public var beating: ViewState.Beating?
  /// The step of the exercise, in a temperament.
  public var laying: ViewState.Laying?
  /// How answers to the exercise, or at the hub to the next one, are marked as sure; nil if they are not.
  public var sureness: Sureness?
  /// The result of the last exercise of this run; nil before the first.
  public var result: Result?
  /// The practice timer in use.
  public var timer: ViewState.Timer?
  /// The level in dBFS.
  public var level: Double

  /// Memberwise.
  public init(
    mode: Mode? = nil, interval: DirectedInterval? = nil, beating: ViewState.Beating? = nil,
    laying: ViewState.Laying? = nil,
    sureness: Sureness? = nil, result: Result? = nil, timer: ViewState.Timer? = nil, level: Double
  ) {
    self.mode = mode
    self.interval = interval
    self.beating = beating
    self.laying = laying
    self.sureness = sureness
    self.result = result
    self.timer = timer
    self.level = level
  }

  /// Creates the state from `view`.
  package init(_ view: ViewState, result: Result?, level: Double) {
    self.init(
      mode: view.mode, interval: view.interval, beating: view.beating, laying: view.laying,
      sureness: view.asksSureness ? .byPlace : nil, result: result, timer: view.timer, level: level)
  }
}
