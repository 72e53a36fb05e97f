import Glibc
import Training

/// What a row of answers says of one change of the threshold, to a judge who knows beforehand everything but the ear
/// itself: how much likelier the answers are if the ear changed in just that way than if it stayed as it was.
///
/// Both likelihoods are means over the ears of `Population.drawn`, thresholds and lapses. What was asked depends on
/// earlier answers only and so divides out. By Neyman and Pearson's lemma (1933, *Philosophical Transactions A*
/// 231:289) no judge of the same answers finds more of the ears that changed, on average over those that are drawn,
/// while being wrong in as few of those that stayed: what this one finds is the most that anybody can.
struct ChangeEvidence: Sendable {
  private let change: ThresholdChange
  private var answers = 0
  /// Logarithms of the likelihoods by lapse, then threshold: if it stayed, and by the threshold at first if it changed.
  private var stayed = [Double](repeating: 0, count: YardstickGrid.lapses.count * YardstickGrid.count)
  private var changed = [Double](repeating: 0, count: YardstickGrid.lapses.count * YardstickGrid.count)

  /// Of ears that may have changed as `change` says.
  init(of change: ThresholdChange) { self.change = change }

  /// Learns that the next answer, to so many cents, was right or wrong.
  mutating func learn(_ cents: Double, correct: Bool) {
    YardstickGrid.addLogLikelihoods(of: correct, at: cents, to: &stayed)
    // An ear whose threshold has moved hears an offset as it would have heard one moved the other way at first.
    let asHeardAtFirst = cents * exp2(-change.octaves(at: answers))
    YardstickGrid.addLogLikelihoods(of: correct, at: asHeardAtFirst, to: &changed)
    answers += 1
  }

  /// The natural logarithm of the likelihood ratio: positive if the answers speak for the change.
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
