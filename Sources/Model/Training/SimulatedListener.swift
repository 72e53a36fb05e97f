import Glibc
import Pitch

/// An ear that answers at random as a real one would: detectability grows linearly with the offset (Dai & Micheyl
/// 2011), and attention sometimes lapses into a guess.
///
/// P(right) = lapse/2 + (1 − lapse)·Φ(|offset|/σ); the threshold is the lapse-free 75 % point, 0.6745 σ.
public struct SimulatedListener: Sendable {
  /// Φ⁻¹(0.75): the threshold in σ.
  public static let thresholdPerSigma = 0.6744897501960817

  /// The lapse-free 75 % point, above 0.
  public let threshold: Cents
  /// The lapse rate: the share of answers that are guesses, 0…1.
  public let lapse: Double
  private var generator: SeededGenerator

  /// The listener, or nil unless `threshold` is a positive number and `lapse` within 0…1.
  public init?(threshold: Cents, lapse: Double = 0, seed: UInt64) {
    guard threshold.value.isFinite, threshold.value > 0, (0...1).contains(lapse) else { return nil }
    self.threshold = threshold
    self.lapse = lapse
    generator = SeededGenerator(seed: seed)
  }

  /// The probability of a right answer at `offset`, with either sign.
  public func probabilityRight(at offset: Cents) -> Double {
    let sigma = threshold.value / Self.thresholdPerSigma
    let normal = 0.5 * erfc(-offset.magnitude.value / sigma / 2.0.squareRoot())
    return lapse / 2 + (1 - lapse) * normal
  }

  /// The answer to `exercise`. Takes one random number.
  public mutating func answer(_ exercise: ComparisonExercise) -> Answer {
    let right = generator.unit() < probabilityRight(at: exercise.offset)
    return right ? exercise.correctAnswer : exercise.correctAnswer.opposite
  }

  /// The answer to `exercise`, where the threshold counts in milliseconds: normalised ones if the gap beside the note
  /// exceeds 250 ms, see `TimingEar`. Takes one random number.
  public mutating func answer(_ exercise: TimingExercise) -> Answer {
    let milliseconds = Double(exercise.offset) / 1e6 / TimingEar.scale(gap: exercise.gap)
    let right = generator.unit() < probabilityRight(at: Cents(milliseconds))
    return right ? exercise.correctAnswer : exercise.correctAnswer.opposite
  }

  /// The answer to `exercise`, where the threshold counts in per cent of the slower rate. Takes one random number.
  public mutating func answer(_ exercise: BeatsExercise) -> Answer {
    let right = generator.unit() < probabilityRight(at: Cents(exercise.difference))
    return right ? exercise.correctAnswer : exercise.correctAnswer.opposite
  }

  /// Returns the signed error with which the listener ends `exercise`, within its control's reach (± range about the
  /// start offset). Takes three random numbers.
  ///
  /// Tuning is modelled as comparing until no difference is heard: the error is normal with the σ of the listener's
  /// judgements, so that half of the errors are within the threshold. A lapse ends anywhere in reach.
  public mutating func finalError(of exercise: MatchingExercise) -> Cents {
    let lapses = generator.unit() < lapse
    let (first, second) = (generator.unit(), generator.unit())
    let (start, range) = (exercise.startOffset.value, exercise.range.value)
    if lapses { return Cents(start + (2 * first - 1) * range) }
    // Box & Muller 1958; 1 − u is never 0.
    let normal = (-2 * log(1 - first)).squareRoot() * cos(2 * .pi * second)
    let error = normal * threshold.value / Self.thresholdPerSigma
    return Cents(min(max(error, start - range), start + range))
  }
}
