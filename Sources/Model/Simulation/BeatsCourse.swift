import Foundation
import Glibc
import Training

/// The properties of a simulated ear for beats: a value without randomness.
///
/// The answer is "faster" if the difference of the rates less the lean, plus noise, is above 0, all in per cent of the
/// slower rate.
public struct BeatsTraits: Hashable, Sendable {
  /// The lapse-free 75 % point in per cent, above 0.
  public var threshold: Double
  /// The lapse rate: the share of answers that are guesses, 0…1.
  public var lapse: Double
  /// The difference in per cent at which both rates sound the same, as in `BeatsReport`.
  public var lean: Double

  /// Memberwise.
  public init(threshold: Double, lapse: Double = 0, lean: Double = 0) {
    self.threshold = threshold
    self.lapse = lapse
    self.lean = lean
  }

  /// The probability of a right answer to a difference in per cent, positive if the second is faster.
  public func probabilityRight(at difference: Double) -> Double {
    let z = (difference - lean) / threshold * SimulatedListener.thresholdPerSigma
    return lapse / 2 + (1 - lapse) * 0.5 * erfc((difference > 0 ? -z : z) / 2.0.squareRoot())
  }
}

/// A course of beats with a simulated listener, one answer at a time.
public struct BeatsCourse: EarCourse, Sendable {
  /// The listener.
  public let traits: BeatsTraits
  /// The exercises.
  public let space: BeatsSpace
  /// The strategy.
  public private(set) var strategy: EdgeBeatsStrategy
  /// The number of answers given.
  public private(set) var answers = 0
  /// The number of right ones.
  public private(set) var right = 0
  /// The last difference asked, in per cent, positive if the second is faster; 0 before the first.
  public private(set) var difference = 0.0
  private var choices: SeededGenerator
  private var luck: SeededGenerator

  /// A course without answers. `seed` is of the exercises, `luck` of the listener: each answer takes one number.
  public init(traits: BeatsTraits, space: BeatsSpace, strategy: EdgeBeatsStrategy, seed: UInt64, luck: UInt64) {
    self.traits = traits
    self.space = space
    self.strategy = strategy
    choices = SeededGenerator(seed: seed)
    self.luck = SeededGenerator(seed: luck)
  }

  /// Asks once, and learns the answer.
  public mutating func step() {
    let exercise = strategy.choose(Epoch(1), index: 1, in: space, using: &choices)
    difference = exercise.difference
    let correct = luck.unit() < traits.probabilityRight(at: difference)
    strategy.learn(difference, in: exercise.condition, correct: correct)
    answers += 1
    if correct { right += 1 }
  }

  /// The error of the threshold in the condition practised last, in octaves; nil without answers.
  public var error: Double? { threshold.map { log2($0.value / traits.threshold) } }

  /// Whether the 90 % band of that threshold holds the true one.
  public var isCovered: Bool { threshold.map { $0.band.contains(traits.threshold) } ?? false }

  private var threshold: Banded? { strategy.ear.condition.flatMap { strategy.ear.threshold(in: $0) } }
}

/// Ears for beats with the same properties, each with its own random numbers.
public struct BeatsComparison: Sendable {
  /// The traits of all ears.
  public var traits: BeatsTraits
  /// The number of ears.
  public var listeners: Int
  /// Counts of answers after which the error is taken, ascending.
  public var counts: [Int]
  /// The seed of all random numbers.
  public var seed: UInt64
  /// The exercises.
  public var space: BeatsSpace

  /// Memberwise.
  public init(traits: BeatsTraits, listeners: Int, counts: [Int], seed: UInt64, space: BeatsSpace) {
    self.traits = traits
    self.listeners = listeners
    self.counts = counts
    self.seed = seed
    self.space = space
  }

  /// Returns the course of the ear with this index.
  public func course(of index: Int) -> BeatsCourse {
    var generator = SeededGenerator(seed: seed, stream: index)
    let luck = generator.next()
    return BeatsCourse(traits: traits, space: space, strategy: EdgeBeatsStrategy(), seed: generator.next(), luck: luck)
  }

  /// Returns the outcome of the ear with this index: of the threshold in the condition practised last.
  public func outcome(of index: Int) -> ListenerOutcome<BeatsTraits> {
    course(of: index).outcome(of: traits, after: counts)
  }
}
