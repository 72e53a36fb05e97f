import Glibc
import Training

/// The hypotheses of the simple posterior, and their likelihoods: thresholds 1/8 octave apart from 0.1 to 400 cents
/// times lapses of 0, 2, 5 and 10 %.
///
/// P(right at c) = l/2 + (1 − l)·Φ(c/σ), threshold 0.6745 σ. Φ is read from a table over log₂(c/threshold), 64 steps an
/// octave, between whose entries a straight line errs by less than 10⁻⁵.
package enum YardstickGrid {
  static let stepsPerOctave = 8
  static let lowest = log2(0.1)
  package static let count = Int((log2(4_000) * Double(stepsPerOctave)).rounded(.up)) + 1
  package static let lapses = [0, 0.02, 0.05, 0.10]

  /// log₂ of each threshold in cents.
  static let octaves: [Double] = (0..<count).map { lowest + Double($0) / Double(stepsPerOctave) }
  /// The prior of each threshold: log-normal, 15 cents ± 1.5 octaves.
  package static let prior = normal(about: log2(GridPosterior.priorCentre), spread: 1.5)

  /// A log-normal distribution over the thresholds: centre and standard deviation in octaves.
  package static func normal(about centre: Double, spread: Double) -> [Double] {
    let densities = octaves.map { exp(-0.5 * pow(($0 - centre) / spread, 2)) }
    let sum = densities.reduce(0, +)
    return densities.map { $0 / sum }
  }

  /// Steps of the table to an octave.
  static let fineness = 64
  /// Octaves of the table on both sides of the threshold.
  private static let reach = 13
  private static let table: [Double] = (-reach * fineness...reach * fineness).map { step in
    let ratio = exp2(Double(step) / Double(fineness))
    return 0.5 * erfc(-SimulatedListener.thresholdPerSigma * ratio / 2.0.squareRoot())
  }

  /// Logarithms of the probabilities of wrong and right answers by lapse, over the same steps.
  private static let logTables: [(wrong: [Double], right: [Double])] = lapses.map { lapse in
    let rights = table.map { lapse / 2 + (1 - lapse) * $0 }
    // Without lapses a wrong answer far above the threshold has probability 0 in `Double`; the minimum keeps its
    // logarithm finite.
    return (rights.map { log(max(1 - $0, 1e-300)) }, rights.map(log))
  }

  /// The place in the tables of c/threshold for the lowest threshold, with c = 2^octaves cents: a step and the fraction
  /// of the way to the next. Each threshold is 8 steps before the one below it.
  private static func place(ofOctaves octaves: Double) -> (step: Int, part: Double) {
    let position = (octaves - lowest) * Double(fineness) + Double(reach * fineness)
    let clamped = min(max(position, 0), Double(table.count - 2))
    return (Int(clamped), clamped - clamped.rounded(.down))
  }

  /// Calls `body` with Φ(c/σ) for each threshold, c being 2^octaves cents.
  @inline(__always)
  static func withNormals<Result>(atOctaves octaves: Double, _ body: ((Int) -> Double) -> Result) -> Result {
    let (step, part) = place(ofOctaves: octaves)
    let last = table.count - 2
    let stride = fineness / stepsPerOctave
    return table.withUnsafeBufferPointer { table in
      body { index in
        let entry = min(max(step - stride * index, 0), last)
        return table[entry] + part * (table[entry + 1] - table[entry])
      }
    }
  }

  /// Adds the logarithm of the probability of an answer at `cents` to `sums`, by lapse, then threshold.
  package static func addLogLikelihoods(of correct: Bool, at cents: Double, to sums: inout [Double]) {
    let (step, part) = place(ofOctaves: log2(cents))
    let last = table.count - 2
    let stride = fineness / stepsPerOctave
    for (row, logs) in logTables.enumerated() {
      (correct ? logs.right : logs.wrong).withUnsafeBufferPointer { logs in
        sums.withUnsafeMutableBufferPointer { sums in
          for threshold in 0..<count {
            let entry = min(max(step - stride * threshold, 0), last)
            sums[row * count + threshold] += logs[entry] + part * (logs[entry + 1] - logs[entry])
          }
        }
      }
    }
  }
}
