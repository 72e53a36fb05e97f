import Glibc
import Pitch
import Simulation
import Training

/// A threshold for each note from the answers near it: the baseline for `edge`'s curve.
///
/// Each note has the simple fit of all answers, weighted by a normal kernel of ±5 semitones, with a prior of ±0.5
/// octaves about the one threshold that fits them all. Without that prior a hundred answers would give each note some
/// twenty, and the baseline would be poor: .55 instead of .37 octaves.
struct KernelCurve: Sendable {
  /// The kernel's standard deviation in semitones.
  static let width = 5.0
  /// The prior's standard deviation in octaves.
  static let spread = 0.5

  private let range: NoteRange
  /// The logarithms of likelihoods by note of the range, lowest first, then by lapse, then by threshold.
  private var logLikelihoods: [[Double]]
  private var all = [Double](repeating: 0, count: YardstickGrid.lapses.count * YardstickGrid.count)

  init(range: NoteRange) {
    self.range = range
    logLikelihoods = range.notes.map { [all] _ in all }
  }

  /// Learns an answer at `note`; one outside the range teaches nothing.
  mutating func learn(_ cents: Double, at note: Note, correct: Bool) {
    guard range.contains(note), cents.isFinite, cents > 0 else { return }
    YardstickGrid.addLogLikelihoods(of: correct, at: cents, to: &logLikelihoods[note.number - range.low.number])
    YardstickGrid.addLogLikelihoods(of: correct, at: cents, to: &all)
  }

  /// log₂ of the threshold at each note of the range, lowest first.
  var octaves: [Double] {
    let centre = GridPosterior(logLikelihoods: all, prior: YardstickGrid.prior).meanOctaves
    let prior = YardstickGrid.normal(about: centre, spread: Self.spread)
    let weights = logLikelihoods.indices.map { exp(-0.5 * pow(Double($0) / Self.width, 2)) }
    return logLikelihoods.indices.map { note in
      var sum = [Double](repeating: 0, count: all.count)
      for (near, logs) in logLikelihoods.enumerated() {
        let weight = weights[abs(near - note)]
        for index in sum.indices { sum[index] += weight * logs[index] }
      }
      return GridPosterior(logLikelihoods: sum, prior: prior).meanOctaves
    }
  }
}
