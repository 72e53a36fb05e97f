import Foundation

/// Quantiles for 90 % bands, of the distributions that estimates of a mean, a spread and a share follow.
enum Quantiles {
  /// Φ⁻¹(0.95): a 90 % band of a normal estimate reaches this many standard errors either way.
  static let normal = 1.6448536269514722

  /// The 95 % quantile of Student's t, within 0.1 % from 6 degrees of freedom and 0.6 % from 3; below 3, the value for
  /// 3. Expansion of Fisher & Cornish (1960), as in Abramowitz & Stegun 26.7.5.
  static func student(degrees: Double) -> Double {
    let (x, n) = (normal, degrees > 3 ? degrees : 3)
    let square = x * x
    let first = (square + 1) * x / 4
    let second = ((5 * square + 16) * square + 3) * x / 96
    let third = (((3 * square + 19) * square + 17) * square - 15) * x / 384
    let fourth = ((((79 * square + 776) * square + 1_482) * square - 1_920) * square - 945) * x / 92_160
    return x + (first + (second + (third + fourth / n) / n) / n) / n
  }

  /// The factors for a standard deviation estimated with `degrees` of freedom that give the ends of its 90 % band:
  /// √(n/χ²) at 95 and 5 %. Wilson & Hilferty (1931), as in Abramowitz & Stegun 26.4.17; within 1.5 % from 4 degrees of
  /// freedom upwards; below 4 the value for 4.
  static func deviationBand(degrees: Double) -> ClosedRange<Double> {
    let spread = 2 / (9 * (degrees > 4 ? degrees : 4))
    func factor(_ normal: Double) -> Double { pow(1 - spread + normal * spread.squareRoot(), -1.5) }
    return factor(normal)...factor(-normal)
  }

  /// The `probability` quantile of Beta(`a`, `b`), for parameters of ½ and more.
  static func beta(_ probability: Double, _ a: Double, _ b: Double) -> Double {
    var (low, high) = (0.0, 1.0)
    for _ in 0..<40 {
      let middle = (low + high) / 2
      if betaCumulative(middle, a, b) < probability { low = middle } else { high = middle }
    }
    return (low + high) / 2
  }

  /// The probability of a value below `x`, 0…1, of Beta(`a`, `b`): the continued fraction of Abramowitz & Stegun
  /// 26.5.8, on the side of the mean on which it converges fast.
  static func betaCumulative(_ x: Double, _ a: Double, _ b: Double) -> Double {
    guard x > 0, x < 1 else { return x > 0 ? 1 : 0 }
    guard x <= (a + 1) / (a + b + 2) else { return 1 - betaCumulative(1 - x, b, a) }
    // The number of terms needed grows with the root of the parameters; no month has answers enough for the limit.
    let terms = Int(min(20 + 6 * max(a, b).squareRoot(), 2_000))
    var fraction = 1.0
    for term in (1...terms).reversed() {
      let m = Double(term / 2)
      let coefficient =
        term.isMultiple(of: 2)
        ? m * (b - m) / ((a + 2 * m - 1) * (a + 2 * m)) : -(a + m) * (a + b + m) / ((a + 2 * m) * (a + 2 * m + 1))
      fraction = 1 + coefficient * x / fraction
    }
    let factor = exp(a * log(x) + b * log1p(-x) + logGamma(a + b) - logGamma(a) - logGamma(b))
    return factor / (a * fraction)
  }

  private static func logGamma(_ x: Double) -> Double { lgamma(x) }

  /// ln Φ(x); −∞ far below.
  static func logNormalCumulative(_ x: Double) -> Double { log(0.5 * erfc(-x / 2.0.squareRoot())) }
}

extension Banded {
  /// The estimate with the ends of its band in any order; nil unless all three are numbers. The value is held within.
  init?(_ value: Double, between one: Double, and other: Double) {
    guard value.isFinite, one.isFinite, other.isFinite else { return nil }
    let band = min(one, other)...max(one, other)
    self.init(min(max(value, band.lowerBound), band.upperBound), band)
  }
}
