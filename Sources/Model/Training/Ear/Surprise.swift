import Glibc

/// Detects that recent answers contradict the predictions: their standardised residuals, summed with an exponential
/// memory (an EWMA chart, Roberts 1959). A jump that was equally likely at any time would cost precision all the time.
struct Surprise: Hashable, Sendable {
  /// The memory, in answers.
  private static let memory = 60.0
  /// The standard deviations at which a change of the ear is suspected, and at which it is certain.
  private static let limits = (suspected: 2.5, sure: 3.8)

  /// The sum; its variance is half the memory while the predictions are good.
  private(set) var sum = 0.0

  init(sum: Double = 0) { self.sum = min(max(sum, -1e3), 1e3) }

  /// The strength of the surprise: 0 while answers match the predictions, up to 1.
  var strength: Double {
    let z = sum.magnitude / (Self.memory / 2).squareRoot()
    return min(max((z - Self.limits.suspected) / (Self.limits.sure - Self.limits.suspected), 0), 1)
  }

  /// Adds an answer that was right with probability `predicted`.
  mutating func learn(predicted: Double, correct: Bool) {
    let predicted = min(max(predicted, 0.02), 0.98)
    let residual = ((correct ? 1 : 0) - predicted) / (predicted * (1 - predicted)).squareRoot()
    sum = sum * (1 - 1 / Self.memory) + residual
  }
}
