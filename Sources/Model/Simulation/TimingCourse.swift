import Foundation
import Training

/// A course of early or late with a simulated listener, one answer at a time.
public struct TimingCourse: Sendable {
  /// The largest number of loops before an answer.
  public static let mostLoops = 6

  /// The strategy.
  public private(set) var strategy: any TimingStrategy
  /// The listener.
  public private(set) var listener: TimingListener
  /// The exercises.
  public let space: TimingSpace
  /// The number of answers given.
  public private(set) var answers = 0
  /// The number of right ones.
  public private(set) var right = 0
  private var generator: SeededGenerator
  /// The model of the ear if the strategy has none.
  private var fitted = TimingEar()

  /// The model of the listener's ear: the strategy's, if it has one.
  public var ear: TimingEar { (strategy as? EdgeTimingStrategy)?.ear ?? fitted }

  /// A course without answers; `seed` decides everything but the listener.
  public init(_ strategy: any TimingStrategy, listener: TimingListener, space: TimingSpace, seed: UInt64) {
    self.strategy = strategy
    self.listener = listener
    self.space = space
    generator = SeededGenerator(seed: seed)
  }

  /// Asks once, and learns the answer. The number of loops is even in 1…6, limited by the space.
  public mutating func step() {
    let offset = strategy.next(in: space, using: &generator)
    let loops = 1 + generator.below(min(Self.mostLoops, space.repetitions ?? Self.mostLoops))
    let correct = listener.answersRightly(offset, in: space, loops: loops)
    let answer = TimingAnswer(in: space, loops: loops, offset: offset, correct: correct)
    strategy.learn(answer)
    if !(strategy is EdgeTimingStrategy) { fitted.learn(answer) }
    answers += 1
    if correct { right += 1 }
  }

  /// The error of the ear's threshold in the condition practised last, in octaves; nil without answers.
  public var error: Double? { shown.map { log2($0.threshold.value / $0.truth) } }

  /// Whether the 90 % band of that threshold holds the true one.
  public var isCovered: Bool { shown.map { $0.threshold.band.contains($0.truth) } ?? false }

  private var shown: (threshold: Banded, truth: Double)? {
    let ear = ear
    guard let condition = ear.condition, let threshold = ear.threshold(in: condition) else { return nil }
    // All loops of a step have one threshold.
    let loops = [1, 1, 2, 3, 5][condition.loops.rawValue]
    return (threshold, listener.traits.threshold(loops: loops))
  }
}
