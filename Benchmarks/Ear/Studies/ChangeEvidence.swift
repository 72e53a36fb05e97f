import Glibc
import Simulation
import Training

/// The evidence of a row of answers for one known change of the threshold: the likelihood of the answers if the ear
/// changed in just that way, relative to the likelihood if it stayed the same. Only the ear itself is unknown to this
/// judge.
///
/// Both likelihoods are means over the ears of `Population.drawn`, thresholds and lapses. The questions depend on
/// earlier answers only and so divide out. By Neyman and Pearson's lemma (1933, *Philosophical Transactions A* 231:289)
/// no judge of the same answers finds more of the ears that changed, on average over the drawn ears, while being wrong
/// in as few of those that stayed: the share found by this one is the upper limit.
struct ChangeEvidence: Sendable {
  private let change: ThresholdChange
  private var answers = 0
  /// Logarithms of the likelihoods by lapse, then threshold: if it stayed, and by the threshold at first if it changed.
  private var stayed = [Double](repeating: 0, count: YardstickGrid.lapses.count * YardstickGrid.count)
  private var changed = [Double](repeating: 0, count: YardstickGrid.lapses.count * YardstickGrid.count)

  /// The evidence for `change`.
  init(of change: ThresholdChange) { self.change = change }

  /// Learns whether the next answer, to `cents`, was right.
  mutating func learn(_ cents: Double, correct: Bool) {
    YardstickGrid.addLogLikelihoods(of: correct, at: cents, to: &stayed)
    // An ear whose threshold has risen hears an offset as it heard a smaller one at first.
    let asHeardAtFirst = cents * exp2(-change.octaves(at: answers))
    YardstickGrid.addLogLikelihoods(of: correct, at: asHeardAtFirst, to: &changed)
    answers += 1
  }

  /// The natural logarithm of the likelihood ratio: positive if the answers support the change.
  var logRatio: Double { Self.logMean(changed) - Self.logMean(stayed) }

  /// The logarithm of the likelihood's mean over the prior.
  private static func logMean(_ logLikelihoods: [Double]) -> Double {
    let highest = logLikelihoods.max() ?? 0
    let count = YardstickGrid.count
    let sum = logLikelihoods.indices.reduce(0) { sum, index in
      sum + YardstickGrid.prior[index % count] * exp(logLikelihoods[index] - highest)
    }
    return highest + log(sum / Double(YardstickGrid.lapses.count))
  }
}
