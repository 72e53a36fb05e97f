import Glibc
import Training

/// The properties of a simulated ear for early and late: a value without randomness.
///
/// The answer is "late" if the displacement less the lean, plus noise, is above 0. Threshold and lean are in normalised
/// milliseconds, ms / max(1, gap/250), which are milliseconds unless the gap beside the note exceeds 250 ms.
public struct TimingTraits: Hashable, Sendable {
  /// The lapse-free 75 % point after one loop, in normalised milliseconds. Above 0.
  public var threshold: Double
  /// The lapse rate: the share of answers that are guesses, 0…1.
  public var lapse: Double
  /// The displacement that sounds on time, in normalised milliseconds; positive: late, as in `TimingReport`.
  public var lean: Double
  /// The fall of the threshold, in octaves, with each step of `TimingLoops`.
  public var gainOfLoops: Double

  /// Memberwise.
  public init(threshold: Double, lapse: Double = 0, lean: Double = 0, gainOfLoops: Double = 0) {
    self.threshold = threshold
    self.lapse = lapse
    self.lean = lean
    self.gainOfLoops = gainOfLoops
  }

  /// The threshold in normalised milliseconds after the pattern was heard `loops` times.
  public func threshold(loops: Int) -> Double {
    let step = max(TimingLoops(loops).rawValue, TimingLoops.one.rawValue) - TimingLoops.one.rawValue
    return threshold * exp2(-gainOfLoops * Double(step))
  }

  /// The probability of a right answer to a displacement in milliseconds (positive late) beside a gap in milliseconds.
  public func probabilityRight(at offset: Double, gap: Double, loops: Int) -> Double {
    let sigma = threshold(loops: loops) / SimulatedListener.thresholdPerSigma
    let z = (offset / max(1, gap / 250) - lean) / sigma
    return lapse / 2 + (1 - lapse) * 0.5 * erfc((offset > 0 ? -z : z) / 2.0.squareRoot())
  }
}

/// A simulated ear for early and late with its own random numbers: each answer takes one, regardless of the question.
public struct TimingListener: Sendable {
  /// The listener's properties.
  public let traits: TimingTraits
  private var generator: SeededGenerator

  /// A listener with these traits and the random numbers of `seed`.
  public init(_ traits: TimingTraits, seed: UInt64) {
    self.traits = traits
    generator = SeededGenerator(seed: seed)
  }

  /// Returns whether the answer to a displacement of `offset` nanoseconds in `space`, positive late, was right after
  /// `loops` loops.
  public mutating func answersRightly(_ offset: Int64, in space: TimingSpace, loops: Int) -> Bool {
    generator.unit() < traits.probabilityRight(at: Double(offset) / 1e6, gap: space.gap, loops: loops)
  }
}
