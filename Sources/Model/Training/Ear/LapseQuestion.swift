import Glibc
import Pitch

/// Asks the questions that separate an ear that often lapses from a coarse one. At 80 % right both give the same
/// answers, and few lapses with a threshold twice as large fit as well as the truth. Only offsets at which the two
/// accounts disagree separate them: usually easy ones, which an ear that follows the sound answers correctly.
///
/// It is a sequential test (Wald 1945): occasional until the answers have settled it, as frequent as the usual
/// exercises while they point to many lapses, and then rare, since an easy answer carries no information about the
/// threshold. Its timing is random.
enum LapseQuestion {
  /// The number of answers before which the question is not asked: they are needed for the threshold itself, whose
  /// error after 100 answers would otherwise grow by a twentieth. The first offsets, from 100 cents downwards, are easy
  /// anyway.
  private static let begun = 80
  /// The evidence for many lapses (`ThresholdGrid.evidenceOfLapses`) below which there are certainly few, and the
  /// range in which it is in doubt.
  private static let (settled, doubted) = (0.4, 1.2...1000)
  /// The shares of the exercises that ask it.
  private static let (settledShare, usualShare, doubtedShare) = (0.01, 0.05, 0.65)
  /// The least share right that it may predict.
  private static let leastRight = 0.55
  /// The share of the maximum disagreement at which an offset qualifies; the narrowest such offset is asked, about four
  /// times the threshold. Much wider ones would add no information, least of all about the threshold, and sound out of
  /// place.
  private static let nearlyMost = 0.85
  /// The distance in octaves between the offsets compared.
  private static let step = 1.0 / 3

  /// The share of exercises that should ask this question, given `estimate`.
  static func share(_ estimate: ClassEstimate) -> Double {
    guard estimate.answers >= begun else { return 0 }
    let evidence = estimate.grid.evidenceOfLapses
    if doubted.contains(evidence) { return doubtedShare }
    return evidence < settled ? settledShare : usualShare
  }

  /// The offset in cents at which the two accounts of `estimate` differ most, or nearly most (Jeffreys' divergence);
  /// nil if none qualifies.
  static func magnitude(_ estimate: ClassEstimate, at note: Note) -> Double? {
    let many = Prediction(estimate, at: note, lapses: ThresholdGrid.manyLapses)
    let few = Prediction(estimate, at: note, lapses: ThresholdGrid.fewLapses)
    let all = Prediction(estimate, at: note)
    var offsets: [(magnitude: Double, divergence: Double)] = []
    for octaves in stride(
      from: log2(EdgeStrategy.highestCeiling.value), through: log2(EdgeStrategy.floor.value), by: -step)
    {
      let magnitude = exp2(octaves)
      // Narrower offsets have fewer right answers.
      guard all.probabilityRight(at: magnitude) >= leastRight else { break }
      let (one, other) = (many.probabilityRight(at: magnitude), few.probabilityRight(at: magnitude))
      offsets.append((magnitude, (one - other) * (logOdds(one) - logOdds(other))))
    }
    let most = offsets.map(\.divergence).max() ?? 0
    return offsets.last { $0.divergence >= nearlyMost * most }?.magnitude
  }

  private static func logOdds(_ share: Double) -> Double {
    let share = min(max(share, 1e-9), 1 - 1e-9)
    return log(share / (1 - share))
  }
}
