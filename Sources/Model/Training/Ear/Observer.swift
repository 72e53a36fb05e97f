import Glibc

/// The answers of an ear: the psychometric function of the whole model.
///
/// P(right) = λ/2 + (1 − λ)·Φ(|offset|/σ + d·lean), with the lapse rate λ (a lapse is a guess), d = +1 if "higher" is
/// right and −1 if "lower" is, and the ear's lean towards "higher" in σ. Detectability grows linearly with the offset,
/// so the slope is fixed and lapses are not (Dai & Micheyl 2011, JASA 130:263). The threshold is the lapse-free 75 %
/// point, 0.6745 σ.
enum Observer {
  /// Φ⁻¹(0.75): the threshold in σ.
  static let thresholdPerSigma = SimulatedListener.thresholdPerSigma

  /// Φ by linear interpolation, within 10⁻⁶: the posterior needs it some hundred times per answer.
  @inline(__always)
  static func normal(_ z: Double) -> Double {
    // NaN maps to the far left end: a damaged snapshot must not end the program.
    let bounded = z > -reach ? (z < reach ? z : reach) : -reach
    let position = (bounded + reach) * perUnit
    let index = Int(position)
    return table.withUnsafeBufferPointer { table in
      let low = table[index]
      return low + (table[index + 1] - low) * (position - Double(index))
    }
  }

  /// φ, the density of the normal distribution.
  static func density(_ z: Double) -> Double { exp(-z * z / 2) / (2 * Double.pi).squareRoot() }

  private static let reach = 9.0
  private static let perUnit = 256.0
  private static let table: [Double] = (0...Int(2 * reach * perUnit) + 1).map {
    0.5 * erfc(-(Double($0) / perUnit - reach) / 2.0.squareRoot())
  }
}
