import Pitch
import Training

/// Where practice is, as somebody who sees nothing asks for it.
public struct Whereabouts: Hashable, Sendable {
  /// How the last exercise ended.
  public enum Result: Hashable, Sendable {
    /// An answer, right or wrong.
    case comparison(ComparisonFeedback)
    /// A match.
    case matching(MatchingFeedback)
    /// The answer of a pair that was heard.
    case heard(Heard)
  }

  /// The answer of a pair that was heard, as it is put into words.
  public struct Heard: Hashable, Sendable {
    /// Which way the second note was off.
    public var answer: Answer
    /// Whether it was off an interval, which is not higher or lower than another: the note is sharp or flat of it.
    public var isInterval: Bool

    /// Memberwise.
    public init(_ answer: Answer, isInterval: Bool) {
      self.answer = answer
      self.isInterval = isInterval
    }
  }

  /// What is practised; nil at the hub.
  public var mode: Mode?
  /// The interval asked for, in interval modes.
  public var interval: DirectedInterval?
  /// How the last exercise of this run ended; nil before the first.
  public var result: Result?
  /// The practice timer that is in use.
  public var timer: ViewState.Timer?
  /// The level in dBFS.
  public var level: Double

  /// Memberwise.
  public init(
    mode: Mode? = nil, interval: DirectedInterval? = nil, result: Result? = nil, timer: ViewState.Timer? = nil,
    level: Double
  ) {
    self.mode = mode
    self.interval = interval
    self.result = result
    self.timer = timer
    self.level = level
  }

  /// What `view` says of it.
  package init(_ view: ViewState, result: Result?, level: Double) {
    self.init(mode: view.mode, interval: view.interval, result: result, timer: view.timer, level: level)
  }
}
